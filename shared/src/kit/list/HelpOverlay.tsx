import type { ReactNode } from 'react';
import { KeyHint } from '../../ui/feedback/Facts.tsx';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './list.module.css';

interface HelpOverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Keys and the text of what they do (`help.<key>`). */
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

/** The keys of the page, by '?'. */
export function HelpOverlay({ open, onClose, keys }: HelpOverlayProps): ReactNode {
  const t = useKitText();
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('help.title')}>
      <dl className={classes.help}>
        {keys.map(({ keys: pressed, does }) => (
          <div key={does} style={{ display: 'contents' }}>
            <dt>
              {pressed.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dt>
            <dd>{t(`help.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
