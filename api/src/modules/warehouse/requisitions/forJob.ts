import {
  addQuantities,
  type Condition,
  decimal,
  isWhole,
  subtractQuantities,
} from '@boxyard/shared/domain';
import type { JobSerialState } from '@boxyard/shared/domain/service/jobs.ts';
import { shortQty } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import {
  openRequisitionStatuses,
  requisitionMachine,
} from '@boxyard/shared/domain/warehouse/requisitionMachine.ts';
import { asSystem, type Ctx, type FieldFault, refuseFaults } from '../../../kernel/index.ts';
import { loadCatalogue } from '../../../workflow/index.ts';
import { countsWhole } from '../parts/levelRules.ts';
import { type ReturnedPick, returnedPicks, seenOnce, shareOf } from '../picking/returning.ts';
import { approveForJob } from './approve.ts';
import { cancelForJob } from './confirm.ts';
import { confirmDispatch } from './dispatch.ts';
import { insertRequisition, type NewRequisition } from './draft.ts';
import { type PickRow, picksOf } from './picks.ts';
import { returnRequisition } from './returnParts.ts';
import { type ItemRow, type RequisitionRow, requisitions } from './type.ts';

/** Parts of service jobs are drawn, used and given back through requisitions (domain-containers 2.10). */

/** A line of a requisition that was drawn for a job. */
export interface JobPart {
  readonly id: string;
  readonly requisitionId: string;
  readonly documentNo: string;
  readonly status: string;
  readonly partId: string;
  readonly unitId: string;
  readonly trackingType: 'none' | 'lot' | 'serial';
  readonly askedAt: Date;
  readonly isBillable: boolean;
  readonly askedQty: number;
  readonly reservedQty: number;
  readonly issuedQty: number;
  readonly usedQty: number;
  readonly returnedQty: number;
  readonly serials: readonly { readonly serialNo: string; readonly state: JobSerialState }[];
  /** The used quantity at its exact cost. */
  readonly value: string;
}

type JobPartRow = {
  readonly [K in keyof JobPart]: JobPart[K] extends number ? string : JobPart[K];
};

/** Everything drawn for a job; a line that was given up is left out, and a hand-over that was reversed. */
export async function jobPartsOf(ctx: Ctx, jobId: string): Promise<JobPart[]> {
  const { rows } = await ctx.pg.query<JobPartRow>({
    name: 'requisitions.jobParts',
    text: `select * from (select i.id, q.id as "requisitionId", q.document_no as "documentNo", q.status,
        coalesce(i.substitute_part_id, i.part_id) as "partId", p.unit_id as "unitId",
        p.tracking_type as "trackingType", q.created_at as "askedAt", i.is_billable as "isBillable",
        (coalesce(i.approved_qty, i.requested_qty) - i.cancelled_qty)::text as "askedQty",
        i.reserved_qty::text as "reservedQty", i.dispatched_qty::text as "issuedQty",
        i.used_qty::text as "usedQty", i.returned_qty::text as "returnedQty",
        coalesce((select jsonb_agg(jsonb_build_object('serialNo', s.serial_no, 'state',
            case when k.used_qty > 0 then 'used' when k.returned_qty > 0 then 'returned'
              when k.dispatched_qty > 0 then 'inHand' else 'held' end) order by s.serial_no)
          from requisition_picks k join stock_reservations r on r.id = k.reservation_id
          join serials s on s.id = r.serial_id
          where k.item_id = i.id and (r.status = 'active' or k.dispatched_qty > 0)), '[]') as serials,
        coalesce((select sum(k.used_value) from requisition_picks k where k.item_id = i.id), 0)::text as value,
        i.line_no as at
      from requisitions q join requisition_items i on i.requisition_id = q.id
      join material_parts p on p.id = coalesce(i.substitute_part_id, i.part_id)
      where q.job_id = $1 and q.status not in ('rejected', 'cancelled', 'reversed')) x
      where "askedQty"::numeric > 0 order by "documentNo", at`,
    values: [jobId],
  });
  return rows.map(({ at: _, ...row }: JobPartRow & { at?: unknown }) => ({
    ...row,
    askedQty: Number(row.askedQty),
    reservedQty: Number(row.reservedQty),
    issuedQty: Number(row.issuedQty),
    usedQty: Number(row.usedQty),
    returnedQty: Number(row.returnedQty),
  }));
}

/**
 * Marks the parts that were asked for a job since an instant as charged to its customer, or as free: who
 * bears the job has changed.
 */
export const markPartsBillable = (
  ctx: Ctx,
  {
    jobId,
    since,
    isBillable,
  }: { readonly jobId: string; readonly since: Date | null; readonly isBillable: boolean },
) =>
  ctx.db
    .updateTable('requisitionItems as i')
    .from('requisitions as q')
    .whereRef('q.id', '=', 'i.requisitionId')
    .where('q.jobId', '=', jobId)
    .$if(since !== null, (query) => query.where('q.createdAt', '>=', since as Date))
    .set({ isBillable })
    .execute();

/** Quantity of a line that is in the technician's hands: handed out, neither used nor given back. */
export const inHandQty = (part: Pick<JobPart, 'issuedQty' | 'usedQty' | 'returnedQty'>): number =>
  subtractQuantities(part.issuedQty, addQuantities(part.usedQty, part.returnedQty));

export const isOpenRequisition = (status: string): boolean =>
  (openRequisitionStatuses as readonly string[]).includes(status);

/** Asks one warehouse for parts of a job. What there is, is held at once; answers what is short. */
export async function requestForJob(
  ctx: Ctx,
  asked: Omit<NewRequisition, 'toWarehouseId' | 'remark'> & { readonly jobId: string },
) {
  const made = await insertRequisition(ctx, { ...asked, toWarehouseId: null, remark: null });
  await approveForJob(ctx, made.id);
  const items = await requisitions.linesOf(ctx, made.id);
  return {
    ...made,
    short: items
      .map((item) => ({ partId: item.partId, quantity: shortQty(item) }))
      .filter(({ quantity }) => quantity > 0),
  };
}

interface Drawn {
  readonly rows: readonly RequisitionRow[];
  readonly items: readonly ItemRow[];
  readonly picks: readonly PickRow[];
}

/** The requisitions of a job with their lines and picks, locked in the order of their ids. */
async function lockDrawn(ctx: Ctx, jobId: string): Promise<Drawn> {
  const { rows: ids } = await ctx.pg.query<{ id: string }>({
    name: 'requisitions.lockOfJob',
    text: `select id from requisitions where job_id = $1
      and status not in ('rejected', 'cancelled', 'reversed') order by id for update`,
    values: [jobId],
  });
  const rows: RequisitionRow[] = [];
  const items: ItemRow[] = [];
  const picks: PickRow[] = [];
  for (const { id } of ids) {
    const row = await requisitions.type.load(ctx, id, { lock: false });
    if (!row) continue;
    rows.push(row);
    items.push(...(await requisitions.linesOf(ctx, id)));
    picks.push(...(await picksOf(ctx, id)).filter((pick) => pick.dispatchedQty > 0));
  }
  return { rows, items, picks };
}

/** A line of what a technician used or gives back. */
interface HandLine {
  readonly id: string;
  readonly quantity: number;
  readonly serials?: readonly string[] | undefined;
  readonly lotNo?: string | null | undefined;
}

/** Used stock of one pick, at the exact cost at which it was handed out. */
export interface UsedPiece {
  /** Index of the line that named it. */
  readonly line: number;
  readonly partId: string;
  readonly warehouseId: string;
  /** The bin from which it was handed out. */
  readonly shelfId: string;
  readonly quantity: number;
  readonly lotId: string | null;
  readonly serialId: string | null;
  readonly condition: Condition;
  readonly value: string;
}

/** Lines about the same parts that neither a serial number nor a lot tells apart. */
const repeatedLines = (lines: readonly HandLine[], at: string): FieldFault[] =>
  lines.flatMap((line, index) => {
    const isSame = (other: HandLine) =>
      other.id === line.id &&
      (other.serials?.length ?? 0) === 0 &&
      (other.lotNo ?? null) === (line.lotNo ?? null);
    return (line.serials?.length ?? 0) === 0 && lines.findIndex(isSame) !== index
      ? [{ field: `${at}[${index}].id`, code: 'REPEATED' }]
      : [];
  });

/** A share of what is only counted whole is neither used nor given back. */
async function expectWhole(
  ctx: Ctx,
  items: readonly ItemRow[],
  { lines, at }: { readonly lines: readonly HandLine[]; readonly at: string },
): Promise<void> {
  const { parts } = await loadCatalogue(ctx, {
    partIds: items.map(({ outPartId }) => outPartId),
    unitIds: [],
  });
  refuseFaults(
    lines.flatMap(({ id, quantity }, index): FieldFault[] => {
      const part = parts.get(items.find((item) => item.id === id)?.outPartId ?? '');
      return part && countsWhole(part.trackingType, part.unitAllowsFraction) && !isWhole(quantity)
        ? [{ field: `${at}[${index}].quantity`, code: 'WHOLE' }]
        : [];
    }),
  );
}

/** Writes down which of the parts in hand were used for a job; every fault at once, at `<at>[n]`. */
export async function consumeForJob(
  ctx: Ctx,
  {
    jobId,
    lines,
    at,
  }: { readonly jobId: string; readonly lines: readonly HandLine[]; readonly at: string },
): Promise<UsedPiece[]> {
  if (lines.length === 0) return [];
  refuseFaults(repeatedLines(lines, at));
  const { items, picks } = await lockDrawn(ctx, jobId);
  await expectWhole(ctx, items, { lines, at });
  const wanted = lines.map((line) => ({ ...line, condition: 'used' as const }));
  const used = returnedPicks(wanted, { items, picks, at });
  const valued = seenOnce(used).map((one) => ({ ...one, value: shareOf(one) }));
  await ctx.pg.query({
    name: 'requisitions.used',
    text: `with t as (select id, sum(qty) as qty, sum(value) as value
        from unnest($1::uuid[], $2::numeric[], $3::numeric[]) as t(id, qty, value) group by id),
      p as (
        update requisition_picks p set used_qty = p.used_qty + t.qty, used_value = p.used_value + t.value
        from t where p.reservation_id = t.id returning p.item_id, t.qty
      )
      update requisition_items i set used_qty = i.used_qty + s.qty
      from (select item_id, sum(qty) as qty from p group by item_id) s where i.id = s.item_id`,
    values: [
      valued.map(({ pick }) => pick.reservationId),
      valued.map(({ quantity }) => quantity),
      valued.map(({ value }) => value),
    ],
  });
  return valued.map(({ item, pick, quantity, value }) => ({
    line: lineOf(lines, { item, pick }),
    partId: item.outPartId,
    warehouseId: pick.warehouseId,
    shelfId: pick.locationId,
    quantity,
    lotId: pick.lotId,
    serialId: pick.serialId,
    condition: pick.condition,
    value,
  }));
}

/** The line that named a piece: of several about one item, the one with its serial number or lot. */
function lineOf(
  lines: readonly HandLine[],
  { item, pick }: Pick<ReturnedPick<ItemRow, PickRow>, 'item' | 'pick'>,
): number {
  const mine = lines.flatMap((line, index) => (line.id === item.id ? [{ line, index }] : []));
  const exact = mine.find(({ line }) =>
    pick.serialNo === null
      ? line.lotNo != null && line.lotNo === pick.lotNo
      : line.serials?.some((serial) => serial.trim().toUpperCase() === pick.serialNo),
  );
  return (exact ?? mine[0])?.index ?? 0;
}

type BackLine = HandLine & { readonly condition: Condition };

/** Gives parts back that a job does not use: goods imports of them wait, at their exact cost. */
export async function returnForJob(
  ctx: Ctx,
  {
    jobId,
    lines,
    at,
    remark,
  }: {
    readonly jobId: string;
    readonly lines: readonly BackLine[];
    readonly at: string;
    readonly remark: string | null;
  },
): Promise<void> {
  if (lines.length === 0) return;
  const drawn = await lockDrawn(ctx, jobId);
  await expectWhole(ctx, drawn.items, { lines, at });
  // Refuses every fault at its line before anything is announced.
  returnedPicks(lines, { ...drawn, at });
  await announceReturns(ctx, drawn, { lines, remark });
}

async function announceReturns(
  ctx: Ctx,
  { rows, items }: Drawn,
  { lines, remark }: { readonly lines: readonly BackLine[]; readonly remark: string | null },
): Promise<void> {
  const owner = new Map(items.map((item) => [item.id, item.requisitionId]));
  for (const row of rows) {
    const mine = lines.filter(({ id }) => owner.get(id) === row.id);
    if (mine.length === 0) continue;
    await returnRequisition(asSystem(ctx), {
      params: { id: row.id },
      body: {
        version: row.version,
        remark,
        items: mine.map(({ serials, ...line }) => ({
          ...line,
          ...(serials === undefined ? {} : { serials: [...serials] }),
        })),
      },
    });
  }
}

/** Frees what is held for a job and not handed out: its open requisitions are cancelled. */
export async function giveUpForJob(
  ctx: Ctx,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<void> {
  const { rows } = await lockDrawn(ctx, jobId);
  for (const { id, version, status } of rows) {
    if (!isOpenRequisition(status)) continue;
    await cancelForJob(asSystem(ctx), { params: { id }, body: { version, reason } });
  }
}

/**
 * Hands out what is held for a job in the vans of its technicians, who are named as users of the van: it is
 * in their hands already. A van of anybody else hands out as every warehouse does.
 */
export async function handOutOfVans(
  ctx: Ctx,
  { jobId, recipientName }: { readonly jobId: string; readonly recipientName: string },
): Promise<void> {
  const { rows } = await ctx.pg.query<{ id: string; version: number }>({
    name: 'requisitions.ofVans',
    text: `select q.id, q.version from requisitions q join warehouses w on w.id = q.warehouse_id
      join jobs j on j.id = q.job_id
      where q.job_id = $1 and q.status = any($2::text[]) and w.kind = 'technicianVan'
        and exists (select 1 from user_warehouses uw
          where uw.warehouse_id = w.id and uw.user_id = any(j.technician_ids))
        and exists (select 1 from requisition_items i where i.requisition_id = q.id and i.reserved_qty > 0)
      order by q.id`,
    values: [jobId, [...requisitionMachine.actions['confirm-dispatch'].from]],
  });
  for (const { id, version } of rows) {
    const body = { version, recipientName, pickAll: true, backorder: true };
    await confirmDispatch(asSystem(ctx), { params: { id }, body });
  }
}

/** Gives everything back that a job holds or has in hand; what was used stays used. */
export async function returnAllOfJob(
  ctx: Ctx,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<void> {
  await giveUpForJob(ctx, { jobId, reason });
  const drawn = await lockDrawn(ctx, jobId);
  const lines = drawn.picks.flatMap((pick): BackLine[] => {
    const quantity = subtractQuantities(
      pick.dispatchedQty,
      addQuantities(pick.returnedQty, pick.usedQty),
    );
    if (quantity <= 0) return [];
    return [
      {
        id: pick.itemId,
        quantity,
        condition: pick.condition,
        lotNo: pick.lotNo,
        ...(pick.serialNo === null ? {} : { serials: [pick.serialNo] }),
      },
    ];
  });
  await announceReturns(ctx, drawn, { lines, remark: reason });
}

/** Cost of the used parts of a job, in THB. */
export const valueOfParts = (parts: readonly Pick<JobPart, 'value'>[]): string =>
  decimal.round(decimal.add('0', ...parts.map(({ value }) => value)));
