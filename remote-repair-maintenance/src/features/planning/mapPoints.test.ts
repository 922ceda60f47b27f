import type { MapPlace } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { MAP_STATES } from '@boxyard/shared/domain/service/planning.ts';
import { clustersOf, projected, shapeOf } from './mapPoints.ts';

const place = (
  latitude: number,
  longitude: number,
  more: Partial<MapPlace['counts']>,
): MapPlace => ({
  latitude,
  longitude,
  place: null,
  state: 'normal',
  counts: { outOfOrder: 0, underRepair: 0, underMaintenance: 0, normal: 0, ...more },
  products: [],
});

test('Bangkok lies where its outline is', () => {
  const { x, y } = projected({ latitude: 13.75, longitude: 100.5 });
  expect([Math.round(x), Math.round(y)]).toEqual([213, 463]);
});

test('places that lie on each other are one point of the worst state', () => {
  const near = [place(13.75, 100.5, { normal: 3 }), place(13.76, 100.51, { outOfOrder: 1 })];
  const far = place(18.79, 98.98, { underRepair: 1 });
  const clusters = clustersOf([...near, far], 20);
  expect(clusters.map(({ state, places }) => [state, places.length])).toEqual([
    ['underRepair', 1],
    ['outOfOrder', 2],
  ]);
  expect(clusters[1]?.counts).toMatchObject({ outOfOrder: 1, normal: 3 });
});

test('each state has a shape of its own', () => {
  expect(new Set(MAP_STATES.map((state) => shapeOf(state, 10))).size).toBe(4);
});
