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
