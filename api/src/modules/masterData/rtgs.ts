/** Consonants and clusters that begin a syllable in the Royal Thai General System of Transcription. */
const INITIAL = 'k[rlw]?|kh[rlw]?|ng|ch|s[rw]?|d|tr?|thr?|n|b|p[rl]?|ph[rl]?|f|m|y|r|l|w|h';
const VOWEL = 'ueai?|iao|uai|aeo|ai|ao|ae|oei?|oi|ue|ui|ua|ia|io|iu|eo|a|e|i|o|u';
const FINAL = 'ng|k|t|n|p|m';
const SYLLABLES = new RegExp(`^(?:(?:${INITIAL})?(?:${VOWEL})(?:${FINAL})?)+$`);

/** Thai consonants by how they begin a syllable. */
const CONSONANTS: Readonly<Record<string, string>> = {
  k: 'ก',
  kh: 'ขฃคฅฆ',
  ng: 'ง',
  ch: 'จฉชฌ',
  s: 'ซศษส',
  y: 'ญย',
  d: 'ฎด',
  t: 'ฏต',
  th: 'ฐฑฒถทธ',
  n: 'ณน',
  b: 'บ',
  p: 'ป',
  ph: 'ผพภ',
  f: 'ฝฟ',
  m: 'ม',
  r: 'ร',
  l: 'ลฬ',
  w: 'ว',
  h: 'หฮ',
};
const SOUNDS = new Map(
  Object.entries(CONSONANTS).flatMap(([sound, letters]) =>
    [...letters].map((letter) => [letter, sound] as const),
  ),
);

/** How a Thai word may begin: a silent leading consonant, and ทร, sound otherwise. */
function beginningsOf(thai: string): string[] {
  const [first = '', second = ''] = thai.replace(/[^ก-ฮ]/g, '');
  const sound = SOUNDS.get(first);
  if (first === 'อ') return ['', ...(second === 'ย' ? ['y'] : [])];
  return [
    ...(sound === undefined ? [] : [sound]),
    ...(first === 'ห' ? [SOUNDS.get(second) ?? 'h'] : []),
    ...(first + second === 'ทร' ? ['s'] : []),
  ];
}

const beginning = (name: string): string =>
  /^(?:ng|ch|kh|th|ph|[^aeiou])?/.exec(name.toLowerCase())?.[0] ?? '';

/**
 * Whether a name may be the romanisation of a Thai one by the Royal Institute's system: every word is
 * made of its syllables, and the first sound is that of the Thai name. What a machine made of Thai
 * letters one by one, `Phnapnmmanatang`, is not.
 */
export const isRtgs = (name: string, thai: string): boolean =>
  name
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => SYLLABLES.test(word)) && beginningsOf(thai).includes(beginning(name));
