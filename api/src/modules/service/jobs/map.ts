import { can } from '@boxyard/shared/domain';
import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  MAP_STATES,
  MAX_MAP_PLACES,
  MAX_NAMED_CONTAINERS,
  type MapState,
} from '@boxyard/shared/domain/service/planning.ts';
import { sql } from 'kysely';
import { type Ctx, scopeCondition, whereInScope } from '../../../kernel/index.ts';
import { containersOf, products } from '../../containers/index.ts';
import { visibleJobs } from './plannedJobs.ts';
import { toldOfCustomers } from './told.ts';

/** Unsolved jobs that one map reads; a business has some hundred. */
const MAX_UNSOLVED = 10_000;

interface Container {
  readonly id: string;
  readonly serialNumber: string;
  readonly state: MapState;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  place: string | null;
  readonly counts: Record<MapState, number>;
  readonly products: Container[];
}

const rank = (state: MapState): number => MAP_STATES.indexOf(state);

/** State of a container by one unsolved job of it, as `serviceStatus` has it by all of them. */
const stateBy = ({
  isDown,
  kind,
}: {
  readonly isDown: boolean;
  readonly kind: string;
}): MapState => (isDown ? 'outOfOrder' : kind === 'repair' ? 'underRepair' : 'underMaintenance');

/** Unsolved jobs that this person may see, with where the containers stand. */
const unsolvedJobs = (ctx: Ctx) =>
  visibleJobs(ctx)
    .where('jb.status', 'in', [...unsolvedJobStatuses])
    .orderBy('jb.productId')
    .orderBy('jb.id')
    .limit(MAX_UNSOLVED)
    .select(['jb.productId', 'jb.kind', 'jb.isDown', 'jb.latitude', 'jb.longitude', 'jb.place'])
    .select(['jb.contractId', 'jb.technicianIds'])
    .execute();

/**
 * Tells who sees containers of which nothing is reported: readers of containers do, unless their
 * contracts are those of some people only, who then do not read where other customers' containers stand.
 */
const seesSound = ({ actor }: Ctx): boolean =>
  can(actor.grants, 'container-maintenance:view') &&
  (!can(actor.grants, 'purchase-contract:view') ||
    scopeCondition(actor, { company: 'c', owner: ['o'] }) === null ||
    actor.dataScope === 'company' ||
    actor.dataScope === 'all');

interface SoundPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly place: string | null;
  readonly count: number;
  readonly ids: readonly string[];
  readonly serials: readonly string[];
}

/** Places of installed containers of which nothing is reported. */
const soundPlaces = (ctx: Ctx, reported: readonly string[]) =>
  whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope)
    .where('pd.status', '=', 'installed')
    .where(sql<boolean>`pd.site->>'lat' is not null and pd.site->>'lng' is not null`)
    .where(sql<boolean>`pd.id <> all(${[...reported]}::uuid[])`)
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .limit(MAX_MAP_PLACES + 1)
    .select([
      sql<number>`(pd.site->>'lat')::float8`.as('latitude'),
      sql<number>`(pd.site->>'lng')::float8`.as('longitude'),
      sql<string | null>`min(pd.site->>'holder')`.as('place'),
      sql<number>`count(*)::int`.as('count'),
      sql<
        string[]
      >`(array_agg(pd.id::text order by pd.serial_number))[1:${sql.lit(MAX_NAMED_CONTAINERS)}]`.as(
        'ids',
      ),
      sql<
        string[]
      >`(array_agg(pd.serial_number order by pd.serial_number))[1:${sql.lit(MAX_NAMED_CONTAINERS)}]`.as(
        'serials',
      ),
    ])
    .execute() as Promise<readonly SoundPlace[]>;

const NOTHING: Readonly<Record<MapState, number>> = {
  outOfOrder: 0,
  underRepair: 0,
  underMaintenance: 0,
  normal: 0,
};

/** The place at these coordinates, which is made where none is yet. */
function placeAt(
  places: Map<string, Place>,
  at: { readonly latitude: number; readonly longitude: number; readonly place: string | null },
): Place {
  const key = `${at.latitude} ${at.longitude}`;
  const found = places.get(key) ?? { ...at, counts: { ...NOTHING }, products: [] };
  found.place ??= at.place;
  places.set(key, found);
  return found;
}

/** Places of containers by the worst of what is reported there, as far as this person may see it. */
export async function readMap(ctx: Ctx) {
  const jobs = await unsolvedJobs(ctx);
  const [told, containers] = await Promise.all([
    toldOfCustomers(ctx, jobs),
    containersOf(
      ctx,
      jobs.map(({ productId }) => productId),
    ),
  ]);
  const sound = seesSound(ctx)
    ? await soundPlaces(ctx, [...new Set(jobs.map(({ productId }) => productId))])
    : [];
  const places = new Map<string, Place>();
  let withoutPlace = 0;
  for (const [productId, own] of Map.groupBy(jobs, (job) => job.productId)) {
    const placed = own.find(
      (job) => job.latitude !== null && job.longitude !== null && told.place(job),
    );
    if (placed === undefined) {
      withoutPlace += 1;
      continue;
    }
    const [state = 'normal'] = own.map(stateBy).sort((one, other) => rank(one) - rank(other));
    const there = placeAt(places, {
      latitude: Number(placed.latitude),
      longitude: Number(placed.longitude),
      place: placed.place,
    });
    there.counts[state] += 1;
    const { serialNumber } = containers(productId).product;
    there.products.push({ id: productId, serialNumber, state });
  }
  for (const { count, ids, serials, ...at } of sound) {
    const there = placeAt(places, at);
    there.counts.normal += count;
    there.products.push(
      ...ids.map((id, index) => ({
        id,
        serialNumber: serials[index] ?? '',
        state: 'normal' as const,
      })),
    );
  }
  const all = [...places.values()].map(({ products: own, ...place }) => {
    const sorted = own.sort((one, other) => rank(one.state) - rank(other.state));
    return {
      ...place,
      state: MAP_STATES.find((state) => place.counts[state] > 0) ?? 'normal',
      products: sorted.slice(0, MAX_NAMED_CONTAINERS),
    };
  });
  all.sort((one, other) => rank(one.state) - rank(other.state));
  return {
    data: {
      places: all.slice(0, MAX_MAP_PLACES),
      leftOut: Math.max(0, all.length - MAX_MAP_PLACES),
      withoutPlace,
    },
  };
}
