import { addQuantities, isWhole } from '@boxyard/shared/domain';
import { type Ctx, type FieldFault, type Input, refuseFaults } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';
import type { Effect } from '../../../workflow/index.ts';
import { binFaults, binsOf } from './create.ts';
import { goodsImports, type ImportItemRow, type ImportRow, itemsOf } from './type.ts';

type Counts = Input<'goodsImports.update'>['body']['items'][number];

/** Saves what was counted and where it shall go; the person counts as the one who counted. */
export const saveCounts = goodsImports.action('update', (ctx, row, body) =>
  writeCounts(ctx, { row, body }),
);

interface Line {
  readonly item: ImportItemRow;
  readonly counts: Counts;
  readonly damagedSerialIds: readonly string[];
  readonly missingSerialIds: readonly string[];
}

async function writeCounts(
  ctx: Ctx,
  { row, body }: { row: ImportRow; body: Input<'goodsImports.update'>['body'] },
): Promise<Effect<'goodsImports'>> {
  const items = await itemsOf(ctx, row.id);
  const lines = await checked(ctx, { row, items, counts: body.items });
  // Line by line, but in one round trip.
  await Promise.all(
    lines.map(({ item, counts, ...serials }) =>
      ctx.db
        .updateTable('goodsImportItems')
        .set({
          receivedQty: counts.receivedQty,
          damagedQty: counts.damagedQty,
          missingQty: counts.missingQty,
          binId: counts.binId ?? null,
          condition: counts.condition ?? item.condition,
          discrepancyReason: counts.discrepancyReason || null,
          damagedSerialIds: [...serials.damagedSerialIds],
          missingSerialIds: [...serials.missingSerialIds],
        })
        .where('id', '=', item.id)
        .execute(),
    ),
  );
  const saved = new Set(lines.map(({ item }) => item.id));
  const open = items.filter((item) => item.postedAt === null);
  return {
    set: {
      counted: open.every((item) => saved.has(item.id) || item.receivedQty !== null),
      countedBy: ctx.actor.userId,
      countedAt: ctx.clock.now(),
      ...(body.remark === undefined ? {} : { remark: body.remark || null }),
    },
    diff: {
      lines: lines.map(({ item, counts }) => ({
        lineNo: item.lineNo,
        received: counts.receivedQty,
        damaged: counts.damagedQty,
        missing: counts.missingQty,
      })),
    },
  };
}

async function checked(
  ctx: Ctx,
  {
    row,
    items,
    counts,
  }: { row: ImportRow; items: readonly ImportItemRow[]; counts: readonly Counts[] },
): Promise<Line[]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const bins = await binsOf(
    ctx,
    row.warehouseId,
    counts.map((line) => line.binId ?? null),
  );
  const serialIds = items.flatMap((item) => item.serialIds);
  const numbers = new Map(
    serialIds.length === 0
      ? []
      : (
          await ctx.db
            .selectFrom('serials')
            .where('id', 'in', serialIds)
            .select(['id', 'serialNo'])
            .execute()
        ).map((serial) => [serial.id, serial.serialNo]),
  );
  const wholeOnly = new Set(
    (
      await ctx.db
        .selectFrom('materialParts as p')
        .innerJoin('units as u', 'u.id', 'p.unitId')
        .where('p.id', 'in', [...new Set(items.map((item) => item.partId))])
        .where('u.allowFraction', '=', false)
        .select('p.id')
        .execute()
    ).map((part) => part.id),
  );
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  const lines = counts.flatMap((line, index): Line[] => {
    const at = (name: string) => `items[${index}].${name}`;
    const item = byId.get(line.id);
    if (!item || item.postedAt !== null) {
      faults.push({ field: at('id'), code: 'UNKNOWN_ID' });
      return [];
    }
    if (seen.has(item.id)) faults.push({ field: at('id'), code: 'REPEATED' });
    seen.add(item.id);
    const sum = addQuantities(line.receivedQty, line.damagedQty, line.missingQty);
    if (sum !== Number(item.expectedQty)) {
      const params = { expected: Number(item.expectedQty) };
      faults.push({ field: at('receivedQty'), code: 'COUNT_MISMATCH', params });
    }
    for (const name of ['receivedQty', 'damagedQty', 'missingQty'] as const) {
      if (wholeOnly.has(item.partId) && !isWhole(line[name])) {
        faults.push({ field: at(name), code: 'WHOLE' });
      }
    }
    const isSound = (line.condition ?? item.condition) !== 'defective';
    if (line.receivedQty > 0 && isSound && line.binId == null) {
      faults.push({ field: at('binId'), code: 'BIN_REQUIRED' });
    }
    if (line.binId != null) faults.push(...binFaults(bins.get(line.binId), at('binId')));
    if ((line.damagedQty > 0 || line.missingQty > 0) && !line.discrepancyReason) {
      faults.push({ field: at('discrepancyReason'), code: 'REQUIRED' });
    }
    const damaged = pickSerials(item, {
      wanted: line.damagedSerials ?? [],
      count: line.damagedQty,
      numbers,
    });
    const missing = pickSerials(item, {
      wanted: line.missingSerials ?? [],
      count: line.missingQty,
      numbers,
    });
    faults.push(...damaged.faults.map((fault) => ({ ...fault, field: at('damagedSerials') })));
    faults.push(...missing.faults.map((fault) => ({ ...fault, field: at('missingSerials') })));
    if (damaged.ids.some((id) => missing.ids.includes(id))) {
      faults.push({ field: at('missingSerials'), code: 'SERIAL_REPEATED' });
    }
    return [{ item, counts: line, damagedSerialIds: damaged.ids, missingSerialIds: missing.ids }];
  });
  refuseFaults(faults);
  return lines;
}

/** The serials of a line that were found damaged or missing: as many as were counted so. */
function pickSerials(
  item: ImportItemRow,
  {
    wanted,
    count,
    numbers,
  }: { wanted: readonly string[]; count: number; numbers: ReadonlyMap<string, string> },
): { ids: string[]; faults: Omit<FieldFault, 'field'>[] } {
  if (item.serialIds.length === 0) {
    const params = { expected: 0 };
    return { ids: [], faults: wanted.length === 0 ? [] : [{ code: 'SERIAL_COUNT', params }] };
  }
  const asked = [...new Set(wanted.map(normaliseSerial))];
  const ids = item.serialIds.filter((id) => asked.includes(numbers.get(id) ?? ''));
  if (ids.length !== asked.length) return { ids, faults: [{ code: 'SERIAL_UNKNOWN' }] };
  if (ids.length !== count)
    return { ids, faults: [{ code: 'SERIAL_COUNT', params: { expected: count } }] };
  return { ids, faults: [] };
}
