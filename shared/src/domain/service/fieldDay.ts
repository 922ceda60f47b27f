/** Names under which a technician's day is kept on their phone (ADR 0140); all of it goes at sign-out. */
export const DAY_DATABASE = 'boxyard-day';
/** Files of the shell and of releases, which the service worker keeps. */
export const DAY_FILES = 'boxyard-day-files';
