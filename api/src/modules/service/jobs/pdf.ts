import { byLanguage } from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentJob } from './present.ts';
import { jobs } from './type.ts';

const { field, choice } = TEXTS;

const WORDS = byLanguage({
  order: { en: ['Work order', 'ใบสั่งงานบริการ'], th: ['ใบสั่งงานบริการ', 'Work order'] },
  report: { en: ['Service report', 'ใบรายงานผลบริการ'], th: ['ใบรายงานผลบริการ', 'Service report'] },
  customer: field.customer,
  product: field.product,
  productModel: field.productModel,
  reportedAt: field.reportedAt,
  priority: field.priority,
  coverage: field.coverage,
  appointment: field.appointmentStart,
  technicians: field.technicians,
  technician: field.technicians,
  started: { en: 'Started', th: 'เริ่ม' },
  ended: { en: 'Ended', th: 'สิ้นสุด' },
  pause: { en: 'Paused for', th: 'สาเหตุที่หยุด' },
  result: field.result,
  workMinutes: field.workMinutes,
  downtimeMinutes: field.downtimeMinutes,
  approver: COMMON_WORDS.field.approvedBy,
  signer: field.signedBy,
});

/** The work order that a technician takes along; once the work is done, its report to sign (2.10). */
export const jobPdf = jobs.pdf({
  present: presentJob,
  words: WORDS,
  contents: (doc, p, ctx) => ({
    title: p.title(doc.resolvedAt === null ? 'order' : 'report'),
    parties: [p.party('customer', [doc.customer ? p.name(doc.customer) : null, doc.place])],
    facts: p.facts({
      product: `${doc.product.serialNumber} ${doc.product.name}`,
      productModel: p.name(doc.productModel),
      reportedAt: p.moment(doc.reportedAt),
      priority: choice.priority[doc.priority][ctx.locale],
      coverage: choice.coverage[doc.coverage][ctx.locale],
      appointment: p.moment(doc.appointmentStart),
      technicians: doc.technicians.map(({ name }) => name).join(', ') || null,
      result: doc.result === null ? null : choice.result[doc.result][ctx.locale],
      workMinutes: doc.workMinutes === 0 ? null : String(doc.workMinutes),
      downtimeMinutes: doc.downtimeMinutes === null ? null : String(doc.downtimeMinutes),
    }),
    remark: [doc.symptom, doc.workDone, doc.finalReport, doc.remark].filter(Boolean).join('\n'),
    ...p.lines(doc.times, [
      p.text('technician', 5, (line) => line.technician?.name ?? ''),
      p.text('started', 3, (line) => p.moment(line.startedAt) ?? ''),
      p.text('ended', 3, (line) => p.moment(line.endedAt) ?? ''),
      p.text('pause', 4, (line) =>
        line.pauseReason === null ? '' : choice.pauseReason[line.pauseReason][ctx.locale],
      ),
    ]),
    signatures: p.signatures({
      technician: doc.technicians[0] ? [doc.technicians[0], doc.resolvedAt] : null,
      signer: doc.signedBy === null ? null : [{ name: doc.signedBy }, doc.completedAt],
    }),
  }),
});
