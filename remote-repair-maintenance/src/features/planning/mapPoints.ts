import type { MapPlace } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { MAP_STATES, type MapState } from '@boxyard/shared/domain/service/planning.ts';

/** Degrees to units of the outlines (`shared/src/domain/charts/thailand.ts`). */
export const projected = ({
  latitude,
  longitude,
}: Pick<MapPlace, 'latitude' | 'longitude'>): { readonly x: number; readonly y: number } => ({
  x: (longitude - 97.34) * 67.5,
  y: (20.46 - latitude) * 69,
});

/** Places that lie on each other at the size in which the map is drawn. */
export interface Cluster {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly state: MapState;
  readonly places: readonly MapPlace[];
  /** Containers of it by state. */
  readonly counts: Readonly<Record<MapState, number>>;
}

const worst = (counts: Readonly<Record<MapState, number>>): MapState =>
  MAP_STATES.find((state) => counts[state] > 0) ?? 'normal';

interface Gathered {
  readonly x: number;
  readonly y: number;
  readonly places: MapPlace[];
}

/**
 * Places that are nearer to each other than a size in units of the map, as one cluster.
 * The worst begin, so that a cluster lies where most has to be done.
 */
export function clustersOf(places: readonly MapPlace[], size: number): readonly Cluster[] {
  const gathered: Gathered[] = [];
  for (const place of places) {
    const { x, y } = projected(place);
    const near = gathered.find((one) => Math.hypot(one.x - x, one.y - y) < size);
    if (near === undefined) gathered.push({ x, y, places: [place] });
    else near.places.push(place);
  }
  const clusters = gathered.map(({ x, y, places: own }) => {
    const counts = Object.fromEntries(
      MAP_STATES.map((state) => [state, own.reduce((sum, one) => sum + one.counts[state], 0)]),
    ) as Record<MapState, number>;
    return {
      key: `${x.toFixed(2)}:${y.toFixed(2)}`,
      x,
      y,
      state: worst(counts),
      places: own,
      counts,
    };
  });
  // The worst are drawn last, above the others.
  return clusters.sort(
    (one, other) => MAP_STATES.indexOf(other.state) - MAP_STATES.indexOf(one.state),
  );
}

/** The mark of a state: its shape says what its colour says. */
export const shapeOf = (state: MapState, size: number): string => {
  const half = size / 2;
  if (state === 'outOfOrder') return `M0 ${-half}L${half} ${half}L${-half} ${half}z`;
  if (state === 'underRepair') return `M${-half} ${-half}h${size}v${size}h${-size}z`;
  if (state === 'underMaintenance') return `M0 ${-half}L${half} 0L0 ${half}L${-half} 0z`;
  return `M${-half} 0a${half} ${half} 0 1 0 ${size} 0a${half} ${half} 0 1 0 ${-size} 0z`;
};
