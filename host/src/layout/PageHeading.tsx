import { type ReactNode, useEffect, useRef } from 'react';
import styles from './PageHeading.module.css';

/** Title of a host page; takes the focus when the page opens, as the kit's titles do. */
export function PageHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    // Whoever has gone on meanwhile, to a field, a panel or the menu, stays there.
    const arrived = !active || active === document.body || active.matches('a[aria-current="page"]');
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
