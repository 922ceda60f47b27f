import { createRequire } from 'node:module';
import {
  contract,
  type ReportDef,
  type ReportSummary,
  reportTextsOf,
} from '@boxyard/shared/contract';
import { can, decimal, declarationOf } from '@boxyard/shared/domain';
import { readXlsx } from './documents/tables/readXlsx.ts';
import './modules/index.ts';
import { warehouseBody } from './modules/masterData/testing/office.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { openPdfReader } from './testing/pdfReader.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { plant } from './testing/planted.ts';
import { visibilityOf } from './workflow/index.ts';
import { dayFrom, expectData, makeWorld, type World } from './workflow/testing/world.ts';

/**
 * Rules of every report, over one document of every family in each of two warehouses: rows, groups,
 * charts and files tell the same, in the reader's scope and with the reader's rights (domain-warehouse 5,
 * domain-containers 5).
 */

let test: TestApp;
let world: World;
let everybody: Person;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await plant(world, { warehouseId: world.warehouseId, to: world.otherWarehouseId, no: 1 });
  const third = await world.admin.post('/sub-warehouses', warehouseBody(world.companyId));
  const to = expectData(third).id;
  await plant(world, { warehouseId: world.otherWarehouseId, to, no: 2 });
  // Their documents are planted without lines.
  const bin = (of: string) =>
    `(select n.id from bins n where n.warehouse_id = ${of}.warehouse_id order by n.id limit 1)`;
  await test.app.pg.query(
    `insert into claim_items (claim_id, line_no, part_id, quantity, bin_id, condition, defect, in_warranty, created_at)
     select c.id, 1, $1, 2, ${bin('c')}, 'new', 'Broken', true, now() from claims c`,
    [world.part],
  );
  await test.app.pg.query(
    `insert into destruction_items (destruction_id, line_no, part_id, bin_id, condition, serial_ids, quantity, loss_value)
     select c.id, 1, $1, ${bin('c')}, 'new', '{}', 3, 30 from destructions c`,
    [world.part],
  );
  // A sale is told of once it is confirmed.
  await test.app.pg.query(
    `update part_sales set status = 'confirmed', document_no = coalesce(document_no, right(id::text, 10))`,
  );
  everybody = world.admin;
  // A salesperson who agreed on nothing yet is told of their target.
  const effectiveFrom = `${dayFrom(world, 0).slice(0, 7)}-01`;
  const target = { value: '50000.00', effectiveFrom, userId: everybody.userId };
  expectData(await everybody.post(`/settings/${test.companyId}/sales.target`, target));
});
afterAll(async () => {
  await test?.close();
  await pdf.close();
});
const pdf = openPdfReader();

interface Report {
  readonly name: string;
  readonly def: ReportDef;
}
const reports = Object.entries(contract).flatMap(([name, endpoint]): Report[] =>
  'report' in endpoint ? [{ name, def: endpoint.report }] : [],
);
const pathOf = ({ slug }: ReportDef) => `/reports/${slug}`;

interface Answer {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly totalItems: number; readonly summary: ReportSummary };
}
/** Also what is shown only when it is asked for. */
const everyStatus = ({ columns }: ReportDef): string => {
  const status = columns.status;
  return status?.kind === 'status' ? `&status=${Object.keys(status.machine.states).join(',')}` : '';
};
async function read(person: Person, def: ReportDef, query = ''): Promise<Answer> {
  const { status, body } = await person.get(`${pathOf(def)}?limit=100${query}`);
  expect([def.slug, query, status, body.errors]).toEqual([def.slug, query, 200, undefined]);
  return body;
}

/** Money and quantities of parts add up to those of the whole. */
const additive = (def: ReportDef, { values }: ReportSummary): string[] =>
  Object.keys(values).filter(
    (name) =>
      ['money', 'quantity'].includes(def.measures[name]?.kind ?? '') &&
      // An average is no sum, a document may have lines in several groups.
      !/^(average|transfers|documents)/.test(name),
  );
const added = (values: readonly (string | null | undefined)[]) =>
  Number(decimal.add('0', ...values.map((value) => value ?? '0')));

const require = createRequire(import.meta.url);
interface Texts {
  readonly chart?: Readonly<Record<string, string>>;
  readonly page?: Readonly<Record<string, string>>;
}
const textsOf = (slug: string, language: 'en' | 'th') =>
  require(`@boxyard/shared/domain/texts/families/${reportTextsOf(slug)}.${language}.json`) as Texts;
/** The reader guesses spaces, and takes ำ apart. */
const squash = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');
async function printed(person: Person, path: string, language: 'en' | 'th'): Promise<string> {
  const { status, raw } = await person.get(path, { headers: { 'accept-language': language } });
  expect([path, status]).toEqual([path, 200]);
  return squash((await pdf.pages(new Uint8Array(raw))).join(''));
}
/** Title of the chart of groups, whatever is grouped by. */
const groupedBy = (language: 'en' | 'th'): RegExp => {
  const title = squash(textsOf('reports', language).page?.chart ?? '');
  return new RegExp(title.replace(/\{\{\w+\}\}/g, '.+'));
};

describe.each(reports)('$name', ({ def }) => {
  it('adds up: the groups are the total, and so are the groups within each of them', async () => {
    const whole = await read(everybody, def, everyStatus(def));
    expect(whole.meta.summary.lines).toBe(whole.meta.totalItems);
    expect(whole.data).not.toEqual([]);
    for (const by of def.groups) {
      const inner = def.groups.find((one) => one !== by);
      const keys = inner === undefined ? by : `${by},${inner}`;
      const { meta } = await read(everybody, def, `${everyStatus(def)}&groupBy=${keys}`);
      const { groups, values, lines } = meta.summary;
      expect([by, lines]).toEqual([by, whole.meta.totalItems]);
      const sum = (of: readonly { readonly lines: number }[]) =>
        of.reduce((all, one) => all + one.lines, 0);
      expect([by, sum(groups)]).toEqual([by, lines]);
      for (const group of groups) {
        if (group.groups) expect([keys, sum(group.groups)]).toEqual([keys, group.lines]);
      }
      for (const name of additive(def, meta.summary)) {
        const all = Number(values[name] ?? 0);
        const parts = added(groups.map((group) => group.values[name]));
        expect([by, name, parts]).toEqual([by, name, all]);
      }
    }
  });

  it('has in its files the rows that its page has, and no others', async () => {
    const { meta } = await read(everybody, def, everyStatus(def));
    const asked = `${pathOf(def)}/export?${everyStatus(def).slice(1)}`;
    const csv = await everybody.get(`${asked}&format=csv`);
    expect(csv.status).toBe(200);
    const lines = csv.raw.toString('utf8').trim().split('\r\n');
    expect(lines.length).toBe(1 + meta.totalItems);
    const [by, inner] = def.groups;
    const keys = [by, inner].filter(Boolean).join();
    // A sheet has the headings and sub-totals of its groups besides, and a total where something adds up.
    const { groups } = (await read(everybody, def, `${everyStatus(def)}&groupBy=${keys}`)).meta
      .summary;
    const closings = groups.reduce((all, one) => all + 2 + 2 * (one.groups?.length ?? 0), 0);
    const xlsx = await everybody.get(`${asked}&format=xlsx&groupBy=${keys}`);
    expect(xlsx.status).toBe(200);
    const { rows: table } = await readXlsx(xlsx.raw, { rows: 5000, columns: 100 });
    const body = table.length - 1 - meta.totalItems - closings;
    expect([def.slug, [0, 1].includes(body)]).toEqual([def.slug, true]);
    const print = await everybody.get(`${asked}&format=pdf&groupBy=${keys}`);
    expect(print.status).toBe(200);
    expect(print.raw.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('prints the charts of its page, in the language of its reader', async () => {
    for (const language of ['en', 'th'] as const) {
      const headers = { 'accept-language': language };
      const page = await everybody.get(`${pathOf(def)}?${everyStatus(def).slice(1)}`, { headers });
      const { summary }: Answer['meta'] = page.body.meta;
      const drawn = Object.entries(summary.charts).filter(([, { points }]) => points.length > 0);
      const texts = textsOf(def.slug, language);
      const print = (keys: string) =>
        printed(everybody, `${pathOf(def)}/export?format=pdf${everyStatus(def)}${keys}`, language);
      const pages = await print('');
      for (const [key, { points }] of drawn) {
        const title = texts.chart?.[key] ?? '';
        // A name is found by its first letters: a long one stands in two lines. Months are written out.
        const names = points
          .filter(({ label }) => !/^\d{4}-\d{2}$/.test(label))
          .map(({ label }) => label.slice(0, 6));
        const words = [title, ...names.slice(0, 3)];
        for (const word of words) {
          expect([language, key, word, pages.includes(squash(word))]).toEqual([
            language,
            key,
            word,
            true,
          ]);
        }
      }
      const [by] = def.groups;
      if (by === undefined) continue;
      expect(await print(`&groupBy=${by}`)).toMatch(groupedBy(language));
    }
  });

  it('tells each reader what that reader may see, and of it everything', async () => {
    const own = def.columns[def.opens?.column ?? ''];
    const whole = await read(everybody, def, everyStatus(def));
    const idOf = (row: Readonly<Record<string, unknown>>) =>
      (row[def.opens?.column ?? ''] as { readonly id: string } | null)?.id ?? '';
    for (const { name: role } of SEEDED) {
      const person = await test.as(role, { warehouseIds: [world.warehouseId] });
      const actor = await person.actor();
      if (!can(actor.grants, `${def.slug}:view`)) {
        expect((await person.get(pathOf(def))).status).toBe(403);
        continue;
      }
      const seen = await read(person, def, everyStatus(def));
      expect([role, seen.meta.summary.lines]).toEqual([role, seen.data.length]);
      if (own?.kind !== 'document') continue;
      const may = await Promise.all(
        whole.data.map(async (row) => {
          const sees = await visibilityOf(test.app.pg, { subject: own.of, id: idOf(row) });
          return sees?.(actor) ? [row.id] : [];
        }),
      );
      expect([role, seen.data.map(({ id }) => id).toSorted()]).toEqual([
        role,
        may.flat().toSorted(),
      ]);
    }
  });

  it('keeps what needs a right from whoever lacks it, in rows, sums, charts and files', async () => {
    const guarded = Object.entries(def.columns).filter(([, { needs }]) => needs !== undefined);
    for (const { name: role } of SEEDED) {
      const person = await test.as(role);
      const { grants } = await person.actor();
      if (!can(grants, `${def.slug}:view`)) continue;
      const { data, meta } = await read(person, def);
      for (const [name, { needs = '' }] of guarded) {
        if (can(grants, needs)) continue;
        expect(data.filter((row) => row[name] !== null)).toEqual([]);
      }
      for (const [name, { needs }] of Object.entries(def.measures)) {
        const holds = needs === undefined || can(grants, needs);
        expect([role, name, name in meta.summary.values]).toEqual([role, name, holds]);
      }
      for (const [key, { measures }] of Object.entries(def.charts)) {
        const holds = measures.some((name) => {
          const { needs } = def.measures[name] ?? {};
          return needs === undefined || can(grants, needs);
        });
        expect([role, key, key in meta.summary.charts]).toEqual([role, key, holds]);
      }
      if (!can(grants, `${def.slug}:export`)) continue;
      const names = Object.keys(def.columns);
      const lacks = guarded.filter(([, { needs = '' }]) => !can(grants, needs));
      const print = await printed(person, `${pathOf(def)}/export?format=pdf`, 'en');
      for (const key of Object.keys(def.charts)) {
        if (key in meta.summary.charts) continue;
        expect([
          role,
          key,
          print.includes(squash(textsOf(def.slug, 'en').chart?.[key] ?? '')),
        ]).toEqual([role, key, false]);
      }
      const csv = await person.get(`${pathOf(def)}/export?format=csv`);
      const [head = ''] = csv.raw.toString('utf8').split('\r\n');
      expect([role, head.split(',').length]).toEqual([role, names.length - lacks.length]);
    }
  });

  it('opens its documents on the page of their family', () => {
    const { column = '', page, beside } = def.opens ?? {};
    const own = def.columns[column];
    const family = own?.kind === 'document' ? declarationOf(own.of) : undefined;
    // A row that is no document, as a customer, is shown beside its list.
    if (own && family === undefined) return expect(beside).toBeDefined();
    expect({ page, beside }).toEqual({
      page: family?.opens ?? family?.within?.page,
      beside: family?.opens ? undefined : family?.within?.query,
    });
  });

  it('stands beside the period and the year before', async () => {
    const days = '&startDate=2026-01-01&endDate=2026-12-31';
    const { meta } = await read(everybody, def, `${days}&compare=period,year`);
    const names = Object.keys(meta.summary.values);
    expect(Object.keys(meta.summary.before?.period ?? {})).toEqual(names);
    expect(Object.keys(meta.summary.before?.year ?? {})).toEqual(names);
  });
});

it('covers every report', () => {
  expect(reports.length).toBeGreaterThanOrEqual(12);
  expect(reports.filter(({ def }) => def.groups.length === 0)).toEqual([]);
});

it('refuses a third key to group by', async () => {
  const { status, body } = await everybody.get('/reports/claim-report?groupBy=supplier,part,month');
  expect([status, body.errors[0]]).toMatchObject([422, { field: 'groupBy', code: 'TOO_MANY' }]);
});
