const MAX = 200;

/**
 * A program's error message without what may be somebody's data: addresses, numbers, quoted content
 * and any text that is not plain ASCII (names are). Names of properties and types stay.
 */
export const withoutPersonalData = (message: string): string =>
  message
    .slice(0, 2000)
    .replace(/\S+@\S+/g, '…')
    .replace(/\b(https?:\/\/[^\s/?#]+)[^\s]*/g, '$1/…')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/'(?![\w$.[\]-]{1,60}')[^']*'/g, "'…'")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/gi, '#')
    .replace(/\d{3,}/g, '#')
    // The ellipsis of the rules above is the one sign beyond ASCII that stays.
    .replace(/[^\x20-\x7e…]+/g, '…')
    .slice(0, MAX);
