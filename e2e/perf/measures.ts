import { expect } from '@playwright/test';

/** The value in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints the median of what was measured, and holds it against its goal. */
export function say(what: string, values: readonly number[], goal: number): void {
  const found = Math.round(median(values));
  const all = values.map(Math.round).join(', ');
  process.stdout.write(`\npages: ${what}: ${found} ms (goal ${goal} ms; all ${all})\n`);
  expect.soft(found, `${what}: ${all}`).toBeLessThanOrEqual(goal);
}
