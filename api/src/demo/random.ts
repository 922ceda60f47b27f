/** A small seeded generator (mulberry32): the demonstration tells the same story every time. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** Whole number, both ends included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** `count` different items, in random order. */
  some<T>(items: readonly T[], count: number): T[];
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    some: (items, count) => {
      const rest = [...items];
      const taken = [];
      while (taken.length < count && rest.length > 0) {
        taken.push(...rest.splice(between(0, rest.length - 1), 1));
      }
      return taken;
    },
  };
}
