import { formatQuantity } from '../../../documents/format.ts';
import type { Ctx, FileResult } from '../../../kernel/index.ts';
import {
  documentPdf,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { OUTCOME_LABELS, SOURCE_LABELS } from './labels.ts';
import { presentRepair } from './present.ts';
import { repairs } from './type.ts';

const WORDS = {
  en: {
    title: ['Repair job sheet', 'ใบซ่อมอะไหล่'],
    warehouse: 'Warehouse',
    part: 'Part to repair',
    source: 'Source',
    technician: 'Technician',
    outcome: 'Outcome',
    hours: 'Labour hours',
    warranty: 'Warranty, months',
    symptom: 'Symptom',
    diagnosis: 'Diagnosis and work done',
    item: 'Used part',
    requisition: 'Requisition',
    quantity: 'Used',
    unit: 'Unit',
    value: 'Value',
    partsCost: 'Used parts',
    laborCost: 'Labour',
    externalCost: 'External cost',
    total: 'Total cost',
    creator: 'Requested by',
    approver: 'Approved by',
    repairer: 'Repaired by',
    inspector: 'Inspected by',
  },
  th: {
    title: ['ใบซ่อมอะไหล่', 'Repair job sheet'],
    warehouse: 'คลัง',
    part: 'อะไหล่ที่ซ่อม',
    source: 'ที่มา',
    technician: 'ช่างผู้ซ่อม',
    outcome: 'ผลการซ่อม',
    hours: 'ชั่วโมงงาน',
    warranty: 'รับประกัน (เดือน)',
    symptom: 'อาการ',
    diagnosis: 'การวินิจฉัยและงานที่ทำ',
    item: 'อะไหล่ที่ใช้',
    requisition: 'ใบเบิก',
    quantity: 'ใช้จริง',
    unit: 'หน่วย',
    value: 'มูลค่า',
    partsCost: 'ค่าอะไหล่',
    laborCost: 'ค่าแรง',
    externalCost: 'ค่าจ้างภายนอก',
    total: 'ค่าใช้จ่ายรวม',
    creator: 'ผู้แจ้งซ่อม',
    approver: 'ผู้อนุมัติ',
    repairer: 'ผู้ซ่อม',
    inspector: 'ผู้ตรวจสอบ',
  },
} as const;

/** The job sheet: what was wrong, what was found, what was used and what it cost. */
export async function repairPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentRepair(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const trace = doc.serialNo ?? doc.lotNo;
  const quantity = `${formatQuantity(doc.quantity)} ${localisedName(doc.unit, locale)}`;
  const remark = [
    `${words.symptom}: ${doc.symptom}`,
    doc.diagnosis === null ? null : `${words.diagnosis}: ${doc.diagnosis}`,
    doc.remark,
  ]
    .filter(Boolean)
    .join('\n');
  const subject = {
    title: words.title,
    machine: repairs.type.machine,
    header,
    doc: { ...doc, remark },
  };
  const { totalCost, partsCost } = doc;
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      {
        label: words.part,
        lines: [
          `${doc.part.code ?? ''} ${localisedName(doc.part, locale)}`.trim(),
          [trace, quantity].filter(Boolean).join(' · '),
        ],
      },
      warehouseParty(words.warehouse, doc.warehouse, locale),
    ],
    facts: [
      { label: words.source, value: SOURCE_LABELS[doc.source][locale] },
      ...(doc.technician ? [{ label: words.technician, value: doc.technician.name }] : []),
      ...(doc.outcome
        ? [{ label: words.outcome, value: OUTCOME_LABELS[doc.outcome][locale] }]
        : []),
      ...(doc.laborHours > 0
        ? [{ label: words.hours, value: formatQuantity(doc.laborHours) }]
        : []),
      ...(doc.newWarrantyMonths === null
        ? []
        : [{ label: words.warranty, value: String(doc.newWarrantyMonths) }]),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'requisition', label: words.requisition, width: 3.4 },
      { key: 'quantity', label: words.quantity, width: 2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      ...(totalCost === null
        ? []
        : [{ key: 'value', label: words.value, width: 2.8, format: 'money' } as const]),
    ],
    rows: doc.usedParts.map((line) => ({
      item: { text: localisedName(line.part, locale), note: line.part.code ?? '' },
      requisition: line.requisition.documentNo,
      quantity: line.usedQty,
      unit: localisedName(line.unit, locale),
      value: line.value,
    })),
    ...(totalCost === null || partsCost === null
      ? {}
      : {
          totals: [
            { label: words.partsCost, value: partsCost },
            { label: words.laborCost, value: doc.laborCost },
            { label: words.externalCost, value: doc.externalCost },
            { label: words.total, value: totalCost, strong: true },
          ],
        }),
    signatures: [
      { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
      { label: words.repairer, ...signatureOf(doc.technician, doc.completedAt) },
      { label: words.inspector },
    ],
  });
}
