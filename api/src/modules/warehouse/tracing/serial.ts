import type { SerialLife } from '@boxyard/shared/contract';
import { type Condition, can, decimal, serialStateOf } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, type Input, type Loose, notFound } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';
import { isVisible, movesOf, presentMoves, withNames } from '../stock/moves.ts';
import { hasBeenVisible } from './visibility.ts';

/** Of one serial; who handled it more often is read in the tracking of its part. */
const MOST_EVENTS = 500;

/** Kinds of documents in the ledger by the family that holds a serial (open_serials). */
const TYPES: Readonly<Record<string, string>> = {
  destructions: 'destroy',
  repairs: 'repair',
  claims: 'claim',
  transformations: 'transform',
};

interface Found {
  readonly id: string;
  readonly serialNo: string;
  readonly partId: string;
  readonly partNo: string;
  readonly partName: string;
  readonly partNameTh: string | null;
  readonly condition: Condition | null;
  readonly unitCost: string | null;
  readonly supplierId: string | null;
  readonly supplierCode: string | null;
  readonly supplierName: string | null;
  readonly supplierNameTh: string | null;
  readonly lotNo: string | null;
  readonly supplierStart: string | null;
  readonly supplierEnd: string | null;
  readonly customerStart: string | null;
  readonly customerEnd: string | null;
  readonly isInstalled: boolean;
  readonly isReserved: boolean;
  readonly openSubject: string | null;
  readonly openId: string | null;
  readonly openNo: string | null;
  readonly warehouseId: string | null;
  readonly warehouse: string | null;
  readonly warehouseName: string | null;
  readonly warehouseNameTh: string | null;
  readonly isSystem: boolean | null;
  readonly isSeen: boolean | null;
  readonly bin: string | null;
}

/** Serials of this number that the person may see, where the last one moved comes first. */
async function serialsOf(ctx: Ctx, serialNo: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select s.id, s.serial_no, p.id as part_id, p.part_no, p.name as part_name, p.name_th as part_name_th,
      s.condition, s.unit_cost::text, su.id as supplier_id, su.code as supplier_code,
      su.name as supplier_name, su.name_th as supplier_name_th, l.lot_no,
      s.supplier_warranty_start::text as supplier_start, s.supplier_warranty_end::text as supplier_end,
      s.customer_warranty_start::text as customer_start, s.customer_warranty_end::text as customer_end,
      s.installed_in_product_id is not null as is_installed,
      exists (select 1 from stock_balances b where b.serial_id = s.id and b.reserved > 0) as is_reserved,
      o.subject as open_subject, o.document_id as open_id, o.document_no as open_no,
      w.id as warehouse_id, w.code as warehouse, w.name as warehouse_name,
      w.name_th as warehouse_name_th, w.is_system, ${warehouseInScope(stockScopeOf(ctx.actor))} as is_seen,
      n.code as bin
    from serials s
    join material_parts p on p.id = s.item_id
    left join lots l on l.id = s.lot_id
    left join open_serials o on o.serial_id = s.id
    left join lateral (select m.seq, m.to_location_id from stock_moves m where m.serial_id = s.id
      order by m.seq desc limit 1) last on true
    left join bins n on n.id = coalesce(s.location_id, last.to_location_id)
    left join warehouses w on w.id = n.warehouse_id
    left join suppliers su on su.id = s.supplier_id
    where s.item_type = 'part' and s.serial_no = ${serialNo}
      and ${hasBeenVisible(ctx, sql<boolean>`b.serial_id = s.id`)}
    order by last.seq desc nulls last`.execute(ctx.db);
  return rows;
}

interface Said {
  readonly id: string;
  readonly party: string | null;
  readonly note: string | null;
}

/**
 * Who outside had to do with the documents, and what they say: a few of each kind, by their ids. A claim
 * says the supplier's number of it and what was wrong with this serial, or with the one it came in
 * place of.
 */
async function saidBy(
  ctx: Ctx,
  serialId: string,
  documentIds: readonly string[],
): Promise<Map<string, Said>> {
  const ids = [...new Set(documentIds)];
  const name = ctx.locale === 'th' ? sql`coalesce(s.name_th, s.name)` : sql`s.name`;
  const { rows } = await sql<Said>`
    select r.id, ${name} as party, null as note from purchase_order_receipts r
      join purchase_orders o on o.id = r.order_id join suppliers s on s.id = o.supplier_id
      where r.id = any(${ids}::uuid[])
    union all
    select q.id, q.recipient_name, q.remark from requisitions q where q.id = any(${ids}::uuid[])
    union all
    select r.id, null, coalesce(r.diagnosis, r.symptom) from repairs r where r.id = any(${ids}::uuid[])
    union all
    select d.id, null, d.remark from destructions d where d.id = any(${ids}::uuid[])
    union all
    select c.id, ${name}, nullif(concat_ws(' · ', c.rma_no, (select i.defect from claim_items i
      where i.claim_id = c.id and ${serialId}::uuid in (i.serial_id, i.replacement_serial_id)
      order by i.line_no limit 1)), '')
      from claims c join suppliers s on s.id = c.supplier_id where c.id = any(${ids}::uuid[])
    union all
    select g.id, ${name}, g.remark from goods_imports g join claims c on c.id = g.source_id
      join suppliers s on s.id = c.supplier_id where g.id = any(${ids}::uuid[])
    union all
    select m.id, null, m.remark from transformations m where m.id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function eventsOf(ctx: Ctx, { id, partId }: Found) {
  const rows = await withNames(
    movesOf(ctx).where(sql<boolean>`m.serial_id = ${id}::uuid`).where(isVisible(ctx, partId)),
  )
    .orderBy('m.seq', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  const [shown, said] = await Promise.all([
    presentMoves(ctx, rows),
    saidBy(
      ctx,
      id,
      rows.map(({ docId }) => docId),
    ),
  ]);
  return shown.map(({ qtyIn, qtyOut, unitCost, value, lotNo, serialNo, ...event }) => ({
    ...event,
    // The recipient is told to whoever may read the document.
    party: said.get(event.document.id ?? '')?.party || null,
    note: said.get(event.document.id ?? '')?.note || null,
  }));
}

const partOf = ({ partId, partNo, partName, partNameTh }: Found) =>
  mustRef(partId, partNo, { name: partName, nameTh: partNameTh });

/**
 * A serial from its receipt through bins, documents and people to where it is (domain-warehouse 3.5).
 * Numbers are unique within a part: without it, the one that moved last, and which others there are.
 */
export async function serialLife(
  ctx: Ctx,
  { params, query }: Input<'parts.serial'>,
): Promise<{ data: Loose<SerialLife> }> {
  const found = await serialsOf(ctx, normaliseSerial(params.serialNo));
  const serial = query.partId ? found.find(({ partId }) => partId === query.partId) : found[0];
  if (!serial) throw notFound();
  const at =
    serial.warehouse === null
      ? null
      : { code: serial.warehouse, isSystem: serial.isSystem === true };
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return {
    data: {
      id: serial.id,
      serialNo: serial.serialNo,
      part: partOf(serial),
      state: serialStateOf(at, serial),
      condition: serial.condition,
      place:
        at === null || serial.isSeen !== true
          ? null
          : {
              warehouse: mustRef(serial.warehouseId, serial.warehouse, {
                name: serial.warehouseName,
                nameTh: serial.warehouseNameTh,
              }),
              bin: serial.bin ?? '',
            },
      lotNo: serial.lotNo,
      supplier: refOf(serial.supplierId, serial.supplierCode, {
        name: serial.supplierName,
        nameTh: serial.supplierNameTh,
      }),
      unitCost: seesCost && serial.unitCost !== null ? decimal.round(serial.unitCost, 4) : null,
      supplierWarranty: { start: serial.supplierStart, end: serial.supplierEnd },
      customerWarranty: { start: serial.customerStart, end: serial.customerEnd },
      openDocument:
        serial.openId === null
          ? null
          : {
              type: TYPES[serial.openSubject ?? ''] ?? serial.openSubject ?? '',
              id: serial.openId,
              documentNo: serial.openNo,
            },
      others: found.filter((one) => one !== serial).map(partOf),
      events: await eventsOf(ctx, serial),
    },
  };
}
