import { contract, type ListDef, type ListName, operatorsOf } from '@boxyard/shared/contract';
import { createTestApp, type TestApp } from './testing/index.ts';
import { plant } from './testing/planted.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

/**
 * Every condition that a list's contract offers, on every list: a filter and its "is not" make all rows
 * together, so do those with and without a value, and nothing is both before and after a day.
 */
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await plant(world, { warehouseId: world.warehouseId, to: world.otherWarehouseId, no: 1 });
});
afterAll(() => test?.close());

/** They belong to a contract, of which this world has none. */
const OF_A_CONTRACT = 'contracts.versions';

const LISTS = (Object.keys(contract) as ListName[]).filter((name) => {
  const endpoint = contract[name];
  if (name === OF_A_CONTRACT) return false;
  return endpoint.kind === 'list' && fieldsOf(endpoint.list).length > 0;
});

function fieldsOf(def: ListDef): string[] {
  const fields = new Set([...Object.keys(def.filters), ...Object.keys(def.compared ?? {})]);
  return [...fields].filter((field) => operatorsOf(def, field).length > 0);
}

/** Of the record that a list belongs to. */
const OF: Readonly<Record<string, (world: World) => string>> = {
  bins: (at) => at.warehouseId,
  access: (at) => at.admin.userId,
  creditPurchases: (at) => at.creditSupplier,
  quotations: (at) => at.creditSupplier,
};
const pathOf = (name: ListName): string => {
  const of = OF[name.slice(0, name.indexOf('.'))] ?? ((at: World) => at.part);
  return contract[name].path.replace(/:\w+/, of(world));
};

async function totalOf(name: ListName, query: Readonly<Record<string, string>>): Promise<number> {
  const search = new URLSearchParams({ ...query, limit: '10' });
  const { status, body } = await world.admin.get(`${pathOf(name)}?${search}`);
  expect([name, query, status, body.errors ?? null]).toEqual([name, query, 200, null]);
  return body.meta.totalItems;
}

/** Values that the rows of the list have themselves, else some that none has. */
async function idsOf(name: ListName, filter: string): Promise<string[]> {
  const { body } = await world.admin.get(`${pathOf(name)}?limit=50`);
  const rows = (body.data ?? []) as Readonly<Record<string, { id?: string } | null>>[];
  const found = rows.flatMap((row) => row[filter.replace(/Id$/, '')]?.id ?? []);
  return [...new Set([...found, world.warehouseId])].slice(0, 2);
}

describe.each(LISTS)('%s', (name) => {
  const def: ListDef = contract[name].list;
  it.each(fieldsOf(def))('%s', async (field) => {
    const operators = operatorsOf(def, field);
    const all = await totalOf(name, {});
    if (operators.includes('not')) {
      const filter = def.filters[field];
      const values = filter?.kind === 'enum' ? filter.values : await idsOf(name, field);
      for (const value of values.slice(0, 4)) {
        const those = await totalOf(name, { [field]: value });
        expect([value, await totalOf(name, { [`${field}.not`]: value })]).toEqual([
          value,
          all - those,
        ]);
      }
    }
    if (operators.includes('empty')) {
      const without = await totalOf(name, { [`${field}.empty`]: 'true' });
      expect(await totalOf(name, { [`${field}.empty`]: 'false' })).toBe(all - without);
    }
    if (operators.includes('before')) {
      const before = await totalOf(name, { [`${field}.before`]: '2026-01-15' });
      const after = await totalOf(name, { [`${field}.after`]: '2026-01-14' });
      expect(before + after).toBeLessThanOrEqual(all);
      const both = { [`${field}.before`]: '2026-01-15', [`${field}.after`]: '2026-01-15' };
      expect(await totalOf(name, both)).toBe(0);
    }
    if (operators.includes('less')) {
      const less = await totalOf(name, { [`${field}.less`]: '2' });
      const greater = await totalOf(name, { [`${field}.greater`]: '2' });
      expect(less + greater).toBeLessThanOrEqual(all);
    }
  });
});

const COUNTED = LISTS.filter((name) => (contract[name].list as ListDef).counts !== undefined);

describe.each(COUNTED)('the tabs of %s count what the filters leave', (name) => {
  const def: ListDef = contract[name].list;
  const filters = Object.entries(def.filters).filter(([field]) => field !== def.counts);
  it.each(filters.map(([field]) => field))('%s', async (field) => {
    const filter = def.filters[field];
    const values =
      filter?.kind === 'enum'
        ? filter.values.slice(0, 4)
        : filter?.kind === 'flag'
          ? ['true']
          : filter?.kind === 'id'
            ? await idsOf(name, field)
            : ['x'];
    for (const value of values) {
      const search = new URLSearchParams({ [field]: value, limit: '10' });
      const { status, body } = await world.admin.get(`${pathOf(name)}?${search}`);
      const counts = Object.values((body.meta?.counts ?? {}) as Readonly<Record<string, number>>);
      expect([name, field, value, status, counts.reduce((sum, count) => sum + count, 0)]).toEqual([
        name,
        field,
        value,
        200,
        body.meta.totalItems,
      ]);
    }
  });
});

it('refuses what is no condition of the list, with the field', async () => {
  const cases = [
    ['documentNo.after=2026-01-01', 'documentNo.after', 'UNKNOWN_KEY'],
    ['neededBy.after=tomorrow', 'neededBy.after', 'DATE'],
    ['estimatedTotal.greater=much', 'estimatedTotal.greater', 'NUMBER'],
    ['status.not=gone', 'status.not', 'ONE_OF'],
    ['warehouseId.not=1', 'warehouseId.not', 'ID'],
    ['neededBy.empty=perhaps', 'neededBy.empty', 'UNKNOWN_KEY'],
    ['neededBy.after.before=2026-01-01', 'neededBy.after.before', 'UNKNOWN_KEY'],
    ['__proto__.not=x', '__proto__.not', 'UNKNOWN_KEY'],
  ] as const;
  for (const [query, field, code] of cases) {
    const { status, body } = await world.admin.get(
      `${contract['purchaseRequests.list'].path}?${query}`,
    );
    expect([query, status]).toEqual([query, 422]);
    expect([query, body]).toEqual([query, expect.objectContaining({})]);
    expect(JSON.stringify(body)).toContain(code);
    expect(JSON.stringify(body)).toContain(field);
  }
});
