import type { Ctx } from '../../../kernel/index.ts';
import type { MoveInput } from '../../../ledger/index.ts';
import type { ImportItemRow, ImportRow } from './type.ts';

/** What the document that announced goods wants done, and told, when they are decided on (2.6). */
export interface ImportSource {
  /** Where goods go that are refused; QUARANTINE unless said. */
  readonly refuse?: (
    ctx: Ctx,
    row: ImportRow,
    items: readonly ImportItemRow[],
  ) => Promise<MoveInput[]>;
  /** Goods were put away, refused or taken back; `isOver`: this import waits for nothing any more. */
  readonly settle?: (
    ctx: Ctx,
    row: ImportRow,
    change: { readonly isOver: boolean },
  ) => Promise<void>;
  /** What was missing is dealt with there: an import that is reversed opens again without it. */
  readonly keepsMissing?: true;
}

const sources = new Map<string, ImportSource>();

/** Makes known what a kind of source document does; a module calls it for each source that it adds. */
export function registerImportSource(sourceType: string, source: ImportSource): void {
  if (sources.has(sourceType)) throw new Error(`the source ${sourceType} is registered twice`);
  sources.set(sourceType, source);
}

export const sourceOf = (row: ImportRow): ImportSource => sources.get(row.sourceType) ?? {};
