import { decimal } from '@boxyard/shared/domain';

/** What the moves of a posting were worth for each line of its document, and in all (2 places). */
export function valueByLine(
  moves: readonly { readonly docItemId: string | null; readonly value: string }[],
): { readonly lines: readonly { readonly id: string; readonly value: string }[]; total: string } {
  const lines = [...Map.groupBy(moves, (move) => move.docItemId ?? '')].map(([id, group]) => ({
    id,
    value: decimal.add('0', ...group.map(({ value }) => value)),
  }));
  return { lines, total: decimal.round(decimal.add('0', ...lines.map(({ value }) => value))) };
}
