import { useEffect, useRef } from 'react';
import { SCAN_GAP } from '../../runtime/scanner.ts';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/**
 * Keys of the page while nobody types and no dialog is open. A key that does something returns
 * nothing; `false` leaves it to the browser. A letter waits whether more follow: a scanner types
 * letters as well, and much faster.
 */
export function useHotkeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(waiting);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest?.(TYPING) || document.querySelector('.ant-modal-wrap, .ant-drawer-open'))
        return;
      const run = latest.current[event.key];
      if (run && /^[a-z]$/i.test(event.key)) {
        waiting = setTimeout(run, SCAN_GAP);
        return;
      }
      if (run && run() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
