import { type LabelItem, MAX_LABELS } from '@boxyard/shared/contract';
import { labelCode } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { formatDate } from '../../../documents/format.ts';
import type { Label, LabelsModel } from '../../../documents/pdf/labels.ts';
import {
  type Ctx,
  containerLink,
  type FieldFault,
  type FileResult,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';
import { coversOf } from '../parts/covers.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';
import { containerInScope, hasBeenVisible } from './visibility.ts';

const TEXTS = {
  en: { title: 'Labels', expires: 'Expires' },
  th: { title: 'ฉลาก', expires: 'หมดอายุ' },
} as const;

interface Part {
  readonly id: string;
  readonly partNo: string;
  readonly name: string;
  readonly barcode: string;
}

/** What an item names: its number as it is kept, and what stands beside it. */
const keyOf = ({ kind, id, number = '' }: Omit<LabelItem, 'quantity'>): string =>
  [kind, id, kind === 'serial' ? normaliseSerial(number) : number].join('/');

/** The bytes of a picture that is kept as an address of data. */
const bytesOf = (dataUrl: string | null): Buffer | null =>
  dataUrl === null ? null : Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const partLabel = ({ partNo, name, barcode }: Part): Label => ({
  title: partNo,
  lines: [name, ...(barcode === partNo ? [] : [barcode])],
  square: labelCode({ kind: 'part', code: partNo, of: null }),
  // Other systems read the maker's barcode as well.
  bars: barcode,
});

/** Everything that the items name and the person may see, by key. */
async function loadLabels(ctx: Ctx, items: readonly LabelItem[]): Promise<Map<string, Label>> {
  const th = ctx.locale === 'th';
  const texts = TEXTS[ctx.locale];
  const idsOf = (kinds: readonly LabelItem['kind'][]) => [
    ...new Set(items.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
  ];
  const numbered = (kind: 'serial' | 'lot') => items.filter((item) => item.kind === kind);
  const pairs = (kind: 'serial' | 'lot') => {
    const found = numbered(kind);
    return sql`unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ number = '' }) =>
      kind === 'serial' ? normaliseSerial(number) : number,
    )}::text[])`;
  };
  const [parts, serials, lots, bins, containers] = await Promise.all([
    sql<Part>`select p.id, p.part_no, p.barcode,
        ${th ? sql`coalesce(p.name_th, p.name)` : sql`p.name`} as name
      from material_parts p where p.id = any(${idsOf(['part', 'serial', 'lot'])}::uuid[])`.execute(
      ctx.db,
    ),
    sql<{ itemId: string; serialNo: string }>`select s.item_id, s.serial_no from serials s
      join ${pairs('serial')} as t(item_id, number) on t.item_id = s.item_id and t.number = s.serial_no
      where s.item_type = 'part' and ${hasBeenVisible(ctx, sql<boolean>`b.serial_id = s.id`)}`.execute(
      ctx.db,
    ),
    sql<{ itemId: string; lotNo: string; expiryDate: string | null }>`
      select l.item_id, l.lot_no, l.expiry_date::text as expiry_date from lots l
      join ${pairs('lot')} as t(item_id, number) on t.item_id = l.item_id and t.number = l.lot_no
      where l.item_type = 'part'
        and ${hasBeenVisible(ctx, sql<boolean>`b.item_id = l.item_id and b.lot_id = l.id`)}`.execute(
      ctx.db,
    ),
    sql<{ id: string; code: string; barcode: string | null; warehouse: string; name: string }>`
      select n.id, n.code, n.barcode, w.code as warehouse,
        ${th ? sql`coalesce(w.name_th, w.name)` : sql`w.name`} as name
      from bins n join warehouses w on w.id = n.warehouse_id
      where n.id = any(${idsOf(['bin'])}::uuid[]) and not w.is_system
        and ${warehouseInScope(stockScopeOf(ctx.actor))}`.execute(ctx.db),
    sql<{ id: string; serialNumber: string; name: string; model: string }>`
      select pd.id, pd.serial_number, pd.name, m.code as model from products pd
      join product_models m on m.id = pd.product_model_id
      where pd.id = any(${idsOf(['container'])}::uuid[]) and ${containerInScope(ctx)}`.execute(
      ctx.db,
    ),
  ]);
  const byId = new Map(parts.rows.map((part) => [part.id, part]));
  const coverOf = await coversOf(ctx, [...byId.keys()]);
  const labels = new Map<string, Label>();
  for (const part of parts.rows) {
    const picture = bytesOf(coverOf(part.id));
    labels.set(keyOf({ kind: 'part', id: part.id }), { ...partLabel(part), picture });
  }
  const add = (
    { kind, id, number }: { kind: 'serial' | 'lot'; id: string; number: string },
    lines: readonly string[],
  ) => {
    const part = byId.get(id);
    if (!part) return;
    labels.set(keyOf({ kind, id, number }), {
      title: number,
      lines: [part.partNo, ...lines, part.name],
      square: labelCode({ kind, code: number, of: part.partNo }),
      bars: labelCode({ kind, code: number, of: null }),
      picture: bytesOf(coverOf(id)),
    });
  };
  for (const { itemId, serialNo } of serials.rows) {
    add({ kind: 'serial', id: itemId, number: serialNo }, []);
  }
  for (const { itemId, lotNo, expiryDate } of lots.rows) {
    const expires = expiryDate && `${texts.expires} ${formatDate(expiryDate, ctx.locale)}`;
    add({ kind: 'lot', id: itemId, number: lotNo }, expires ? [expires] : []);
  }
  for (const bin of bins.rows) {
    labels.set(keyOf({ kind: 'bin', id: bin.id }), {
      title: bin.code,
      lines: [`${bin.warehouse} ${bin.name}`],
      square: labelCode({ kind: 'bin', code: bin.code, of: bin.warehouse }),
      bars: bin.barcode ?? labelCode({ kind: 'bin', code: bin.code, of: null }),
    });
  }
  for (const { id, serialNumber, name, model } of containers.rows) {
    labels.set(keyOf({ kind: 'container', id }), {
      title: serialNumber,
      lines: [model, name],
      square: containerLink(ctx.app, { id, serialNumber }),
      bars: serialNumber,
    });
  }
  return labels;
}

/** Labels of whatever was named, as many of each as asked for; all of them or none. */
export async function printLabels(ctx: Ctx, { body }: Input<'labels.print'>): Promise<FileResult> {
  const { items } = body;
  const total = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const tooMany: FieldFault[] =
    total > MAX_LABELS ? [{ field: 'items', code: 'TOO_MANY', params: { max: MAX_LABELS } }] : [];
  refuseFaults(tooMany);
  const known = await loadLabels(ctx, items);
  refuseFaults(
    items.flatMap((item, index) =>
      known.has(keyOf(item))
        ? []
        : [{ field: `items[${index}].${item.number ? 'number' : 'id'}`, code: 'UNKNOWN_ID' }],
    ),
  );
  const model: LabelsModel = {
    lang: ctx.locale,
    title: TEXTS[ctx.locale].title,
    createdAt: ctx.clock.now(),
    size: body.size,
    symbol: body.symbol,
    skip: body.skip ?? 0,
    labels: items.flatMap((item) => {
      const label = known.get(keyOf(item));
      return label ? Array.from({ length: item.quantity }, () => label) : [];
    }),
  };
  const file = await ctx.app.printer.labels(model, ctx.actor);
  return { file, fileName: `labels-${today(ctx.clock)}.pdf`, mime: 'application/pdf' };
}
