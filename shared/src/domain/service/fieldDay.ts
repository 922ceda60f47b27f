/** Name under which a technician's day, and the files of its service worker, are kept (ADR 0140); all of it goes at sign-out. */
export const DAY = 'boxyard-day';
