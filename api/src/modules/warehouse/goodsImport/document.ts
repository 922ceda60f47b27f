import { stampOf } from '@boxyard/shared/domain';
import { renderDocumentPdf } from '../../../documents/pdf/document.ts';
import type { Ctx, FileResult } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { headerFor, printedHeader } from '../../paperHeader.ts';
import { loadRefs } from '../../purchasing/refs.ts';
import { SOURCE_WORDS } from './list.ts';
import { presentItems } from './present.ts';
import { importType } from './type.ts';

const WORDS = {
  en: {
    title: 'Goods import',
    subtitle: 'ใบนำเข้าสินค้า',
    source: 'Source',
    sourceNo: 'Source document',
    warehouse: 'Warehouse',
    counted: 'Counted by',
    item: 'Item',
    bin: 'Bin',
    expected: 'Expected',
    received: 'Received',
    damaged: 'Damaged',
    missing: 'Missing',
    unit: 'Unit',
    approved: 'Put-away approved by',
  },
  th: {
    title: 'ใบนำเข้าสินค้า',
    subtitle: 'Goods import',
    source: 'ที่มา',
    sourceNo: 'เอกสารต้นทาง',
    warehouse: 'คลังปลายทาง',
    counted: 'ผู้ตรวจนับ',
    item: 'รายการ',
    bin: 'ช่องเก็บ',
    expected: 'คาดไว้',
    received: 'รับจริง',
    damaged: 'ชำรุด',
    missing: 'ขาด',
    unit: 'หน่วย',
    approved: 'ผู้อนุมัตินำเข้า',
  },
} as const;

/** The put-away as a paper: what was expected and what was found, for the signatures. */
export async function importDocument(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, importType, { id });
  const words = WORDS[ctx.locale];
  const thai = ctx.locale === 'th';
  const header = await headerFor(ctx, { companyId: row.companyId, type: 'acceptance' });
  const refs = await loadRefs(ctx, {
    warehouse: [row.warehouseId],
    user: [row.countedBy, row.approvedBy],
  });
  const warehouse = refs.ref(row.warehouseId);
  const items = await presentItems(ctx, row);
  const named = (ref: { name: string; nameTh?: string | null }) =>
    thai && ref.nameTh ? ref.nameTh : ref.name;
  const counter = refs.userOrNull(row.countedBy)?.name;
  const approver = refs.userOrNull(row.approvedBy)?.name;
  const source = SOURCE_WORDS[row.sourceType as keyof typeof SOURCE_WORDS];
  const file = await renderDocumentPdf({
    lang: ctx.locale,
    title: words.title,
    subtitle: words.subtitle,
    documentNo: row.documentNo,
    date: row.documentDate,
    header: await printedHeader(ctx, header),
    parties: [
      { label: words.warehouse, lines: [`${warehouse.code ?? ''} ${named(warehouse)}`.trim()] },
    ],
    facts: [
      { label: words.source, value: source[ctx.locale] },
      ...(row.sourceNo === null ? [] : [{ label: words.sourceNo, value: row.sourceNo }]),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'bin', label: words.bin, width: 2.5 },
      { key: 'expected', label: words.expected, width: 2.2, format: 'quantity' },
      { key: 'received', label: words.received, width: 2.2, format: 'quantity' },
      { key: 'damaged', label: words.damaged, width: 2, format: 'quantity' },
      { key: 'missing', label: words.missing, width: 2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8 },
    ],
    rows: items.map((item) => ({
      item: {
        text: named(item.part),
        note: [item.part.code, ...item.lots.map((lot) => lot.lotNo), ...item.serials].join(' · '),
      },
      bin: item.bin?.code ?? null,
      expected: Number(item.expectedQty),
      received: item.receivedQty === null ? null : Number(item.receivedQty),
      damaged: item.damagedQty === null ? null : Number(item.damagedQty),
      missing: item.missingQty === null ? null : Number(item.missingQty),
      unit: named(item.unit),
    })),
    notes: row.remark ?? undefined,
    signatures: [
      { label: words.counted, name: counter, date: row.countedAt?.toISOString() },
      { label: words.approved, name: approver, date: row.approvedAt?.toISOString() },
    ].map(({ label, name, date }) => ({
      label,
      ...(name === undefined ? {} : { name }),
      ...(date === undefined ? {} : { date }),
    })),
    watermark: stampOf(importType.machine, row.status),
    qr: row.documentNo,
  });
  return { file, fileName: `${row.documentNo}.pdf`, mime: 'application/pdf' };
}
