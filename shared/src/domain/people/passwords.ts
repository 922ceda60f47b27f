/**
 * Passwords that everybody tries first. Digits, signs and capitals around such a word do not make it
 * a secret, so a password is judged by what is left without them.
 */
const COMMON: ReadonlySet<string> = new Set([
  '',
  'abc',
  'abcd',
  'abcdef',
  'abcdefgh',
  'abcdefghij',
  'admin',
  'administrator',
  'asdf',
  'asdfgh',
  'asdfghjkl',
  'baseball',
  'boxyard',
  'changeme',
  'dragon',
  'football',
  'iloveyou',
  'letmein',
  'login',
  'master',
  'monkey',
  'passw',
  'passwd',
  'password',
  'passwordpassword',
  'princess',
  'qwer',
  'qwerty',
  'qwertyqwerty',
  'qwertyuiop',
  'secret',
  'sunshine',
  'superman',
  'test',
  'testtest',
  'thailand',
  'trustno',
  'user',
  'welcome',
  'welcomewelcome',
  'zxcv',
  'zxcvbn',
  'zxcvbnm',
]);

/** Fewer different characters than this are a pattern, whatever the length. */
const FEWEST_CHARACTERS = 5;

/** Signs that stand for letters: `p@ssw0rd`. */
const LETTER_OF: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', $: 's', '3': 'e' };

/** Whether a password is among the first that somebody guesses: blank, a pattern, or a common word. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase().trim();
  if (new Set(plain).size < FEWEST_CHARACTERS) return true;
  // Years and signs around a word go first: the digits of 2026 stand for no letters.
  const word = plain.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu, '');
  const spelled = word.replace(/[@0$3]/g, (sign) => LETTER_OF[sign] ?? sign);
  return [plain, spelled].some((text) => COMMON.has(text.replace(/[\p{N}\p{P}\p{S}\s]/gu, '')));
}
