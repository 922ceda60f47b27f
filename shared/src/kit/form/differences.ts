/** Fields whose values differ between two states of a record, in the first one's order. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  );
}

/** Fields that every write changes and that nobody typed. */
const BOOKKEEPING = new Set([
  'version',
  'updatedAt',
  'updatedBy',
  'history',
  'allowedActions',
  'attachments',
]);

/** What somebody else has changed in a record: what a person would call a change. */
export const changesOf = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] => changedFields(before, after).filter((key) => !BOOKKEEPING.has(key));
