import { addDays, decimal } from '@boxyard/shared/domain';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import { ESTIMATE_DAYS } from '@boxyard/shared/domain/service/estimates.ts';
import { type Ctx, money, today } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { LABOUR, labourRateOf, linesOfEstimates, listedParts, type PricedLine } from './lines.ts';
import { type EstimateRow, estimatesOf } from './type.ts';

/** Address at which a customer reads an estimate and answers. */
export const linkOfEstimate = ({ app }: Ctx, id: string): string =>
  `${app.config.publicUrl}/r/estimate/${app.links.write('estimate', id)}`;

const isSent = ({ status }: EstimateRow): boolean =>
  estimateMachine.actions.accept.from.includes(status);

const isDraftOfOne = ({ status }: EstimateRow): boolean =>
  estimateMachine.actions.send.from.includes(status);

/** Estimates as the job shows them, the latest first. */
export async function presentEstimates(ctx: Ctx, rows: readonly EstimateRow[]) {
  const [lines, refs] = await Promise.all([
    linesOfEstimates(
      ctx,
      rows.map(({ id }) => id),
    ),
    loadRefs(ctx, { user: rows.map(({ recordedBy }) => recordedBy) }),
  ]);
  return rows.map((row) => ({
    id: row.id,
    documentNo: row.documentNo,
    status: row.status,
    validUntil: row.validUntil,
    items: lines(row.id),
    discountTotal: money(row.discountTotal),
    subTotal: money(row.subTotal),
    vatAmount: money(row.vatAmount),
    grandTotal: money(row.grandTotal),
    remark: row.remark,
    sentAt: row.sentAt,
    link: isSent(row) ? linkOfEstimate(ctx, row.id) : null,
    answeredAt: row.answeredAt,
    answeredBy: row.answeredBy,
    answerReason: row.answerReason,
    recordedBy: refs.userOrNull(row.recordedBy),
    answerNote: row.answerNote,
  }));
}

/** A job as far as an estimate is drafted from it. */
interface EstimatedJob {
  readonly id: string;
  readonly companyId: string;
  readonly customerId: string | null;
}

/** Parts that were asked for or planned, as lines at list prices. */
async function knownParts(
  ctx: Ctx,
  wanted: readonly { readonly partId: string; readonly quantity: number }[],
): Promise<Omit<PricedLine, 'listPrice'>[]> {
  const parts = await listedParts(
    ctx,
    wanted.map(({ partId }) => partId),
  );
  const quantities = new Map<string, string>();
  for (const { partId, quantity } of wanted) {
    const sum = decimal.add(quantities.get(partId) ?? '0', String(quantity));
    quantities.set(partId, sum);
  }
  return [...parts].map(([partId, { description, unit, listPrice }]) => ({
    partId,
    isLabour: false,
    description,
    quantity: Number(quantities.get(partId)),
    unit,
    unitPrice: listPrice,
  }));
}

/** The beginning of an estimate: the draft, else an hour of labour and the parts that the job is known to need. */
export async function estimateProposal(
  ctx: Ctx,
  { companyId, customerId }: EstimatedJob,
  {
    draft,
    wanted,
  }: {
    readonly draft: EstimateRow | null;
    readonly wanted: readonly { readonly partId: string; readonly quantity: number }[];
  },
) {
  if (customerId === null) return null;
  const [labourRate, customer, lines, parts] = await Promise.all([
    labourRateOf(ctx, companyId),
    ctx.db
      .selectFrom('customers')
      .where('id', '=', customerId)
      .select('email')
      .executeTakeFirstOrThrow(),
    draft === null ? null : linesOfEstimates(ctx, [draft.id]),
    knownParts(ctx, wanted),
  ]);
  const labour = { partId: null, isLabour: true, ...LABOUR, quantity: 1, unitPrice: labourRate };
  return {
    items:
      draft === null || lines === null
        ? [labour, ...parts]
        : lines(draft.id).map(({ lineTotal: _, ...line }) => line),
    validUntil: draft?.validUntil ?? addDays(today(ctx.clock), ESTIMATE_DAYS.usual),
    remark: draft?.remark ?? null,
    discountReason: draft?.discountReason ?? null,
    hasEmail: customer.email !== null,
  };
}

/** Estimates of a job, and the beginning of the next one where one may be written. */
export async function estimatesFor(
  ctx: Ctx,
  job: EstimatedJob,
  {
    isToEstimate,
    wanted,
  }: {
    readonly isToEstimate: boolean;
    readonly wanted: readonly { readonly partId: string; readonly quantity: number }[];
  },
) {
  const rows = await estimatesOf(ctx, job.id);
  const draft = rows.find(isDraftOfOne) ?? null;
  const [estimates, proposal] = await Promise.all([
    presentEstimates(ctx, rows),
    isToEstimate ? estimateProposal(ctx, job, { draft, wanted }) : null,
  ]);
  return {
    // Their letters have the lines.
    estimates: estimates.map(
      ({ items: _, vatAmount: __, remark: ___, answeredAt: ____, ...one }) => one,
    ),
    proposal,
  };
}
