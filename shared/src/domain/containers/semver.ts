/** A version number of software: `2.4.0`, `2.4.0-rc.1`. */
export const SEMVER = /^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$/;

const DIGITS = 8;
const padded = (part: string): string => part.padStart(DIGITS, '0');

/**
 * A text that sorts by its bytes as version numbers do: numbers by value, a number before a name, and
 * what leads up to a release before the release itself.
 */
export function versionKey(version: string): string {
  const dash = version.indexOf('-');
  const core = dash < 0 ? version : version.slice(0, dash);
  const numbers = core.split('.').map(padded).join('.');
  if (dash < 0) return `${numbers}~`;
  const parts = version.slice(dash + 1).split('.');
  return `${numbers}-${parts.map((part) => (/^\d+$/.test(part) ? `0${padded(part)}` : `1${part}`)).join('.')}`;
}
