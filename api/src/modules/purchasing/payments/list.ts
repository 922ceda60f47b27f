import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { paymentRows } from './present.ts';
import { supplierPayments } from './type.ts';

export const paymentList = defineList('supplierPayments.list', {
  ...supplierPayments.list,
  ...paymentRows,
  export: {
    fileName: 'supplier-payments',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      method: { title: TEXTS.field.method, type: 'status', labels: TEXTS.choice.method },
      reference: { title: TEXTS.field.reference, type: 'text' },
      amount: { title: TEXTS.field.amount, type: 'money' },
    },
  },
});
