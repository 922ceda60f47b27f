import { defineList } from '../../../kernel/index.ts';
import { correctionColumns, correctionQuery, isFound } from '../corrections/list.ts';
import { presentCorrections } from '../corrections/present.ts';
import { TEXTS } from './labels.ts';
import { creditNotes } from './type.ts';

export const creditNoteList = defineList('creditNotes.list', {
  ...creditNotes.list,
  ...correctionQuery('cn'),
  search: (query, term, ctx) => query.where(isFound(ctx, 'cn', term)),
  select: (query) =>
    query.select([
      ...creditNotes.columns,
      'cn.customerId',
      'cn.invoiceId',
      'cn.cause',
      'cn.baseAmount',
      'cn.vatAmount',
      'cn.grandTotal',
    ]),
  map: (rows, ctx) => presentCorrections(ctx, rows),
  export: {
    fileName: 'credit-notes',
    columns: correctionColumns(TEXTS),
  },
});
