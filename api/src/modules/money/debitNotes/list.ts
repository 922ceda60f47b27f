import { defineList } from '../../../kernel/index.ts';
import { correctionColumns, correctionQuery, isFound } from '../corrections/list.ts';
import { presentCorrections } from '../corrections/present.ts';
import { TEXTS } from './labels.ts';
import { debitNotes } from './type.ts';

export const debitNoteList = defineList('debitNotes.list', {
  ...debitNotes.list,
  ...correctionQuery('dn'),
  search: (query, term, ctx) => query.where(isFound(ctx, 'dn', term)),
  select: (query) =>
    query.select([
      ...debitNotes.columns,
      'dn.customerId',
      'dn.invoiceId',
      'dn.cause',
      'dn.baseAmount',
      'dn.vatAmount',
      'dn.grandTotal',
    ]),
  map: (rows, ctx) => presentCorrections(ctx, rows),
  export: {
    fileName: 'debit-notes',
    columns: correctionColumns(TEXTS),
  },
});
