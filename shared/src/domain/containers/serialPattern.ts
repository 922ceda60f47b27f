/**
 * Serial numbers of containers by the pattern of their model (domain-containers 1.1), for example
 * `{prefix}{YY}{MM}-{seq:4}` → `VMA2611-0007`. The year is Gregorian and the day Bangkok's.
 */
export const SERIAL_NUMBER = /^[A-Z0-9-]{6,30}$/;
export const DEFAULT_SERIAL_PATTERN = '{prefix}{YY}{MM}-{seq:4}';

const TOKEN = /\{(prefix|YYYY|YY|MM|seq:[3-8])\}/g;

/**
 * Whether a pattern makes valid numbers: it begins with the prefix, ends with one sequence of 3 to 8
 * digits, and the rest is capital letters, digits and hyphens.
 */
export function isSerialPattern(pattern: string): boolean {
  if (!/^\{prefix\}[^{}]*(\{(YYYY|YY|MM)\}[^{}]*)*\{seq:[3-8]\}$/.test(pattern)) return false;
  const sample = pattern.replace(TOKEN, (_all, token: string) =>
    token === 'prefix'
      ? 'ABCDEFGH'
      : token.startsWith('seq:')
        ? '0'.repeat(Number(token[4]))
        : '2026'.slice(0, token.length),
  );
  return SERIAL_NUMBER.test(sample);
}

/** What stands before the sequence: numbers with the same text share one sequence. */
export function serialStem(
  pattern: string,
  { prefix, today }: { readonly prefix: string; readonly today: string },
): string {
  const [year = '', month = ''] = today.split('-');
  return pattern.replace(/\{seq:[3-8]\}$/, '').replace(TOKEN, (_all, token: string) => {
    if (token === 'prefix') return prefix;
    if (token === 'MM') return month;
    return token === 'YY' ? year.slice(2) : year;
  });
}

/** The number of a place in the sequence; longer sequences keep all their digits. */
export function serialNumberOf(pattern: string, stem: string, sequence: number): string {
  const digits = Number(/\{seq:([3-8])\}$/.exec(pattern)?.[1] ?? 4);
  return `${stem}${String(sequence).padStart(digits, '0')}`;
}
