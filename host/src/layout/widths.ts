/** Phones: the sidebar lies over the page (specification 9). */
export const MOBILE = '(max-width: 700px)';
/** The sidebar collapses by itself at this width or less (specification 4, 9). */
export const NARROW = '(max-width: 1000px)';
