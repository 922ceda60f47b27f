/** 0 too short, 1 weak … 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const SHORTEST = 10;
const COMMON = /^(.)\1+$|^(0?1234567890?|qwertyuiop|password)|password123|boxyard/i;

/**
 * A rough figure for the bar below a new password: its length counts most, kinds of characters help,
 * repetition and the worst habits do not. The server alone decides what is accepted.
 */
export function strengthOf(password: string): Strength {
  if (password.length < SHORTEST) return 0;
  if (COMMON.test(password)) return 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u, /\s/].filter((kind) =>
    kind.test(password),
  ).length;
  const distinct = new Set(password).size;
  const points = Math.min(password.length, 30) / 6 + distinct / 8 + kinds / 2;
  if (distinct < 5 || points < 3.5) return 1;
  if (points < 4.5) return 2;
  return points < 5.5 ? 3 : 4;
}
