import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimsOf } from '../src/contract/remote.ts';
import { ROUTES } from '../src/domain/access/pages.ts';
import { readContributions } from './contributions.ts';

const root = join(import.meta.dirname, '..', '..');
const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));

test('what the remotes contribute is well-formed, leads somewhere and is nobody else’s', async () => {
  const all = await Promise.all(remotes.map((name) => readContributions(join(root, name), name)));
  const keys = all.flatMap(claimsOf).flatMap((claim) => claim.keys);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);

  // Every page of the table of routes says which role it is for (specification 6).
  const listed = new Map(ROUTES.map((route) => [route.name, route.access]));
  const pages = all.flatMap((one) => one.pages).filter(({ name }) => listed.has(name));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(({ name, roles }) => roles !== listed.get(name))).toEqual([]);
});

describe('a remote’s contributions are refused with a sentence', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'boxyard-contributions-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  let count = 0;
  const read = (source: Readonly<Record<string, unknown>>) => {
    count += 1;
    const dir = join(scratch, String(count));
    mkdirSync(dir);
    writeFileSync(join(dir, 'package.json'), '{"version":"1.0.0","type":"module"}');
    const exported = Object.entries({ pages: [], ...source }).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
    );
    writeFileSync(join(dir, 'contributions.ts'), exported.join('\n'));
    return readContributions(dir, 'remote-fleet');
  };
  const title = { en: 'Cars', th: 'รถ' };
  const widget = { name: 'cars', title, span: 'third', height: 200 };
  const panel = { name: 'cars', title, on: 'suppliers', record: 'supplier', height: 200 };
  const search = {
    name: 'parts',
    title,
    ability: 'parts-warehouse:view',
    list: 'parts.list',
    fields: { code: ['partNo'], title: ['name'], subtitle: ['category.name'] },
    opens: { page: 'parts-warehouse-tracking', param: 'id' },
  };
  const round = (beside: object) => ({
    ...search,
    ability: 'suppliers:view',
    list: 'biddings.list',
    fields: { title: ['documentNo'] },
    opens: { page: 'supplier-bidding', param: 'biddingId', beside },
  });
  const command = { name: 'cars', title, page: 'suppliers', query: { isBlocked: 'true' } };

  test('where it has all kinds, they come whole', async () => {
    const pieces = { widgets: [widget], panels: [panel], search: [search], commands: [command] };
    expect(await read(pieces)).toMatchObject(pieces);
  });

  test.each([
    [{ widgets: [widget, widget] }, 'widget "cars" is named twice'],
    [{ widgets: [{ ...widget, height: 4 }] }, 'widgets.0.height'],
    [{ widgets: [{ ...widget, ability: 'cars' }] }, 'widgets.0.ability'],
    [{ widgets: [{ ...widget, flag: 'New Cars' }] }, 'widgets.0.flag'],
    [{ panels: [{ ...panel, on: 'nowhere' }] }, '"cars": no route is named "nowhere"'],
    [{ commands: [{ ...command, page: 'nowhere' }] }, '"cars": no route is named "nowhere"'],
    [{ commands: [{ ...command, page: 'receipt-detail' }] }, '"receipt-detail" needs a record'],
    [{ search: [{ ...search, list: 'parts.get' }] }, 'the contract has no list "parts.get"'],
    [{ search: [{ ...search, ability: 'users:view' }] }, 'not for users:view'],
    [
      { search: [{ ...search, fields: { title: ['label'] } }] },
      '"parts.list" has no field "label"',
    ],
    [{ search: [{ ...search, opens: { page: 'suppliers' } }] }, 'either "param" or "query"'],
    [
      { search: [{ ...search, opens: { page: 'receipt-detail', param: 'no' } }] },
      '"receipt-detail" has no :no',
    ],
    [
      { search: [round({ param: 'supplierId', field: 'suppliers.0.ids' })] },
      '"biddings.list" has no field "suppliers.0.ids"',
    ],
    [
      { search: [round({ param: 'of', field: 'suppliers.0.id' })] },
      '"supplier-bidding" has no :of',
    ],
    [{ pages: [{ name: 'fleet', flag: 'x' }] }, 'no route is named "fleet"'],
  ])('%j', async (source, sentence) => {
    await expect(read(source)).rejects.toThrow(sentence);
  });
});
