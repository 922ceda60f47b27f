import { defineList, figuresRow, folded, money, whereInScope } from '../../../kernel/index.ts';
import { sumOf } from '../../../workflow/index.ts';
import { TAX_KINDS } from '../labels.ts';
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
      baseAmount: money(row.baseAmount),
      vatAmount: money(row.vatAmount),
      grandTotal: money(row.grandTotal),
      receipt: { id: receiptId, documentNo: receiptNo },
    }));
  },
  sorts: { taxDate: 't.taxDate', documentNo: 't.documentNo' },
  filters: { kind: 't.kind', supplierId: 't.supplierId', companyId: 't.companyId' },
  dates: { column: 't.taxDate', kind: 'date' },
  search: (query, term) => query.where(folded('t.search_text', term)),
  summary: async (query, ctx) => {
    const row = await figuresRow(
      ctx,
      'inputTax',
      query
        .select([
          sumOf('t.baseAmount').as('baseAmount'),
          sumOf('t.vatAmount').as('vatAmount'),
          sumOf('t.grandTotal').as('grandTotal'),
        ])
        .compile(),
    );
    return {
      baseAmount: money(row.baseAmount),
      vatAmount: money(row.vatAmount),
      grandTotal: money(row.grandTotal),
    };
  },
  export: {
    fileName: 'input-vat',
    columns: {
      sequence: { title: { en: 'No.', th: 'ลำดับที่' }, type: 'number' },
      invoiceDate: { title: { en: 'Date', th: 'วัน เดือน ปี' }, type: 'date' },
      documentNo: { title: { en: 'Tax invoice no.', th: 'เลขที่ใบกำกับภาษี' }, type: 'text' },
      supplierName: { title: { en: 'Seller', th: 'ชื่อผู้ขายสินค้า/ผู้ให้บริการ' }, type: 'text' },
      taxId: { title: { en: 'Tax ID', th: 'เลขประจำตัวผู้เสียภาษี' }, type: 'text' },
      branchCode: { title: { en: 'Branch', th: 'สถานประกอบการ' }, type: 'text' },
      baseAmount: { title: { en: 'Value', th: 'มูลค่าสินค้าหรือบริการ' }, type: 'money' },
      vatAmount: { title: { en: 'VAT', th: 'จำนวนเงินภาษีมูลค่าเพิ่ม' }, type: 'money' },
      grandTotal: { title: { en: 'Total', th: 'รวม' }, type: 'money' },
      kind: { title: { en: 'Kind', th: 'ประเภท' }, type: 'status', labels: TAX_KINDS },
      receipt: { title: { en: 'Receipt', th: 'ใบตรวจรับ' }, type: 'text' },
    },
  },
});
