import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/**
 * Keys of the page while nobody types and no dialog is open. A key that does something returns
 * nothing; `false` leaves it to the browser.
 */
export function useHotkeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest?.(TYPING) || document.querySelector('.ant-modal-wrap, .ant-drawer-open'))
        return;
      const run = latest.current[event.key];
      if (run && run() !== false) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
