import { layoutStore, useIsLoading } from '@boxyard/shared/runtime';
import { ScrollRestoration, useLocation, useOutlet } from 'react-router-dom';
import styles from './View.module.css';

/** The back-office client's overlay: it tells, and lets the person go on (specification 7, 9). */
function Overlay() {
  const on = useIsLoading('overlay');
  return on ? (
    <div className={styles.overlay} data-testid="loading-overlay">
      <span className="by-splash-spinner" />
    </div>
  ) : null;
}

/** The main view: the page of the route, entering with the chosen transition. */
export function View() {
  const { pathname } = useLocation();
  const transition = layoutStore((state) => state.transition);
  const boxed = layoutStore((state) => state.boxed);
  const outlet = useOutlet();

  return (
    <main id="content" className={styles.view} tabIndex={-1} data-boxed={boxed}>
      <Overlay />
      {/* To the top after each navigation, to where one was after a step back. */}
      <ScrollRestoration />
      <div key={pathname} className={styles.page} data-transition={transition}>
        {outlet}
      </div>
    </main>
  );
}
