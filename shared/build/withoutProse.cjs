/**
 * Leaves out, in production, what only tests and docs say and no page does: why an action of a machine is
 * irreversible, and what a call of the contract is for. Kilobytes of prose less for everybody who signs in.
 */
const PROSE = /\b(irreversible|summary):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

module.exports = (source) => source.replace(PROSE, (_prose, name) => `${name}: ''`);
