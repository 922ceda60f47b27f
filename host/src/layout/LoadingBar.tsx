import { useIsLoading } from '@boxyard/shared/runtime';
import { useNavigation } from 'react-router-dom';
import styles from './LoadingBar.module.css';

/** The top loading bar: during route changes and for a second after a soft reload. */
export function LoadingBar() {
  const navigating = useNavigation().state !== 'idle';
  const soft = useIsLoading('bar');
  return (
    <div
      className={styles.bar}
      data-testid="loading-bar"
      data-on={navigating || soft}
      aria-hidden="true"
    />
  );
}
