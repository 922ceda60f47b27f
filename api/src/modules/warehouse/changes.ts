/** `{field: {from, to}}` of what differs, for the timeline. */
export function changes(
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([key, value]) => row[key] !== value)
      .map(([key, value]) => [key, { from: row[key] ?? null, to: value }]),
  );
}
