import BaseModal, { type ModalProps } from 'antd/es/modal';
import { type ReactNode, useEffect, useRef } from 'react';
import { focusIfLost } from './focus.ts';

/** antd's dialog, which gives the focus back also where it is taken from the page while it is open. */
export function Modal(props: ModalProps): ReactNode {
  const { open = false } = props;
  const opener = useRef<Element | null>(null);
  // Before the dialog takes the focus, which its own effects do.
  if (open) opener.current ??= document.activeElement;
  else opener.current = null;
  useEffect(() => {
    if (!open) return undefined;
    const before = opener.current;
    return () => focusIfLost(before);
  }, [open]);
  return <BaseModal {...props} />;
}
