import { isWhole, type TrackingType } from '@boxyard/shared/domain';
import {
  areSharesWhole,
  sumOfShares,
} from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  expectVersion,
  type FieldFault,
  type Input,
  money,
  refuseFaults,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { countsWhole } from './levelRules.ts';
import { partMaster } from './partMaster.ts';

type Body = Input<'parts.setComponents'>['body'];

/** A part of a part (domain-warehouse 1.4 `bom`). */
export interface Component {
  readonly partId: string;
  readonly partNo: string;
  readonly unitId: string;
  readonly allowFraction: boolean;
  readonly trackingType: TrackingType;
  readonly quantity: number;
  readonly recoveryRate: string;
  readonly costShare: string;
}

/** What a part consists of, in the order in which it was written down. */
export async function componentsOf(ctx: Ctx, partId: string): Promise<Component[]> {
  const { rows } = await ctx.pg.query<Omit<Component, 'quantity'> & { quantity: string }>({
    name: 'parts.components',
    text: `select c.component_id as "partId", p.part_no as "partNo", p.unit_id as "unitId",
        u.allow_fraction as "allowFraction", p.tracking_type as "trackingType", c.quantity::text,
        c.recovery_rate::text as "recoveryRate", c.cost_share::text as "costShare"
      from part_components c join material_parts p on p.id = c.component_id
      join units u on u.id = p.unit_id
      where c.part_id = $1 order by c.line_no`,
    values: [partId],
  });
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity) }));
}

async function present(ctx: Ctx, partId: string) {
  const components = await componentsOf(ctx, partId);
  const refs = await loadRefs(ctx, {
    part: components.map((component) => component.partId),
    unit: components.map(({ unitId }) => unitId),
  });
  return {
    data: components.map((component) => ({
      part: refs.ref(component.partId),
      unit: refs.ref(component.unitId),
      quantity: component.quantity,
      recoveryRate: money(component.recoveryRate),
      costShare: money(component.costShare),
    })),
  };
}

export const partComponents = (ctx: Ctx, { params }: Input<'parts.components'>) =>
  present(ctx, params.id);

/** Says what a part consists of; no part consists of itself, at whatever depth. */
export async function setComponents(ctx: Ctx, { params, body }: Input<'parts.setComponents'>) {
  // Two lists written at once could close a circle that neither of them does.
  await sql`lock table part_components in share row exclusive mode`.execute(ctx.db);
  const before = await partMaster.lock(ctx, params.id);
  expectVersion(before, body.version);
  refuseFaults(await faultsOf(ctx, before.id, body.items));
  const known = await componentsOf(ctx, before.id);
  await ctx.db.deleteFrom('partComponents').where('partId', '=', before.id).execute();
  if (body.items.length > 0) {
    await ctx.db
      .insertInto('partComponents')
      .values(
        body.items.map(({ partId: componentId, ...item }, index) => ({
          ...item,
          partId: before.id,
          componentId,
          lineNo: index + 1,
        })),
      )
      .execute();
  }
  await partMaster.update(
    ctx,
    { ...before, ...shown(known) },
    { values: {}, also: shown(await componentsOf(ctx, before.id)), touches: ['transformations'] },
  );
  return present(ctx, before.id);
}

/** As the timeline of the part tells it. */
const shown = (components: readonly Component[]) => ({
  components: components.map(
    ({ partNo, quantity, costShare }) => `${partNo} × ${quantity} (${money(costShare)} %)`,
  ),
});

async function faultsOf(ctx: Ctx, partId: string, items: Body['items']): Promise<FieldFault[]> {
  if (items.length === 0) return [];
  const [parts, above] = await Promise.all([
    ctx.db
      .selectFrom('materialParts as p')
      .innerJoin('units as u', 'u.id', 'p.unitId')
      .where('p.id', 'in', [...new Set(items.map((item) => item.partId))])
      .select(['p.id', 'p.isActive', 'p.trackingType', 'u.allowFraction'])
      .execute(),
    containing(ctx, partId),
  ]);
  const known = new Map(parts.map((part) => [part.id, part]));
  const seen = new Set<string>();
  const faults = items.flatMap((item, index): FieldFault[] => {
    const wrong = (field: string, code: string) => [{ field: `items[${index}].${field}`, code }];
    const part = known.get(item.partId);
    const isSecond = seen.has(item.partId);
    seen.add(item.partId);
    if (!part) return wrong('partId', 'UNKNOWN_ID');
    if (isSecond) return wrong('partId', 'REPEATED');
    if (above.has(part.id)) return wrong('partId', 'CYCLE');
    if (!part.isActive) return wrong('partId', 'INACTIVE');
    const isWholeOnly = countsWhole(part.trackingType, part.allowFraction);
    return isWholeOnly && !isWhole(item.quantity) ? wrong('quantity', 'WHOLE') : [];
  });
  if (!areSharesWhole(items)) {
    faults.push({ field: 'items', code: 'SHARES_SUM', params: { sum: sumOfShares(items) } });
  }
  return faults;
}

/** The part and everything that it is in. */
async function containing(ctx: Ctx, partId: string): Promise<ReadonlySet<string>> {
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'parts.containing',
    text: `with recursive above(id) as (
        select $1::uuid union select c.part_id from part_components c join above a on a.id = c.component_id
      ) select id from above`,
    values: [partId],
  });
  return new Set(rows.map(({ id }) => id));
}
