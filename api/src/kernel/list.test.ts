import { createTestApp, type Person, type TestApp } from '../testing/index.ts';
import { newId } from './sql.ts';

let test: TestApp;
let reader: Person;
beforeAll(async () => {
  test = await createTestApp();
  reader = await test.as('auditor');
});
afterAll(async () => test?.close());

const START = Date.parse('2026-01-01T00:00:00Z');

/** `count` notifications; every third of the same instant, so that ties matter. */
async function fill(count: number): Promise<void> {
  await test.app.db
    .insertInto('notifications')
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: newId(),
        userId: reader.userId,
        category: 'news' as const,
        type: 'info' as const,
        titleEn: `Number ${n}`,
        titleTh: `หมายเลข ${n}`,
        descriptionEn: '',
        descriptionTh: '',
        read: n % 5 === 0,
        date: new Date(START + Math.floor(n / 3) * 1000),
        action: null,
        actionTitleEn: null,
        actionTitleTh: null,
        entityType: null,
        entityId: null,
        dedupeKey: `n${n}`,
      })),
    )
    .execute();
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('a list', () => {
  it('answers pages without a row twice or missing, whatever the ties', async () => {
    await fill(95);
    const seen: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await reader.get(`/notifications?limit=20&page=${page}`);
      expect(body.meta).toMatchObject({
        page,
        limit: 20,
        totalItems: 95,
        totalPages: 5,
        sort: '-date',
      });
      expect(body.meta.summary).toEqual({ unread: 76 });
      seen.push(...idsOf(body));
    }
    expect(new Set(seen).size).toBe(95);
    const backwards = await reader.get('/notifications?limit=100&sort=date');
    expect(idsOf(backwards.body)).toEqual([...seen].reverse());
  });

  it('goes on by key exactly where the page before ended', async () => {
    const byOffset = idsOf((await reader.get('/notifications?limit=100')).body);
    const byKey: string[] = [];
    let after = '';
    do {
      const { body } = await reader.get(`/notifications?limit=10${after}`);
      byKey.push(...idsOf(body));
      after = body.meta.next === undefined ? '' : `&after=${body.meta.next}`;
    } while (after !== '');
    expect(byKey).toEqual(byOffset);
  });

  it('refuses a key of another order or of nobody’s making', async () => {
    const { next } = (await reader.get('/notifications?limit=10')).body.meta;
    const other = await reader.get(`/notifications?limit=10&sort=date&after=${next}`);
    expect(other.body.errors).toMatchObject([{ field: 'after', code: 'CURSOR' }]);
    const forged = Buffer.from(JSON.stringify({ sort: '-date', keys: ['x', 'y'] })).toString(
      'base64url',
    );
    expect((await reader.get(`/notifications?after=${forged}`)).status).toBe(400);
    expect((await reader.get('/notifications?after=rubbish')).status).toBe(422);
  });

  it('filters, and counts what it filters', async () => {
    const { body } = await reader.get('/notifications?read=true&limit=100');
    expect(body.meta.totalItems).toBe(19);
    expect(body.data.every((row: { read: boolean }) => row.read)).toBe(true);
  });

  it.each([
    ['a first page that is not full', 'limit=100', 19],
    ['a full page', 'limit=10', 10],
    ['the last page', 'limit=10&page=2', 9],
    ['a page beyond the end', 'limit=10&page=3', 0],
  ])('tells the same total on %s', async (_, page, rows) => {
    const { body } = await reader.get(`/notifications?read=true&${page}`);
    expect([body.data.length, body.meta.totalItems]).toEqual([rows, 19]);
  });

  it('stops counting at ten thousand and says so', async () => {
    await test.app.pg.query(
      `insert into notifications (user_id, category, type, title_en, title_th, description_en,
         description_th, date, dedupe_key)
       select $1, 'news', 'info', 't', 't', '', '', now(), 'many' || n from generate_series(1, 10001) n`,
      [reader.userId],
    );
    const { body } = await reader.get('/notifications?limit=10');
    expect(body.meta).toMatchObject({
      totalItems: 10_000,
      totalIsLowerBound: true,
      totalPages: 1000,
    });
  });

  it('keeps undeclared columns to itself', async () => {
    const { body } = await reader.get('/notifications?limit=10');
    expect(Object.keys(body.data[0]).sort()).toEqual([
      'action',
      'actionTitle',
      'category',
      'date',
      'description',
      'id',
      'read',
      'title',
      'type',
    ]);
  });
});
