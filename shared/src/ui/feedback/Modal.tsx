import BaseModal, { type ModalProps } from 'antd/es/modal';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { focusIfLost } from './focus.ts';

/**
 * antd's dialog, which gives the focus back also where it is taken from the page while it is open. It
 * waits within itself for code of its contents, as the drawer does.
 */
export function Modal({ children, ...props }: ModalProps): ReactNode {
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
  return (
    <BaseModal {...props}>
      <Suspense fallback={<Skeleton active />}>{children}</Suspense>
    </BaseModal>
  );
}
