import * as fc from 'fast-check';
import { contract } from './index.ts';
import { parseListQuery, parseSort, serialiseListQuery } from './list.ts';

const def = contract['purchaseRequests.list'].list;

const date = fc
  .integer({ min: 0, max: 3000 })
  .map((days) => new Date(Date.UTC(2020, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));

const query = fc.record({
  page: fc.integer({ min: 1, max: 1000 }),
  limit: fc.integer({ min: 1, max: 10 }).map((tens) => tens * 10),
  sort: fc
    .uniqueArray(fc.constantFrom(...def.sorts), { minLength: 1, maxLength: 3 })
    .chain((fields) =>
      fc.tuple(
        ...fields.map((name) => fc.boolean().map((descending) => ({ field: name, descending }))),
      ),
    ),
  search: fc.option(
    fc
      .string({ minLength: 1, maxLength: 40 })
      .map((text) => text.normalize('NFC').trim())
      .filter((text) => text !== ''),
    { nil: undefined },
  ),
  startDate: fc.option(date, { nil: undefined }),
  status: fc.uniqueArray(fc.constantFrom(...def.filters.status.values), { maxLength: 4 }),
  requesterId: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
});

describe('a list’s query string', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(query, ({ status, requesterId, search, startDate, ...rest }) => {
        const filters = {
          ...(status.length > 0 ? { status } : {}),
          ...(requesterId.length > 0 ? { requesterId } : {}),
        };
        const input = {
          ...rest,
          ...(search ? { search } : {}),
          ...(startDate ? { startDate } : {}),
          filters,
        };
        const { query: read, errors } = parseListQuery(def, serialiseListQuery(def, input));
        expect(errors).toEqual([]);
        expect(read).toEqual(input);
      }),
    );
  });

  it('is empty for the defaults', () => {
    expect(
      serialiseListQuery(def, { page: 1, limit: 10, sort: parseSort('-createdAt'), filters: {} }),
    ).toEqual({});
  });

  it('names every error at once and ignores nothing', () => {
    const { errors } = parseListQuery(def, {
      page: '0',
      limit: '15',
      sort: 'secret',
      startDate: '2026-02-30',
      status: 'nonsense',
      requesterId: 'x',
      colour: 'red',
      constructor: 'x',
    });
    expect(errors.map(({ field }) => field).sort()).toEqual(
      [
        'colour',
        'constructor',
        'limit',
        'page',
        'requesterId',
        'sort',
        'startDate',
        'status',
      ].sort(),
    );
  });

  it('refuses an end before its start', () => {
    const { errors } = parseListQuery(def, { startDate: '2026-02-02', endDate: '2026-02-01' });
    expect(errors).toEqual([{ field: 'endDate', code: 'DATE_ORDER' }]);
  });

  it('takes a repeated parameter like a comma', () => {
    const { query: read } = parseListQuery(def, { status: ['pending', 'approved'] });
    expect(read.filters.status).toEqual(['pending', 'approved']);
  });
});
