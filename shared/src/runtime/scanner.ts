/**
 * A scanner that is plugged in is a keyboard: it types a code faster than anybody and ends it with
 * Enter (domain-warehouse 1.4 barcode). Whoever types into a field is left alone.
 */

/** Keys of a scanner follow each other within it, those of a person seldom; in milliseconds. */
export const SCAN_GAP = 50;
/** Shorter codes cannot be told from a slip of the hand. */
const SHORTEST = 3;

const WRITES = 'input, textarea, select, [contenteditable="true"]';
/** Antd's dialogs and the browser's own. */
const DIALOGS = '.ant-modal-wrap, .ant-drawer-open, dialog[open]';

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Tells of each code that a scanner types while nobody writes; answers how to stop listening. */
export function listenForScans(onScan: (code: string) => void): () => void {
  let code = '';
  let last = 0;
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null;
    const isFast = event.timeStamp - last <= SCAN_GAP;
    if (!isFast) code = '';
    if (target?.closest?.(WRITES)) {
      code = '';
      return;
    }
    if (isTyped(event)) {
      // The keys of the page and the button at hand must not take a code for themselves.
      if (code !== '') event.preventDefault();
      code += event.key;
      last = event.timeStamp;
      return;
    }
    // Whoever answers a question is not taken elsewhere.
    const isFree = document.querySelector(DIALOGS) === null;
    if (event.key === 'Enter' && code.length >= SHORTEST && isFree) {
      event.preventDefault();
      event.stopPropagation();
      onScan(code);
    }
    if (event.key !== 'Shift') code = '';
  };
  document.addEventListener('keydown', listen, true);
  return () => document.removeEventListener('keydown', listen, true);
}

/**
 * Gives what is typed where nobody writes to the field of a page that takes scans itself. A dialog above
 * the field keeps its keys.
 */
export function typeInto(field: () => HTMLElement | null | undefined): () => void {
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null;
    const into = field();
    if (!into || !isTyped(event) || event.key === ' ' || target?.closest?.(WRITES)) return;
    const dialog = target?.closest?.(DIALOGS);
    if (dialog && !dialog.contains(into)) return;
    into.focus({ preventScroll: true });
  };
  document.addEventListener('keydown', listen, true);
  return () => document.removeEventListener('keydown', listen, true);
}

/** Whether there may be a camera here; whether it may be used is known once it is asked for. */
export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';
