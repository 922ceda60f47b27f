import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly side?: 'right' | 'centre' | 'top';
  /** Width in pixels; never wider than the screen. */
  readonly width: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A modal on the browser's own `<dialog>`: it holds the focus, makes the rest inert, closes on Escape
 * and gives the focus back.
 */
export function Dialog({ label, onClose, side = 'centre', width, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the document: one that is gone cannot give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={[styles.dialog, styles[side], className].filter(Boolean).join(' ')}
      style={{ width }}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // What lies below, a drawer, would close with the question.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog element; its content is the children's.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
