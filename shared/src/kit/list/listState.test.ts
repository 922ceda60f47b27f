import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import type { ListDef } from '../../contract/list.ts';
import {
  activeFilters,
  applyListChange,
  axisOf,
  isUnfiltered,
  type ListState,
  parseListState,
  positionOf,
  serialiseListState,
  tabOf,
  withFirstTab,
} from './listState.ts';

const def = contract['purchaseRequests.list'].list as unknown as ListDef;
const parse = (search: string): ListState => parseListState(def, new URLSearchParams(search));
const serialise = (state: ListState): string => serialiseListState(def, state).toString();

/** Any state of a list, from its own definition. */
function states(of: ListDef): fc.Arbitrary<ListState> {
  const day = fc
    .integer({ min: 0, max: 20_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const filters = Object.fromEntries(
    Object.entries(of.filters).map(([name, filter]) => [
      name,
      filter.kind === 'enum'
        ? fc.uniqueArray(fc.constantFrom(...filter.values), { minLength: 1 })
        : filter.kind === 'id'
          ? fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 3 })
          : filter.kind === 'flag'
            ? fc.boolean()
            : fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.trim() || 'x'),
    ]),
  );
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => text.normalize('NFC').trim() || 'ก');
  return fc
    .record({
      page: fc.integer({ min: 1, max: 1000 }),
      limit: fc.integer({ min: 1, max: 10 }).map((tens) => tens * 10),
      sort: fc
        .uniqueArray(fc.constantFrom(...of.sorts), { minLength: 1, maxLength: 2 })
        .chain((fields) =>
          fc.tuple(
            ...fields.map((field) => fc.boolean().map((descending) => ({ field, descending }))),
          ),
        ),
      search: fc.option(word, { nil: undefined }),
      dates: fc.option(fc.tuple(day, day), { nil: undefined }),
      filters: fc.record(filters, { requiredKeys: [] }),
      columns: fc.option(
        fc.uniqueArray(fc.constantFrom('documentNo', 'neededBy', 'status', 'purpose'), {
          minLength: 1,
        }),
        { nil: null },
      ),
    })
    .map(({ search, dates, columns, ...query }) => {
      const [start = '', end = ''] = [...(dates ?? [])].sort();
      return {
        columns,
        query: {
          ...query,
          ...(search === undefined ? {} : { search }),
          ...(dates === undefined || of.dateField === undefined
            ? {}
            : { startDate: start, endDate: end }),
        },
      } as ListState;
    });
}

test.each(['purchaseRequests.list', 'parts.list', 'suppliers.list', 'users.list'] as const)(
  'the address of %s says all of its state: parse(serialise(x)) = x',
  (name) => {
    const of = contract[name].list as unknown as ListDef;
    fc.assert(
      fc.property(states(of), (state) => {
        const text = serialiseListState(of, state).toString();
        expect(parseListState(of, new URLSearchParams(text))).toEqual(state);
      }),
      { numRuns: 300 },
    );
  },
);

test('whatever an address holds, a state comes of it', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (search) => {
      const { query } = parse(search);
      expect(query.limit % 10).toBe(0);
      expect(query.page).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('what is wrong in an address is dropped, the rest stays', () => {
  const { query } = parse('status=pending,nonsense&limit=15&page=2&sort=-nothing&search=bolt');
  expect(query).toEqual({
    page: 2,
    limit: 10,
    sort: [{ field: 'createdAt', descending: true }],
    search: 'bolt',
    filters: {},
  });
});

test('keys of others in the address are left alone', () => {
  const base = new URLSearchParams('tab=units&page=4');
  expect(serialiseListState(def, parse(''), base).toString()).toBe('tab=units');
});

test.each([
  [{ kind: 'filter', name: 'purpose', value: ['job'] } as const, 'search=bolt&purpose=job'],
  [{ kind: 'search', value: ' nut ' } as const, 'search=nut'],
  [
    { kind: 'dates', start: '2026-11-01', end: '2026-11-30' } as const,
    'search=bolt&startDate=2026-11-01&endDate=2026-11-30',
  ],
  [{ kind: 'sort', field: 'neededBy', add: false } as const, 'sort=neededBy&search=bolt'],
  [{ kind: 'limit', limit: 50 } as const, 'limit=50&search=bolt'],
  [{ kind: 'page', page: 7 } as const, 'page=7&search=bolt'],
  [{ kind: 'after', key: 'abc' } as const, 'search=bolt&after=abc'],
])('a change goes back to the first page: %o', (change, expected) => {
  expect(serialise(applyListChange(def, parse('search=bolt&page=5'), change))).toBe(expected);
});

test('shift adds a second sort beside the first', () => {
  const first = applyListChange(def, parse(''), { kind: 'sort', field: 'neededBy', add: false });
  const both = applyListChange(def, first, { kind: 'sort', field: 'estimatedTotal', add: true });
  expect(serialise(both)).toBe('sort=neededBy%2CestimatedTotal');
});

test('clearing takes search, dates and filters but not the tab', () => {
  const state = parse('status=pending&purpose=job&search=bolt&startDate=2026-11-01&limit=20');
  expect(serialise(applyListChange(def, state, { kind: 'clear' }))).toBe('limit=20&status=pending');
});

test('the tab is one value of the counted filter; several are a filter', () => {
  expect(tabOf(def, parse('status=pending').query)).toBe('pending');
  expect(tabOf(def, parse('status=pending,approved').query)).toBeNull();
  expect(activeFilters(def, parse('status=pending').query)).toEqual([]);
  expect(activeFilters(def, parse('status=pending,approved&search=x').query)).toEqual([
    'status',
    'search',
  ]);
  expect(isUnfiltered(def, parse('sort=neededBy&page=2').query)).toBe(true);
  expect(isUnfiltered(def, parse('status=pending').query)).toBe(false);
});

test('a row counts from the beginning of the query', () => {
  expect(positionOf(parse('page=3&limit=20').query, 4)).toBe(44);
});

describe('tabs of another axis', () => {
  const axes: ListDef = { ...def, axes: ['purpose'] };
  const read = (search: string): ListState => parseListState(axes, new URLSearchParams(search));
  const written = (state: ListState): string => serialiseListState(axes, state).toString();

  test('take the place of the open tab, and leave the filters', () => {
    const before = read('status=pending&search=bolt&page=3');
    const by = applyListChange(axes, before, { kind: 'axis', by: 'purpose' });
    expect(written(by)).toBe('search=bolt&by=purpose');
    expect(tabOf(axisOf(axes, by.by), read('by=purpose&purpose=job').query)).toBe('job');
    const back = applyListChange(axisOf(axes, 'purpose'), read('by=purpose&purpose=job'), {
      kind: 'axis',
      by: undefined,
    });
    expect(written(back)).toBe('show=all');
  });

  test('show everything at first, not what still goes on', () => {
    const first = ['pending'];
    expect(withFirstTab(axes, read(''), first).query.filters).toEqual({ status: first });
    expect(withFirstTab(axes, read('by=purpose'), first).query.filters).toEqual({});
  });

  test('are only those that the list has', () => {
    expect(read('by=status').by).toBeUndefined();
    expect(parse('by=purpose').by).toBeUndefined();
  });
});
