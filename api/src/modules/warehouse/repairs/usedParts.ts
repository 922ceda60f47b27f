import { decimal } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';

/** A line of a requisition that was drawn for a repair. */
interface UsedPart {
  readonly id: string;
  readonly requisitionId: string;
  readonly documentNo: string;
  readonly status: string;
  readonly partId: string;
  readonly unitId: string;
  readonly requestedQty: number;
  readonly usedQty: number;
  /** What was handed out and not given back was worth when it left. */
  readonly value: string;
}

/** Everything drawn for a repair, by its requisitions (domain-warehouse 2.11). */
export async function usedPartsOf(ctx: Ctx, repairId: string): Promise<UsedPart[]> {
  const { rows } = await ctx.pg.query<
    Omit<UsedPart, 'requestedQty' | 'usedQty'> & { requestedQty: string; usedQty: string }
  >({
    name: 'repairs.usedParts',
    text: `select i.id, q.id as "requisitionId", q.document_no as "documentNo", q.status,
        coalesce(i.substitute_part_id, i.part_id) as "partId", p.unit_id as "unitId",
        i.requested_qty::text as "requestedQty",
        -- What a reversal took back was never used.
        case when q.status = 'reversed' then '0' else (i.dispatched_qty - i.returned_qty)::text end as "usedQty",
        case when q.status = 'reversed' then '0' else coalesce((
          select sum(round(k.issue_value * (k.dispatched_qty - k.returned_qty) / k.dispatched_qty, 2))
          from requisition_picks k where k.item_id = i.id and k.dispatched_qty > 0), 0)::text end as value
      from requisitions q join requisition_items i on i.requisition_id = q.id
      join material_parts p on p.id = coalesce(i.substitute_part_id, i.part_id)
      where q.repair_id = $1 order by q.document_no, i.line_no`,
    values: [repairId],
  });
  return rows.map((row) => ({
    ...row,
    requestedQty: Number(row.requestedQty),
    usedQty: Number(row.usedQty),
  }));
}

export const usedValueOf = (parts: readonly UsedPart[]): string =>
  decimal.round(decimal.add('0', ...parts.map(({ value }) => value)));
