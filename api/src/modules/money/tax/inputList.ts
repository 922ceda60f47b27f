import { defineList, folded, whereInScope } from '../../../kernel/index.ts';
import { INPUT_WORDS } from './labels.ts';
import { SEQUENCE, TAX_INVOICE_NO, VAT_COLUMNS, VAT_SUMS, vatAmounts } from './register.ts';
import { sequencesOf } from './sequence.ts';

/** Input VAT in the Revenue Department's columns (ADR 0053). */
export const inputTaxList = defineList('inputTax.list', {
  id: 't.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('inputTaxEntries as t'), ctx.actor, { company: 't.companyId' }),
  select: (query) =>
    query
      .innerJoin('purchaseOrderReceipts as rc', 'rc.id', 't.receiptId')
      .select([
        't.id',
        't.kind',
        't.taxDate',
        't.invoiceDate',
        't.documentNo',
        't.supplierName',
        't.taxId',
        't.branchCode',
        't.baseAmount',
        't.vatAmount',
        't.grandTotal',
        't.receiptId',
        'rc.documentNo as receiptNo',
      ]),
  map: async (rows, ctx) => {
    const sequence = await sequencesOf(
      ctx,
      'input',
      rows.map(({ id }) => id),
    );
    return rows.map(({ receiptId, receiptNo, ...row }) => ({
      ...row,
      sequence: sequence(row.id),
      ...vatAmounts(row),
      receipt: { id: receiptId, documentNo: receiptNo },
    }));
  },
  sorts: { taxDate: 't.taxDate', documentNo: 't.documentNo' },
  filters: { kind: 't.kind', supplierId: 't.supplierId', companyId: 't.companyId' },
  dates: { column: 't.taxDate', kind: 'date' },
  search: (query, term) => query.where(folded('t.search_text', term)),
  sums: VAT_SUMS,
  export: {
    fileName: 'input-vat',
    columns: {
      sequence: SEQUENCE,
      invoiceDate: { title: INPUT_WORDS.field.invoiceDate, type: 'date' },
      documentNo: TAX_INVOICE_NO,
      supplierName: { title: { en: 'Seller', th: 'ชื่อผู้ขายสินค้า/ผู้ให้บริการ' }, type: 'text' },
      ...VAT_COLUMNS,
      receipt: { title: INPUT_WORDS.field.receipt, type: 'text' },
    },
  },
});
