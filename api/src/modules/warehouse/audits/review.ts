import { auditMachine } from '@boxyard/shared/domain';
import { varianceOf } from '@boxyard/shared/domain/warehouse/auditLines.ts';
import {
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type Input,
  notify,
  refuseFaults,
} from '../../../kernel/index.ts';
import { authorship, type Effect, matchItems } from '../../../workflow/index.ts';
import { derivedOf, type LineRow, linesOf, overTolerance } from './lines.ts';
import { type AuditRow, audits } from './type.ts';

export type StatusItem = NonNullable<Input<'audits.setStatus'>['body']['items']>[number];

/** Lines that are counted again: those named, those decided on so, else all beyond the tolerance. */
function toRecount(
  audit: AuditRow,
  { lines, items }: { lines: readonly LineRow[]; items: readonly StatusItem[] | undefined },
): LineRow[] {
  if (items !== undefined) return matchItems({ items: lines, lines: items }, (line) => line);
  const decided = lines.filter((line) => line.decision === 'recount');
  return decided.length > 0 ? decided : overTolerance(audit, lines);
}

/**
 * Sends lines back to be counted again, by somebody other than the first time. The count that they had
 * last becomes the first one; both stay on record.
 */
export async function recountEffect(
  ctx: Ctx,
  audit: AuditRow,
  items: readonly StatusItem[] | undefined,
): Promise<Effect<'audits'>> {
  const lines = await linesOf(ctx, audit);
  const chosen = toRecount(audit, { lines, items });
  if (chosen.length === 0) throw conflict('NOTHING_OVER');
  const round = audit.round + 1;
  await ctx.pg.query({
    name: 'audits.recount',
    text: `update audit_items i set needs_recount = i.id = any($2::uuid[]), decision = null,
        first_count = case when i.id = any($2::uuid[]) then coalesce(i.recount, i.first_count) else i.first_count end,
        first_moved = case when i.id = any($2::uuid[]) and i.recount is not null then i.recount_moved else i.first_moved end,
        first_by = case when i.id = any($2::uuid[]) and i.recount is not null then i.recount_by else i.first_by end,
        first_at = case when i.id = any($2::uuid[]) and i.recount is not null then i.recount_at else i.first_at end,
        recount = case when i.id = any($2::uuid[]) then null else i.recount end,
        recount_moved = case when i.id = any($2::uuid[]) then null else i.recount_moved end,
        recount_by = case when i.id = any($2::uuid[]) then null else i.recount_by end,
        recount_at = case when i.id = any($2::uuid[]) then null else i.recount_at end
      where i.audit_id = $1`,
    values: [audit.id, chosen.map(({ id }) => id)],
  });
  await notifyRecounters(ctx, audit, chosen.length);
  return {
    set: { round, openCount: chosen.length, varianceValue: null },
    // Which lines differ is not told to those who count again.
    diff: { lines: chosen.length },
  };
}

async function notifyRecounters(ctx: Ctx, audit: AuditRow, lines: number): Promise<void> {
  const people = await audienceOf(ctx, {
    ...audits.type.scope(audit),
    ability: `${auditMachine.page}:count`,
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${audits.type.label.en} ${audit.documentNo}: ${lines} ${lines === 1 ? 'line' : 'lines'} to count again`,
      th: `${audits.type.label.th} ${audit.documentNo} มี ${lines} รายการต้องนับซ้ำ`,
    },
    description: { en: 'By somebody other than the first time', th: 'ผู้นับต้องไม่ใช่คนเดิม' },
    action: audits.path(audit.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: audits.type.subject, id: audit.id },
    dedupeKey: `${audits.type.subject}:${audit.id}:recount:${audit.version}`,
  });
}

/** Shows what differs: to the review, from the count or from the recount. */
export async function reviewEffect(ctx: Ctx, audit: AuditRow): Promise<Effect<'audits'>> {
  const lines = await linesOf(ctx, audit);
  const { varianceValue, undecidedCount } = derivedOf(audit, lines);
  return {
    set: {
      varianceValue,
      undecidedCount,
      reviewedAt: ctx.clock.now(),
      reviewedBy: authorId(ctx.actor),
    },
    diff: { differences: lines.filter((line) => varianceOf(line) !== 0).length },
  };
}

/** Writes what is decided of lines; `null` takes a decision back. */
export async function writeDecisions(
  ctx: Ctx,
  audit: AuditRow,
  items: readonly StatusItem[],
): Promise<LineRow[]> {
  const lines = await linesOf(ctx, audit);
  const decided = matchItems({ items: lines, lines: items }, (line, item, fault) => {
    const { decision = line.decision, reasonCode = line.reasonCode } = item;
    const reasonText = item.reasonText === undefined ? line.reasonText : item.reasonText || null;
    if (decision === 'accept' && reasonCode === 'other' && reasonText === null) {
      fault('reasonText', { code: 'REQUIRED' });
    }
    const unitCost = item.unitCost === undefined ? line.givenCost : item.unitCost;
    return { line, decision, reasonCode, reasonText, unitCost };
  });
  await ctx.pg.query({
    name: 'audits.decide',
    text: `update audit_items i set decision = t.decision, reason_code = t.code, reason_text = t.text,
        unit_cost = t.cost
      from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[])
        as t(id, decision, code, text, cost)
      where i.id = t.id and i.audit_id = $1`,
    values: [
      audit.id,
      decided.map(({ line }) => line.id),
      decided.map(({ decision }) => decision),
      decided.map(({ reasonCode }) => reasonCode),
      decided.map(({ reasonText }) => reasonText),
      decided.map(({ unitCost }) => unitCost),
    ],
  });
  return linesOf(ctx, audit);
}

/** Accepts, ignores or marks lines, each difference with its reason. */
export async function decideEffect(
  ctx: Ctx,
  audit: AuditRow,
  items: readonly StatusItem[] | undefined,
): Promise<Effect<'audits'>> {
  if (items === undefined || items.length === 0) {
    refuseFaults([{ field: 'items', code: 'LINES_REQUIRED' }]);
  }
  const lines = await writeDecisions(ctx, audit, items ?? []);
  const { varianceValue, undecidedCount } = derivedOf(audit, lines);
  // A cost is an amount of the document; to accept or ignore a difference is its review.
  const isPriced = items?.some(({ unitCost }) => unitCost !== undefined && unitCost !== null);
  return {
    set: { varianceValue, undecidedCount, ...(isPriced ? authorship(ctx, audit) : {}) },
    diff: { decided: items?.length ?? 0, open: undecidedCount },
  };
}
