/**
 * Leaves out, in production, what the server, tests and docs read and no page does: what takes an action
 * of a machine back, or why nothing does, whom it makes an author, codes of guards whose text the server alone
 * has, what a call of the contract is for, and calls that no page of people at work sends, or one remote alone.
 * Kilobytes less for everybody who signs in.
 */
const TEXT = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/.source;
const UNDO = new RegExp(`\\bundo:\\s*\\{\\s*(?:action|irreversible):\\s*${TEXT},?\\s*\\},?`, 'g');
const PROSE = new RegExp(`\\birreversible:\\s*${TEXT}`, 'g');
const SUMMARY = new RegExp(`\\bsummary:\\s*${TEXT},?`, 'g');
/** Summaries of the calls that all documents have: `jobs.get('A job')`. */
const SUMMARISED = new RegExp(`(\\w\\.(?:get|master|reject)\\()\\s*${TEXT}`, 'g');
/** Rows of callers without an account: the server draws their pages. */
const OUTSIDE = /[\\/]contract[\\/]areas[\\/]((?:fault|estimate)Links)\.ts$/;
/** Rows that one remote sends, which it brings itself. */
const OF_REMOTE = /[\\/]contract[\\/]areas[\\/](jobUploads|jobPlanning)\.ts$/;
const AREAS = /[\\/]contract[\\/]areas[\\/]/;

const GUARD_CODES = /\bguardCodes: \{[^}]*\}/g;
const CODE = /\w+: '([A-Z_]+)',?/g;
/** Texts that browsers have by themselves; codes without one say as much as none. */
const TEXTS = require('../src/domain/texts/errors.en.json');
const told = (codes) =>
  codes.replace(CODE, (entry, code) => (Object.hasOwn(TEXTS, code) ? entry : ''));

const AUTHORS = /\bauthors: true,/g;
/** The server's answer to a repetition that comes late. */
const REMEMBERED = new RegExp(`\\bremembersBy:\\s*${TEXT}(?: as const)?,?`, 'g');
/** The sentence of `rejecting('…')`: why nothing takes a refusal back. */
const REJECTING = new RegExp(`\\brejecting\\(\\s*${TEXT}`, 'g');

module.exports = function withoutProse(source) {
  const [, outside] = OUTSIDE.exec(this.resourcePath) ?? [];
  if (outside !== undefined) return `export const ${outside}Area = {};`;
  const { isHost } = this.getOptions();
  const [, own] = (isHost && OF_REMOTE.exec(this.resourcePath)) || [];
  if (own !== undefined) return `export const ${own}Area = {};`;
  const stripped = source
    .replace(UNDO, '')
    .replace(AUTHORS, '')
    .replace(REMEMBERED, '')
    .replace(GUARD_CODES, told)
    .replace(REJECTING, "rejecting(''")
    .replace(PROSE, "irreversible: ''")
    .replace(SUMMARY, '');
  return AREAS.test(this.resourcePath) ? stripped.replace(SUMMARISED, "$1''") : stripped;
};
