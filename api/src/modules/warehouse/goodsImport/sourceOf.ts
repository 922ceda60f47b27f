import type { DocumentFamilyName } from '@boxyard/shared/domain';
import type { ImportRow } from './type.ts';

/** Kinds of sources of goods imports, with the family of the source document. */
const FAMILY_OF = {
  acceptance: 'receipts',
  transfer: 'transfers',
  claimReplacement: 'claims',
  claimReturn: 'claims',
  repairReturn: 'repairs',
  dispatchReturn: 'requisitions',
  containerRemoval: 'products',
  saleReturn: 'partSales',
  transform: 'transformations',
  opening: null,
} as const satisfies Readonly<Record<string, DocumentFamilyName | null>>;

const isSource = (value: string): value is keyof typeof FAMILY_OF => value in FAMILY_OF;

export const sourceTypeOf = (value: string) => (isSource(value) ? value : 'acceptance');

/** The document that goods come of; null: they were there from the beginning. */
export function sourceOf({ sourceType, sourceId: id }: Pick<ImportRow, 'sourceType' | 'sourceId'>) {
  const type = FAMILY_OF[sourceTypeOf(sourceType)];
  return type === null || id === null ? null : { type, id };
}
