import type { DocumentRow } from './documentType.ts';

/** `{field: {from, to}}` of the columns that differ from the row: what the timeline says of an edit. */
export function changesOf(
  row: DocumentRow,
  columns: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([key, value]) => row[key] !== value)
      .map(([key, value]) => [key, { from: row[key] ?? null, to: value }]),
  );
}
