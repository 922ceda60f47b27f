import { ROUTES } from '../src/domain/access/pages.ts';
import { callFaults, routeFaults, wiringFaults } from './wiring.ts';

const fileOf = (call: string) => `areas/${call.split('.')[0]}.ts`;
const calls = {
  'fleet.list': { method: 'GET', path: '/fleet' },
  'fleet.get': { method: 'GET', path: '/fleet/:id' },
};
const handlers = { 'fleet.list': 1, 'fleet.get': 1 };

test('what stands fits together', async () => {
  expect(await wiringFaults()).toEqual([]);
});

test.each([
  ['without a slash', 'cars', 'areas/cars.ts: "cars.list" (GET cars): the path is malformed'],
  ['with a space', '/my cars', 'areas/cars.ts: "cars.list" (GET /my cars): the path is malformed'],
  [
    'that another call has',
    '/fleet/:carId',
    'areas/cars.ts: "cars.list" (GET /fleet/:carId): "fleet.get" in areas/fleet.ts has the same',
  ],
])('a call with a path %s is named with its file', (_what, path, sentence) => {
  const [fault, ...others] = callFaults(
    { ...calls, 'cars.list': { method: 'GET', path } },
    { ...handlers, 'cars.list': 1 },
    fileOf,
  );
  expect(fault).toContain(sentence);
  expect(others).toEqual([]);
});

test('a call that nothing answers, and a handler of no call, are named', () => {
  expect(callFaults(calls, { 'fleet.list': 1, 'fleet.gte': 1 }, fileOf)).toEqual([
    'areas/fleet.ts: "fleet.get" (GET /fleet/:id): no handler of api/src/modules answers it',
    'api/src/modules: the handler "fleet.gte" answers no call of the contract',
  ]);
});

test('a wrong route is named with its path', () => {
  const [first, ...rest] = ROUTES;
  if (!first) throw new Error('no routes');
  const faults = (change: object) => routeFaults([{ ...first, ...change }, ...rest]);
  expect(routeFaults(ROUTES)).toEqual([]);
  expect(faults({ path: 'nowhere' })[0]).toContain(`"${first.name}" (nowhere): the path is malf`);
  expect(faults({ path: rest[0]?.path })[0]).toContain('has the same path');
  expect(faults({ page: 'cars' })[0]).toContain('permissions.json has no page "cars"');
  expect(faults({ parent: 'cars' })[0]).toContain('no route is named "cars"');
});
