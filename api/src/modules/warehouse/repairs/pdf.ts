import { formatQuantity } from '../../../documents/format.ts';
import { byLanguage } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentTitle } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentRepair } from './present.ts';
import { repairs } from './type.ts';

const { field, line, choice } = TEXTS;

const WORDS = byLanguage({
  title: documentTitle('repairs', 'Repair job sheet'),
  warehouse: field.warehouse,
  part: { en: 'Part to repair', th: 'อะไหล่ที่ซ่อม' },
  source: field.source,
  technician: { en: 'Technician', th: 'ช่างผู้ซ่อม' },
  outcome: field.outcome,
  hours: field.laborHours,
  warranty: { en: 'Warranty, months', th: 'รับประกัน (เดือน)' },
  symptom: field.symptom,
  diagnosis: field.diagnosis,
  item: { en: 'Used part', th: 'อะไหล่ที่ใช้' },
  requisition: line.requisition,
  quantity: line.usedQty,
  unit: COMMON_WORDS.field.unit,
  value: line.value,
  partsCost: field.partsCost,
  laborCost: field.laborCost,
  externalCost: field.externalCost,
  total: field.totalCost,
  creator: field.createdBy,
  approver: COMMON_WORDS.field.approvedBy,
  repairer: { en: 'Repaired by', th: 'ผู้ซ่อม' },
  inspector: { en: 'Inspected by', th: 'ผู้ตรวจสอบ' },
});

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
      source: choice.source[doc.source][locale],
      technician: doc.technician?.name,
      outcome: doc.outcome && choice.outcome[doc.outcome][locale],
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
