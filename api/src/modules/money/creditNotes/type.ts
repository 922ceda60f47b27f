import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Credit notes, `CN` (docs/domain/containers.md "Money"). */
export const creditNotes = defineFamily('creditNotes', {
  as: 'cn',
  warehouses: [],
  owners: ['saleId'],
});
export type CreditNoteRow = RowOfFamily<typeof creditNotes>;
