import { can, decimal } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, defineList, type Input, notFound } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/lots.ts';

type Tracking = Input<'parts.tracking'>;

/** Whether a place (alias of its warehouse) is within what this person may see. */
const warehouseVisible = (ctx: Ctx, alias: 'fw' | 'tw'): RawBuilder<boolean> => {
  const { companyIds, warehouseIds } = ctx.actor;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`((${companyIds}::uuid[] is null or ${column('companyId')} = any(${companyIds}::uuid[]))
    and (${warehouseIds}::uuid[] is null or ${column('isSystem')} or ${column('id')} = any(${warehouseIds}::uuid[])))`;
};

/**
 * Places whose stock the balance counts: what is owned within the person's scope, or the one
 * warehouse that was chosen.
 */
async function countedBins(ctx: Ctx, { query }: Tracking): Promise<string[]> {
  const chosen = query.filters.warehouseId ?? null;
  const { companyIds, warehouseIds } = ctx.actor;
  const { rows } = await sql<{ id: string }>`
    select b.id from bins b join warehouses w on w.id = b.warehouse_id
    where (w.kind <> 'virtual' or w.code = 'CLAIM')
      and (${companyIds}::uuid[] is null or w.company_id = any(${companyIds}::uuid[]))
      and (${warehouseIds}::uuid[] is null or w.is_system or w.id = any(${warehouseIds}::uuid[]))
      and (${chosen}::uuid[] is null or w.id = any(${chosen}::uuid[]))`.execute(ctx.db);
  return rows.map((row) => row.id);
}

const serialCondition = (column: string, query: Tracking['query'], partId: string) => {
  const { serialNo } = query.filters;
  if (serialNo === undefined) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = (select s.id from serials s
    where s.item_type = 'part' and s.item_id = ${partId} and s.serial_no = ${normaliseSerial(serialNo)})`;
};

/** Stock after each of the moves: today's, less whatever came later. */
async function balancesAfter(
  ctx: Ctx,
  { seqs, bins, input }: { seqs: readonly number[]; bins: readonly string[]; input: Tracking },
): Promise<Map<number, string>> {
  if (seqs.length === 0) return new Map();
  const partId = input.params.id;
  const { rows } = await sql<{ seq: number; balance: string }>`
    with later as (
      select e.move_seq, sum(e.qty) as qty from stock_entries e
      where e.item_id = ${partId} and e.item_type = 'part' and e.move_seq > ${Math.min(...seqs)}
        and e.location_id = any(${bins}::uuid[]) and ${serialCondition('e.serialId', input.query, partId)}
      group by e.move_seq
    ), reached as (
      select move_seq, sum(qty) over (order by move_seq desc) as qty from later
    ), present as (
      select coalesce(sum(b.on_hand), 0) as qty from stock_balances b
      where b.item_id = ${partId} and b.item_type = 'part' and b.location_id = any(${bins}::uuid[])
        and ${serialCondition('b.serialId', input.query, partId)}
    )
    select s.seq, (present.qty - coalesce((select r.qty from reached r where r.move_seq > s.seq
      order by r.move_seq limit 1), 0))::text as balance
    from unnest(${seqs}::bigint[]) as s(seq) cross join present`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.seq), row.balance]));
}

/** Opening and closing stock of the days asked for, and what came and went between (I8 in pieces). */
async function totals(ctx: Ctx, input: Tracking) {
  const bins = await countedBins(ctx, input);
  const { startDate = null, endDate = null, filters } = input.query;
  const docTypes = filters.docType?.filter((type) => type !== 'reversal') ?? [];
  const reversals = filters.docType?.includes('reversal') ?? false;
  const anyDocument = filters.docType === undefined;
  const { rows } = await sql<Record<'opening' | 'closing' | 'qtyIn' | 'qtyOut', string>>`
    with net as (
      select e.move_seq, min(e.effective_date) as day, sum(e.qty) as qty from stock_entries e
      where e.item_id = ${input.params.id} and e.item_type = 'part'
        and e.location_id = any(${bins}::uuid[])
        and ${serialCondition('e.serialId', input.query, input.params.id)}
      group by e.move_seq
    ), flow as (
      select n.qty from net n join stock_moves m on m.seq = n.move_seq
      where (${startDate}::date is null or n.day >= ${startDate}::date)
        and (${endDate}::date is null or n.day <= ${endDate}::date)
        and (${anyDocument} or m.doc_type = any(${docTypes}::text[])
          or (${reversals} and m.reverses_move_id is not null))
    )
    select
      coalesce((select sum(qty) from net where ${startDate}::date is not null and day < ${startDate}::date), 0)::text as opening,
      coalesce((select sum(qty) from net where ${endDate}::date is null or day <= ${endDate}::date), 0)::text as closing,
      coalesce((select sum(qty) from flow where qty > 0), 0)::text as "qtyIn",
      coalesce((select -sum(qty) from flow where qty < 0), 0)::text as "qtyOut"`.execute(ctx.db);
  return rows[0] ?? {};
}

/** Moves of a part with the running balance (domain-warehouse 4.1, page parts-warehouse/:id). */
export const trackingList = defineList('parts.tracking', {
  id: 'm.seq',
  from: (ctx, { params, query }) => {
    const chosen = query.filters.warehouseId;
    const either = sql<boolean>`(${warehouseVisible(ctx, 'fw')} or ${warehouseVisible(ctx, 'tw')})`;
    // Goods between two warehouses that are both somebody else's touch a system place at most.
    const { warehouseIds } = ctx.actor;
    const notElsewhere =
      warehouseIds === null
        ? sql<boolean>`true`
        : sql<boolean>`((fw.is_system and tw.is_system) or fw.id = any(${warehouseIds}::uuid[])
            or tw.id = any(${warehouseIds}::uuid[]))`;
    const moves = ctx.db
      .selectFrom('stockMoves as m')
      .innerJoin('bins as fb', 'fb.id', 'm.fromLocationId')
      .innerJoin('warehouses as fw', 'fw.id', 'fb.warehouseId')
      .innerJoin('bins as tb', 'tb.id', 'm.toLocationId')
      .innerJoin('warehouses as tw', 'tw.id', 'tb.warehouseId')
      .where('m.itemId', '=', params.id)
      .where('m.itemType', '=', 'part')
      // Opaque to the planner, which else takes the two ends for a rarity and sorts all moves.
      .where(sql<boolean>`case when ${either} and ${notElsewhere} then true end`)
      .where(serialCondition('m.serialId', query, params.id));
    if (chosen === undefined) return moves;
    // By the moves' own columns: the index on (item, seq) then still gives the order.
    const places = sql`(select id from bins where warehouse_id = any(${chosen}::uuid[]))`;
    return moves.where(
      sql<boolean>`case when m.from_location_id in ${places} or m.to_location_id in ${places}
        then true end`,
    );
  },
  select: (query) =>
    query
      .leftJoin('lots as l', 'l.id', 'm.lotId')
      .leftJoin('serials as s', 's.id', 'm.serialId')
      .leftJoin('users as u', 'u.id', 'm.postedBy')
      .leftJoin('purchaseOrderReceipts as r', 'r.id', 'm.docId')
      .leftJoin('goodsImports as gi', 'gi.id', 'm.docId')
      .select([
        'm.seq',
        'm.id',
        'm.postedAt',
        'm.effectiveDate',
        'm.docType',
        'm.docId',
        'm.action',
        'm.qty',
        'm.conditionTo',
        'm.unitCost',
        'm.value',
        'm.fromLocationId',
        'm.toLocationId',
        'l.lotNo',
        's.serialNo',
        'u.id as byId',
        'u.firstName',
        'u.lastName',
        'fb.code as fromBin',
        'fw.id as fromId',
        'fw.code as fromCode',
        'fw.name as fromName',
        'fw.nameTh as fromNameTh',
        'tb.code as toBin',
        'tw.id as toId',
        'tw.code as toCode',
        'tw.name as toName',
        'tw.nameTh as toNameTh',
      ])
      .select(
        // Numbers are taken last, after a document posted its moves.
        sql<string | null>`coalesce(m.document_no, r.document_no, gi.document_no)`.as('documentNo'),
      ),
  map: async (rows, ctx, input) => {
    const bins = await countedBins(ctx, input);
    const counted = new Set(bins);
    const balances = await balancesAfter(ctx, { seqs: rows.map((row) => row.seq), bins, input });
    const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
    return rows.map((row) => ({
      id: row.id,
      postedAt: row.postedAt,
      effectiveDate: row.effectiveDate,
      document: { type: row.docType, id: row.docId, documentNo: row.documentNo },
      action: row.action,
      from: {
        warehouse: {
          id: row.fromId,
          code: row.fromCode,
          name: row.fromName,
          nameTh: row.fromNameTh,
        },
        bin: row.fromBin,
      },
      to: {
        warehouse: { id: row.toId, code: row.toCode, name: row.toName, nameTh: row.toNameTh },
        bin: row.toBin,
      },
      condition: row.conditionTo,
      lotNo: row.lotNo,
      serialNo: row.serialNo,
      qtyIn: counted.has(row.toLocationId) ? row.qty : 0,
      qtyOut: counted.has(row.fromLocationId) ? row.qty : 0,
      balanceAfter: balances.get(Number(row.seq)) ?? 0,
      unitCost: seesCost ? decimal.round(row.unitCost, 4) : null,
      value: seesCost ? decimal.round(row.value) : null,
      by:
        row.byId === null
          ? null
          : { id: row.byId, name: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim() },
    }));
  },
  sorts: { postedAt: 'm.seq' },
  filters: {
    // Applied in `from`, where the two sides of a move are known.
    warehouseId: (query) => query,
    serialNo: (query) => query,
    docType: (query, types) => {
      const plain = types.filter((type) => type !== 'reversal');
      return types.includes('reversal')
        ? query.where(
            sql<boolean>`(m.doc_type = any(${plain}::text[]) or m.reverses_move_id is not null)`,
          )
        : query.where(sql<boolean>`m.doc_type = any(${plain}::text[])`);
    },
  },
  dates: { column: 'm.effectiveDate', kind: 'date', opaque: true },
  summary: (_query, ctx, input) => totals(ctx, input),
  export: {
    fileName: 'part-tracking',
    columns: {
      postedAt: { title: { en: 'Posted at', th: 'เวลาบันทึก' }, type: 'datetime' },
      effectiveDate: { title: { en: 'Effective date', th: 'วันที่มีผล' }, type: 'date' },
      document: { title: { en: 'Document', th: 'เอกสาร' }, type: 'text' },
      action: { title: { en: 'Action', th: 'รายการ' }, type: 'text' },
      from: {
        title: { en: 'From', th: 'จาก' },
        type: 'text',
        value: ({ from }) => `${from.warehouse.code} ${from.bin}`,
      },
      to: {
        title: { en: 'To', th: 'ไปยัง' },
        type: 'text',
        value: ({ to }) => `${to.warehouse.code} ${to.bin}`,
      },
      qtyIn: { title: { en: 'In', th: 'เข้า' }, type: 'quantity' },
      qtyOut: { title: { en: 'Out', th: 'ออก' }, type: 'quantity' },
      balanceAfter: { title: { en: 'Balance', th: 'คงเหลือ' }, type: 'quantity' },
      unitCost: { title: { en: 'Unit cost', th: 'ต้นทุนต่อหน่วย' }, type: 'number' },
      value: { title: { en: 'Value', th: 'มูลค่า' }, type: 'money' },
      by: { title: { en: 'By', th: 'โดย' }, type: 'text' },
    },
  },
});

/** 404 for a part that does not exist; one without moves answers an empty list. */
export async function trackPart(ctx: Ctx, input: Tracking) {
  const part = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', input.params.id)
    .select('id')
    .executeTakeFirst();
  if (!part) throw notFound();
  return trackingList.run(ctx, input);
}
