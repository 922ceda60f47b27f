import Button from 'antd/es/button';
import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts } from '../../runtime/retryingLazy.tsx';
import { ReloadIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';

interface Props {
  readonly label: string;
  /** Stands in its place while it is on its way. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** A filter that cannot be drawn, and asks to be tried again. */
function Failed({ label, onRetry }: { readonly label: string; readonly onRetry: () => void }) {
  const t = useKitText();
  return (
    <span role="alert">
      <Button
        icon={<ReloadIcon />}
        title={t('error.page.failed.title')}
        aria-label={`${label}: ${t('error.page.failed.title')}. ${t('error.page.retry')}`}
        onClick={onRetry}
      >
        {label}
      </Button>
    </span>
  );
}

/**
 * Keeps what goes wrong in one filter inside it: the list goes on without it. Its look-up may belong to a
 * part of the contract that is still on its way, or did not come.
 */
export class FailsAlone extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { label, waiting, children } = this.props;
    if (!this.state.hasFailed) return <Suspense fallback={waiting}>{children}</Suspense>;
    const again = () => {
      forgetFailedParts();
      this.setState({ hasFailed: false });
    };
    return <Failed label={label} onRetry={again} />;
  }
}
