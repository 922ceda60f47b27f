import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page.module.css';

/**
 * The page's heading takes the focus when the page opens, so that a screen reader says where one
 * is and the next Tab starts there (anchors 2, a11y).
 */
export function PageTitle({ children }: { readonly children: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    // A field that asked for the focus, or a panel opened meanwhile, keeps it; the link of the menu
    // that led here gives it up.
    const stays = active && active !== document.body && !active.matches('a[aria-current="page"]');
    if (stays) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
}
