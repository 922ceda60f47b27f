import type { Ctx, FileResult } from '../../../kernel/index.ts';
import {
  documentPdf,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { CONDITION_LABELS } from '../products/labels.ts';
import { LINE_LABELS, SOURCE_LABELS } from './labels.ts';
import { presentReceipt } from './present.ts';
import { containerReceipts } from './type.ts';

const WORDS = {
  en: {
    title: ['Container receipt', 'ใบรับตู้เข้าคลัง'],
    warehouse: 'Warehouse',
    source: 'Source',
    sourceNo: 'Source no.',
    serial: 'Serial number',
    model: 'Model',
    condition: 'Condition',
    result: 'Result',
    code: 'Code',
    sender: 'Sent by',
    receiver: 'Received by',
  },
  th: {
    title: ['ใบรับตู้เข้าคลัง', 'Container receipt'],
    warehouse: 'คลัง',
    source: 'ที่มา',
    sourceNo: 'เลขที่ต้นทาง',
    serial: 'หมายเลขเครื่อง',
    model: 'รุ่น',
    condition: 'สภาพ',
    result: 'ผลการตรวจรับ',
    code: 'รหัส',
    sender: 'ผู้ส่ง',
    receiver: 'ผู้รับ',
  },
} as const;

/**
 * The receipt as a PDF to sign: which containers came, in which condition, and what was refused, with
 * their codes to scan.
 */
export async function receiptPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentReceipt(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = {
    title: words.title,
    machine: containerReceipts.type.machine,
    header,
    doc,
  };
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.source, value: SOURCE_LABELS[doc.sourceType][locale] },
      { label: words.sourceNo, value: doc.sourceNo ?? '' },
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'serial', label: words.serial, width: 5 },
      { key: 'model', label: words.model, width: 5 },
      { key: 'condition', label: words.condition, width: 3 },
      { key: 'result', label: words.result, width: 4 },
      { key: 'code', label: words.code, width: 2, format: 'qr' },
    ],
    rows: doc.items.map((line) => ({
      serial: { text: line.product.serialNumber, note: line.product.name },
      model: `${line.productModel.code ?? ''} ${localisedName(line.productModel, locale)}`.trim(),
      condition: line.conditionIn === null ? '' : CONDITION_LABELS[line.conditionIn][locale],
      result: { text: LINE_LABELS[line.lineStatus][locale], note: line.rejectReason ?? '' },
      code: line.product.serialNumber,
    })),
    signatures: [
      { label: words.sender, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.receiver, ...signatureOf(doc.receivedBy, doc.receivedAt) },
    ],
  });
}
