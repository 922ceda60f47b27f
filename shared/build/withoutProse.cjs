/**
 * Leaves out, in production, what the server, tests and docs read and no page does: what takes an action
 * of a machine back, or why nothing does, whom it makes an author, and what a call of the contract is for.
 * Kilobytes less for everybody who signs in.
 */
const TEXT = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/.source;
const UNDO = new RegExp(`\\bundo:\\s*\\{\\s*(?:action|irreversible):\\s*${TEXT},?\\s*\\},?`, 'g');
const PROSE = new RegExp(`\\b(irreversible|summary):\\s*${TEXT}`, 'g');

const AUTHORS = /\bauthors: true,/g;
/** The sentence of `rejecting('…')`: why nothing takes a refusal back. */
const REJECTING = new RegExp(`\\brejecting\\(\\s*${TEXT}`, 'g');

module.exports = (source) =>
  source
    .replace(UNDO, '')
    .replace(AUTHORS, '')
    .replace(REJECTING, "rejecting(''")
    .replace(PROSE, (_prose, name) => `${name}: ''`);
