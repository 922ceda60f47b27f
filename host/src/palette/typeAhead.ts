/**
 * What is typed between the key that opens the palette and the moment when its field has the focus:
 * its code may have to be loaded first. Kept here, and out of the page below, whose own keys it would
 * press.
 */
let typed = '';
let stop: (() => void) | null = null;

/** Begins to keep what is typed. Escape gives up and calls `onCancel`. */
export function keepTyping(onCancel: () => void): void {
  if (stop) return;
  typed = '';
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      takeTyped();
      onCancel();
    } else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before every listener of the page.
  window.addEventListener('keydown', listen, { capture: true });
  stop = () => window.removeEventListener('keydown', listen, { capture: true });
}

/** Ends it, and answers what was typed. */
export function takeTyped(): string {
  stop?.();
  stop = null;
  const text = typed;
  typed = '';
  return text;
}
