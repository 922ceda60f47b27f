import type { Scanned } from '@boxyard/shared/contract';
import { readScan, type ScanKind } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx, Input, Loose } from '../../../kernel/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';
import { containerInScope, hasBeenVisible } from './visibility.ts';

/** As many as somebody reads through to choose one. */
const MOST = 20;

interface Row {
  readonly kind: ScanKind;
  readonly id: string;
  readonly code: string;
  readonly partId: string | null;
  readonly partNo: string | null;
  readonly partName: string | null;
  readonly partNameTh: string | null;
  readonly warehouseId: string | null;
  readonly warehouse: string | null;
  readonly warehouseName: string | null;
  readonly warehouseNameTh: string | null;
  readonly binId: string | null;
  readonly bin: string | null;
}

/** Nothing of the kind was asked for. */
const wants = (kind: ScanKind | null, one: ScanKind) =>
  sql<boolean>`${kind === null || kind === one}`;

/**
 * What a code may be, by the number, the barcode or a label of our own (domain-warehouse 1.4, 4.1):
 * one index for each kind. A label names its part or warehouse; what was typed may be several things.
 */
async function find(
  ctx: Ctx,
  { kind, code, of }: { kind: ScanKind | null; code: string; of: string | null },
): Promise<Row[]> {
  const scope = stockScopeOf(ctx.actor);
  const { rows } = await sql<Row>`
    select f.kind, f.id, f.code, p.id as part_id, p.part_no, p.name as part_name, p.name_th as part_name_th,
      w.id as warehouse_id, w.code as warehouse, w.name as warehouse_name, w.name_th as warehouse_name_th,
      case when w.id is not null then n.id end as bin_id, case when w.id is not null then n.code end as bin
    from (
      (select 'part' as kind, 1 as place, p.id, p.part_no as code, p.id as part_id, null::uuid as bin_id
      from material_parts p
      where ${wants(kind, 'part')} and ${of === null}::boolean
        and (p.part_no = ${code} or upper(p.barcode) = ${code}) limit ${MOST})
      union all
      (select 'serial', 2, s.id, s.serial_no, s.item_id, s.location_id from serials s
      where ${wants(kind, 'serial')} and s.item_type = 'part' and s.serial_no = ${code}
        and ${hasBeenVisible(ctx, sql<boolean>`b.serial_id = s.id`)} limit ${MOST})
      union all
      (select 'lot', 3, l.id, l.lot_no, l.item_id, null from lots l
      where ${wants(kind, 'lot')} and l.item_type = 'part' and upper(l.lot_no) = ${code}
        and ${hasBeenVisible(ctx, sql<boolean>`b.item_id = l.item_id and b.lot_id = l.id`)} limit ${MOST})
      union all
      (select 'bin', 4, n.id, n.code, null, n.id from bins n join warehouses w on w.id = n.warehouse_id
      where ${wants(kind, 'bin')} and (upper(n.code) = ${code} or upper(n.barcode) = ${code})
        and not w.is_system and n.is_active and ${warehouseInScope(scope)} limit ${MOST})
      union all
      (select 'container', 5, pd.id, pd.serial_number, null, null from products pd
      where ${wants(kind, 'container')} and pd.serial_number = ${code}
        and ${containerInScope(ctx)} limit ${MOST})
    ) f
    left join material_parts p on p.id = f.part_id
    left join bins n on n.id = f.bin_id
    left join warehouses w on w.id = n.warehouse_id and ${warehouseInScope(scope)}
    where ${of}::text is null or p.part_no = ${of} or (f.kind = 'bin' and w.code = ${of})
    order by f.place, p.part_no, w.code, f.code limit ${MOST}`.execute(ctx.db);
  return rows;
}

const shown = (row: Row): Loose<Scanned> => ({
  kind: row.kind,
  id: row.id,
  code: row.code,
  part: refOf(row.partId, row.partNo, { name: row.partName, nameTh: row.partNameTh }),
  warehouse: refOf(row.warehouseId, row.warehouse, {
    name: row.warehouseName,
    nameTh: row.warehouseNameTh,
  }),
  bin: row.binId === null ? null : mustRef(row.binId, row.bin, { name: row.bin }),
});

/** What was scanned; nothing, one thing, or several to choose from. */
export async function scan(ctx: Ctx, { query }: Input<'parts.scan'>) {
  const read = readScan(query.code);
  if (read === null) return { data: [] };
  const found = await find(ctx, read);
  if (found.length > 0 || read.kind === null) return { data: found.map(shown) };
  // A number that looks like a label's code and is none of ours: it is what it is.
  const [, whole = ''] = /^[A-Z]:\s*(.+)$/.exec(query.code.trim().toUpperCase()) ?? [];
  const again =
    read.of === null
      ? await find(ctx, { kind: null, code: query.code.trim().toUpperCase(), of: null })
      : await find(ctx, { kind: read.kind, code: whole, of: null });
  return { data: again.map(shown) };
}
