/** Change against the period before in percent, null where there was nothing to compare with. */
export function changeOf(value: string, previous: string | null): number | null {
  const before = Number(previous);
  if (previous === null || before === 0 || !Number.isFinite(before)) return null;
  return Math.round(((Number(value) - before) / Math.abs(before)) * 100);
}
