import { useOnline } from '@boxyard/shared/runtime';
import { Component, type ReactNode } from 'react';
import { useShellText } from '../i18n/texts.ts';
import form from '../pages/parts/form.module.css';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { useRecovery } from './useRecovery.ts';

interface ProblemProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function PanelProblem({ onRetry, onClose }: ProblemProps) {
  const t = useShellText();
  const kind = useOnline() ? 'panel' : 'offlinePanel';
  const retry = useRecovery(onRetry);
  return (
    <Dialog label={t(`problem.${kind}.title`)} width={440} onClose={onClose}>
      <div className={styles.confirm} role="alert">
        <h2>{t(`problem.${kind}.title`)}</h2>
        <p>{t(`problem.${kind}.detail`)}</p>
        <div className={styles.actions}>
          <button type="button" className={form.secondary} onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="button" className={form.primary} onClick={retry}>
            {t('problem.retry')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

interface Props {
  /** Takes the panel away. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Keeps what goes wrong in a panel inside it: the page below and the shell go on. */
export class PanelBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { onClose, children } = this.props;
    if (!this.state.hasFailed) return children;
    const again = () => this.setState({ hasFailed: false });
    return <PanelProblem onRetry={again} onClose={onClose} />;
  }
}
