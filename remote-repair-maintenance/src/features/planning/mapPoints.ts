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

/** Places by cells of a size in units of the map; each cluster stands in the middle of its places. */
export function clustersOf(places: readonly MapPlace[], size: number): readonly Cluster[] {
  const cells = Map.groupBy(places, (place) => {
    const { x, y } = projected(place);
    return `${Math.floor(x / size)}:${Math.floor(y / size)}`;
  });
  const clusters = [...cells].map(([key, own]) => {
    const points = own.map(projected);
    const mean = (axis: 'x' | 'y') =>
      points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    const counts = Object.fromEntries(
      MAP_STATES.map((state) => [state, own.reduce((sum, one) => sum + one.counts[state], 0)]),
    ) as Record<MapState, number>;
    return { key, x: mean('x'), y: mean('y'), state: worst(counts), places: own, counts };
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
