import { can, decimal } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { LedgerTables } from '../../../db/schema/ledger.ts';
import { anyId, type Ctx, compiledQuery } from '../../../kernel/index.ts';
import {
  actionContext,
  documentFields,
  hiddenBesideGoods,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { claimableOf } from './claimable.ts';
import { sourceOf, sourceTypeOf } from './sourceOf.ts';
import { goodsImports, type ImportItemRow, type ImportRow, itemsOf } from './type.ts';

/** What both the list and the detail show of an import. */
type Shown = Omit<
  Selectable<LedgerTables['goodsImports']>,
  | 'searchText'
  | 'assigneeId'
  | 'authorIds'
  | 'counted'
  | 'countedAt'
  | 'fromLocationId'
  | 'reopensId'
  | 'sentBy'
  | 'updatedBy'
>;

/** Rows of the list, and the head of the detail. */
export async function presentImports(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, withheld] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      warehouse: rows.map((row) => row.warehouseId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.countedBy]),
    }),
    hiddenBesideGoods(
      ctx,
      'imports',
      rows.flatMap((row) => sourceOf(row) ?? []),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    sourceType: sourceTypeOf(row.sourceType),
    source:
      row.sourceId === null || withheld.has(row.sourceId)
        ? null
        : { id: row.sourceId, documentNo: row.sourceNo },
    warehouse: refs.ref(row.warehouseId),
    itemCount: row.itemCount,
    expectedQty: row.expectedQty,
    countedBy: refs.userOrNull(row.countedBy),
  }));
}

/** A goods import with its lines, history, files and what may be done now. */
export async function presentImport(ctx: Ctx, id: string) {
  // All that only needs the id is asked for at once, all that needs their answers after it.
  const [row, items, trail] = await Promise.all([
    loadVisible(ctx, goodsImports.type, { id }),
    itemsOf(ctx, id),
    trailOf(ctx, goodsImports.type.subject, id),
  ]);
  const assignee = row.assigneeId ?? row.countedBy ?? row.createdBy;
  const [[head], refs, related, lines, claimable] = await Promise.all([
    presentImports(ctx, [row]),
    loadRefs(ctx, { user: [assignee] }),
    relatedOf(ctx, row).then((found) => toldOf(ctx, found)),
    presentLines(ctx, items, row.warehouseId),
    claimableOf(ctx, row),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, goodsImports.type, row),
    assignee: refs.userOrNull(assignee),
    items: lines,
    counted: row.counted,
    hasPutAway: row.hasPutAway,
    isSentByMe: row.isSentByMe,
    isReceivedByMe: row.isReceivedByMe,
    claimable,
  };
}

/** Lines as the page shows them. */
export const presentItems = async (ctx: Ctx, row: ImportRow) =>
  presentLines(ctx, await itemsOf(ctx, row.id), row.warehouseId);

const partsOf = compiledQuery((db, given: { ids: readonly string[] }) =>
  db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', '=', anyId(given.ids))
    .select(['p.id', 'p.partNo as code', 'p.name', 'p.nameTh', 'p.trackingType'])
    .select(['u.id as unitId', 'u.code as unitCode', 'u.name as unitName'])
    .select(['u.nameTh as unitNameTh', 'u.allowFraction']),
);

const binsOf = compiledQuery((db, given: { ids: readonly string[] }) =>
  db.selectFrom('bins').where('id', '=', anyId(given.ids)).select(['id', 'code']),
);

/** What lines name, found by id. */
async function namedBy(ctx: Ctx, items: readonly ImportItemRow[]) {
  const partIds = [...new Set(items.map((item) => item.partId))];
  const lotIds = items.map((item) => item.lotId).filter((lotId) => lotId !== null);
  const serialIds = items.flatMap((item) => item.serialIds);
  const binIds = items.map((item) => item.binId).filter((binId) => binId !== null);
  const [parts, lots, serials, bins] = await Promise.all([
    partsOf(ctx, { ids: partIds }),
    lotIds.length === 0
      ? []
      : ctx.db.selectFrom('lots').where('id', '=', anyId(lotIds)).selectAll().execute(),
    serialIds.length === 0
      ? []
      : ctx.db
          .selectFrom('serials')
          .where('id', '=', anyId(serialIds))
          .select(['id', 'serialNo'])
          .execute(),
    binIds.length === 0 ? [] : binsOf(ctx, { ids: binIds }),
  ]);
  return {
    parts: new Map(parts.map((part) => [part.id, part])),
    lots: new Map(lots.map((lot) => [lot.id, lot])),
    serials: new Map(serials.map((serial) => [serial.id, serial.serialNo])),
    bins: new Map(bins.map((bin) => [bin.id, { id: bin.id, code: bin.code, name: bin.code }])),
  };
}

const rulesOf = compiledQuery((db, given: { partIds: readonly string[]; warehouseId: string }) =>
  db
    .selectFrom('stockRules as r')
    .innerJoin('bins as n', 'n.id', 'r.binId')
    .where('r.warehouseId', '=', given.warehouseId)
    .where('r.partId', '=', anyId(given.partIds))
    .where('n.isActive', '=', true)
    .select(['r.partId', 'n.id', 'n.code', 'n.code as name']),
);

interface ProposedBin {
  readonly partId: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/**
 * Where parts are put away in a warehouse, by part: where a rule says (domain-warehouse 1.4), else where
 * most of the part lies already.
 */
async function proposedBins(ctx: Ctx, partIds: readonly string[], warehouseId: string) {
  const [rules, lying] = await Promise.all([
    rulesOf(ctx, { partIds, warehouseId }),
    ctx.pg.query<ProposedBin>({
      name: 'goodsImport.binsOfParts',
      text: `select distinct on (b.item_id) b.item_id as "partId", n.id, n.code, n.code as name
        from stock_balances b join bins n on n.id = b.location_id
        where b.item_type = 'part' and b.item_id = any($1::uuid[]) and b.is_physical and b.on_hand > 0
          and n.warehouse_id = $2 and n.is_active and not n.is_locked
        order by b.item_id, b.on_hand desc, n.code`,
      values: [partIds, warehouseId],
    }),
  ]);
  return new Map(
    [...lying.rows, ...rules].map(({ partId, ...bin }): [string, Omit<ProposedBin, 'partId'>] => [
      partId,
      bin,
    ]),
  );
}

async function presentLines(ctx: Ctx, items: readonly ImportItemRow[], warehouseId: string) {
  const partIds = [...new Set(items.map((item) => item.partId))];
  const [{ parts, lots, serials, bins }, proposed] = await Promise.all([
    namedBy(ctx, items),
    proposedBins(ctx, partIds, warehouseId),
  ]);
  const numbersOf = (ids: readonly string[]) =>
    ids.map((serialId) => serials.get(serialId) ?? '').sort();
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return items.map((item) => {
    const part = parts.get(item.partId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    const lot = item.lotId === null ? undefined : lots.get(item.lotId);
    const { unitId, unitCode, unitName, unitNameTh, allowFraction, trackingType, ...ref } = part;
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: ref,
      unit: { id: unitId, code: unitCode, name: unitName, nameTh: unitNameTh },
      trackingType,
      unitAllowsFraction: allowFraction,
      expectedQty: item.expectedQty,
      receivedQty: item.receivedQty,
      damagedQty: item.damagedQty,
      missingQty: item.missingQty,
      postedQty:
        item.postedAt === null ? 0 : Number(item.receivedQty ?? 0) + Number(item.damagedQty ?? 0),
      isPosted: item.postedAt !== null,
      bin: item.binId === null ? null : (bins.get(item.binId) ?? null),
      proposedBin: item.binId === null ? (proposed.get(item.partId) ?? null) : null,
      lots: lot
        ? [{ lotNo: lot.lotNo, expiryDate: lot.expiryDate, quantity: item.expectedQty }]
        : [],
      serials: numbersOf(item.serialIds),
      damagedSerials: numbersOf(item.damagedSerialIds),
      missingSerials: numbersOf(item.missingSerialIds),
      condition: conditionOf(item.condition),
      unitCost: seesCost && item.unitCost !== null ? decimal.round(item.unitCost, 4) : null,
      discrepancyReason: item.discrepancyReason,
    };
  });
}

const conditionOf = (value: string) =>
  (['new', 'used', 'refurbished', 'defective'] as const).find((known) => known === value) ?? 'new';

type Tied = Pick<ImportRow, 'id' | 'sourceId' | 'reopensId'>;

/** Its order and receipt, the import that it opened again, and the one that opened it again. */
const relatedOf = compiledQuery(
  (_, row: Tied) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select 'purchaseOrder' as type, o.id, o.document_no as "documentNo", o.status
    from purchase_order_receipts r join purchase_orders o on o.id = r.order_id where r.id = ${row.sourceId}
    union all
    select 'receipt', r.id, r.document_no, r.status from purchase_order_receipts r where r.id = ${row.sourceId}
    union all
    select 'requisition', q.id, q.document_no, q.status from requisitions q where q.id = ${row.sourceId}
    union all
    select 'transfer', t.id, t.document_no, t.status from part_transfers t where t.id = ${row.sourceId}
    union all
    select 'claim', c.id, c.document_no, c.status from claims c where c.id = ${row.sourceId}
    union all
    select 'repair', p.id, p.document_no, p.status from repairs p where p.id = ${row.sourceId}
    union all
    select 'transformation', x.id, x.document_no, x.status from transformations x where x.id = ${row.sourceId}
    union all
    select 'product', d.id, d.serial_number, d.status from products d where d.id = ${row.sourceId}
    union all
    select 'goodsImport', i.id, i.document_no, i.status from goods_imports i where i.id = ${row.reopensId}
    union all
    select 'goodsImport', i.id, i.document_no, i.status from goods_imports i where i.reopens_id = ${row.id}`,
);
