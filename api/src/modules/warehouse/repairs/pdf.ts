import { formatQuantity } from '../../../documents/format.ts';
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
export const repairPdf = repairs.pdf({
  present: presentRepair,
  words: WORDS,
  contents: (doc, { locale, ...p }) => ({
    title: p.title('title'),
    remark: [
      `${p.word('symptom')}: ${doc.symptom}`,
      doc.diagnosis === null ? null : `${p.word('diagnosis')}: ${doc.diagnosis}`,
      doc.remark,
    ]
      .filter(Boolean)
      .join('\n'),
    parties: [
      p.party('part', [
        `${doc.part.code ?? ''} ${p.name(doc.part)}`.trim(),
        [doc.serialNo ?? doc.lotNo, `${formatQuantity(doc.quantity)} ${p.name(doc.unit)}`]
          .filter(Boolean)
          .join(' · '),
      ]),
      p.place('warehouse', doc.warehouse),
    ],
    facts: p.facts({
      source: SOURCE_LABELS[doc.source][locale],
      technician: doc.technician?.name,
      outcome: doc.outcome && OUTCOME_LABELS[doc.outcome][locale],
      hours: doc.laborHours > 0 ? formatQuantity(doc.laborHours) : null,
      warranty: doc.newWarrantyMonths,
    }),
    ...p.lines(doc.usedParts, [
      p.text('item', 8, (line) => p.item(line.part)),
      p.text('requisition', 3.4, (line) => line.requisition.documentNo),
      p.quantity('quantity', 2, (line) => line.usedQty),
      p.unit('unit', 1.8, (line) => p.name(line.unit)),
      doc.totalCost !== null && p.money('value', 2.8, (line) => line.value),
    ]),
    ...p.totals({
      partsCost: doc.partsCost,
      laborCost: doc.laborCost,
      externalCost: doc.externalCost,
      total: doc.totalCost,
    }),
    signatures: p.signatures({
      creator: [doc.createdBy, doc.createdAt],
      approver: [doc.approvedBy, doc.approvedAt],
      repairer: [doc.technician, doc.completedAt],
      inspector: [],
    }),
  }),
});
