import { decimal, isWhole, subtractQuantities } from '@boxyard/shared/domain';
import { sharesBy } from '@boxyard/shared/domain/warehouse/transformationCost.ts';
import { type Ctx, type Input, money } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { type Component, componentsOf } from '../parts/components.ts';

interface Proposed {
  readonly component: Component;
  readonly quantity: number;
  readonly disposition: 'stock' | 'scrap';
}

/** How much of a part is usually sound, in whole pieces where it is counted so. */
function recovered(component: Component, all: number): number {
  const exact = Number(
    decimal.round(decimal.divide(decimal.multiply(all, component.recoveryRate), 100), 3),
  );
  return component.allowFraction || isWhole(exact) ? exact : Math.round(exact);
}

function split(component: Component, quantity: number): Proposed[] {
  const all = Number(decimal.round(decimal.multiply(component.quantity, quantity), 3));
  const sound = recovered(component, all);
  return [
    { component, quantity: sound, disposition: 'stock' as const },
    { component, quantity: subtractQuantities(all, sound), disposition: 'scrap' as const },
  ].filter((line) => line.quantity > 0);
}

/**
 * What a part consists of, as lines of a transformation (domain-warehouse 2.9): what is usually
 * recovered and bears the cost, what is usually broken, and the serial numbers of parts that are known
 * from when it was put together.
 */
export async function proposalOf(ctx: Ctx, { query }: Input<'transformations.proposal'>) {
  const { partId, quantity = '1', serials = '' } = query;
  const [components, known] = await Promise.all([
    componentsOf(ctx, partId),
    builtFrom(ctx, {
      partId,
      serialNos: serials.split(',').map(normaliseSerial).filter(Boolean),
    }),
  ]);
  const lines = components.flatMap((component) => split(component, Number(quantity)));
  const kept = lines.filter(({ disposition }) => disposition === 'stock');
  const shares = sharesBy(kept.map(({ component }) => component.costShare)).values();
  const refs = await loadRefs(ctx, { part: components.map(({ partId: id }) => id) });
  return {
    data: lines.map(({ component, quantity: some, disposition }) => {
      const isKept = disposition === 'stock';
      const serialNos = known.get(component.partId) ?? [];
      return {
        part: refs.ref(component.partId),
        trackingType: component.trackingType,
        quantity: some,
        disposition,
        costShare: isKept ? money(shares.next().value ?? '0') : '0.00',
        serials: isKept && serialNos.length === some ? [...serialNos] : [],
      };
    }),
  };
}

/** Serial numbers of the parts that units were put together from and that are still in them. */
async function builtFrom(
  ctx: Ctx,
  { partId, serialNos }: { readonly partId: string; readonly serialNos: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (serialNos.length === 0) return new Map();
  const { rows } = await ctx.pg.query<{ partId: string; serialNos: string[] }>({
    name: 'transformations.builtFrom',
    text: `select i.part_id as "partId", array_agg(distinct s.serial_no order by s.serial_no) as "serialNos"
      from transformation_outputs o
      join transformations t on t.id = o.transformation_id and t.status = 'completed'
      join transformation_inputs i on i.transformation_id = t.id
      join serials s on s.id = any(i.serial_ids)
      join bins n on n.id = s.location_id
      join warehouses w on w.id = n.warehouse_id and w.is_system and w.code = 'TRANSFORM'
      where o.part_id = $1 and o.serial_nos && $2::text[]
      group by i.part_id`,
    values: [partId, serialNos],
  });
  return new Map(rows.map((row) => [row.partId, row.serialNos]));
}
