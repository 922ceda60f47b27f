import { contract, type Endpoint } from '@boxyard/shared/contract';
import { approvedOrder, makeWorld, type World } from './modules/purchasing/testing/world.ts';
import { createTestApp, type TestApp } from './testing/index.ts';

/** Every list that says it can be exported, with the rows that there are (design, Pages). */
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await approvedOrder(world);
}, 120_000);
afterAll(() => test?.close());

const exported = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, row]) =>
  row.kind === 'list' && row.list.exportColumns ? [[name, row] as const] : [],
);

/** Whose list it is, where the path asks. */
const idFor = (name: string): string =>
  ({ 'access.list': world.admin.userId, 'parts.tracking': world.part })[name] ?? world.warehouseId;

it.each(exported)('%s has a heading and a cell for each column', async (name, row) => {
  const path = row.path.replace(/:\w+/, idFor(name));
  const answer = await world.admin.get(`${path}?format=csv`);
  expect(answer.status).toBe(200);
  const [heading = '', ...lines] = answer.raw.toString('utf8').split('\r\n');
  expect(heading.split(',')).toHaveLength(row.list.exportColumns?.length ?? 0);
  expect(lines.filter((line) => line.includes('undefined'))).toEqual([]);
});
