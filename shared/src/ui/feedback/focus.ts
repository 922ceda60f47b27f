/** Whether the keyboard is nowhere: on the document itself, or in something that no longer shows. */
function isLost(): boolean {
  const active = document.activeElement;
  // Not every environment that draws pages can tell what shows: tests without a layout cannot.
  return !active || active === document.body || active.checkVisibility?.() === false;
}

/** Gives the keyboard to an element of the page where nothing else has it. */
export function focusIfLost(element: Element | null | undefined): void {
  if (element instanceof HTMLElement && element.isConnected && isLost()) {
    element.focus({ preventScroll: true });
  }
}

/** A second of frames: what closes keeps the keyboard until it is taken from the page. */
const FRAMES = 60;

/**
 * As `focusIfLost`, for as long as something on its way out may still lose the keyboard. Twice lost is
 * lost: what opened it may take it back a moment later.
 */
export function focusOnceLost(element: Element | null, frames = FRAMES, before = false): void {
  const lost = isLost();
  if (lost && before) focusIfLost(element);
  else if (frames > 0) requestAnimationFrame(() => focusOnceLost(element, frames - 1, lost));
}
