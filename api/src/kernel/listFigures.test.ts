import { sql } from 'kysely';
import { approvedRequest } from '../modules/purchasing/testing/documents.ts';
import { createTestApp, type Person, type TestApp } from '../testing/index.ts';
import { makeWorld, type World } from '../workflow/testing/world.ts';
import { ListFigures } from './listFigures.ts';

describe('figures that were counted a moment ago', () => {
  const statement = (text: string, ...parameters: unknown[]) => ({
    ...sql.raw(text),
    query: { kind: 'RawNode' } as never,
    queryId: { queryId: '1' } as never,
    sql: text,
    parameters,
  });
  const counter = () => {
    let asked = 0;
    return () => {
      asked += 1;
      return Promise.resolve(asked);
    };
  };
  afterEach(() => jest.useRealTimers());

  it('are shared by equal statements, and by no others', async () => {
    const figures = new ListFigures(2000);
    const count = counter();
    const get = (...values: unknown[]) =>
      figures.get({ family: 'a', statement: statement('select 1 where x = $1', ...values) }, count);
    expect(await Promise.all([get('me'), get('me'), get('you'), get('me')])).toEqual([1, 1, 2, 1]);
  });

  it('are counted anew after a change of their family, also while they are being counted', async () => {
    const figures = new ListFigures(2000);
    const count = counter();
    const get = () => figures.get({ family: 'a', statement: statement('select 1') }, count);
    const early = get();
    figures.drop(['b']);
    expect(await get()).toBe(1);
    figures.drop(['b', 'a']);
    expect([await early, await get()]).toEqual([1, 2]);
  });

  it('are counted anew after two seconds', async () => {
    jest.useFakeTimers();
    const figures = new ListFigures(2000);
    const count = counter();
    const get = () => figures.get({ family: 'a', statement: statement('select 1') }, count);
    await get();
    jest.advanceTimersByTime(1999);
    expect(await get()).toBe(1);
    jest.advanceTimersByTime(2);
    expect(await get()).toBe(2);
  });

  it('are not kept of a statement that failed', async () => {
    const figures = new ListFigures(2000);
    const key = { family: 'a', statement: statement('select 1') };
    await expect(figures.get(key, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await figures.get(key, () => Promise.resolve(7))).toBe(7);
  });
});

describe('totals, sums and tab counts of a list', () => {
  let test: TestApp;
  let world: World;
  let reader: Person;
  /** The estimated total of each request. */
  let sumOfOne = 0;
  beforeAll(async () => {
    test = await createTestApp({ keepsFigures: true, now: () => 0 });
    world = await makeWorld(test);
    reader = await test.as('auditor');
    await approvedRequest(world);
    const { rows } = await test.app.pg.query(
      'select estimated_total as sum from purchase_requests',
    );
    sumOfOne = Number(rows[0]?.sum);
  });
  afterAll(() => test?.close());

  const LIST = '/purchase_requests?limit=20';
  const figuresOf = async (person: Person, headers: Record<string, string> = {}) => {
    const { body } = await person.get(LIST, { headers });
    const { totalItems, counts, summary } = body.meta;
    return [totalItems, counts.approved, Number(summary.estimatedTotal) / sumOfOne];
  };
  /** As another server does it whose events have not come yet. */
  const writePast = () =>
    test.app.pg.query(
      `insert into purchase_requests (company_id, document_no, status, document_date, requester_id, created_by,
         warehouse_id, purpose, needed_by, valid_until, estimated_total, item_count, created_at, updated_at)
       select company_id, 'X' || new_id(), status, document_date, requester_id, created_by,
         warehouse_id, purpose, needed_by, valid_until, estimated_total, item_count, created_at, updated_at
       from purchase_requests limit 1`,
    );

  it('are those of a moment ago until a change is recorded, and never those of before one’s own', async () => {
    expect(await figuresOf(reader)).toEqual([1, 1, 1]);
    await writePast();
    expect(await figuresOf(reader)).toEqual([1, 1, 1]);
    // What has just been changed through another server.
    expect(await figuresOf(reader, { 'cache-control': 'no-cache' })).toEqual([2, 2, 2]);
    await approvedRequest(world);
    expect(await figuresOf(world.asker)).toEqual([3, 3, 3]);
    expect(await figuresOf(reader)).toEqual([3, 3, 3]);
  });

  it('are nobody else’s', async () => {
    const companyId = String(
      (
        await test.app.pg.query<{ id: string }>(
          `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
           values ('OTHER', 'อื่น', 'Other', '0994000000001', 'headOffice', '00000', now(), now()) returning id`,
        )
      ).rows[0]?.id,
    );
    const stranger = await test.as('auditor', { companyId });
    expect(await figuresOf(reader)).toEqual([3, 3, 3]);
    expect(await figuresOf(stranger)).toEqual([0, 0, 0]);
  });
});
