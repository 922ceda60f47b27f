import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Debit notes, `DN` (docs/domain/containers.md "Money"). */
export const debitNotes = defineFamily('debitNotes', {
  as: 'dn',
  warehouses: [],
  owners: ['saleId'],
});
export type DebitNoteRow = RowOfFamily<typeof debitNotes>;
