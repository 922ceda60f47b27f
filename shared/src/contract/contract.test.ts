import endpoints from '../domain/access/endpoints.json' with { type: 'json' };
import { allAbilities } from '../domain/access/pages.ts';
import { type Access, API_BASE, contract } from './index.ts';

/** `/a/:id/b` and `/a/:anything/b` are one path. */
const shape = (path: string) => path.replace(/:[A-Za-z]+/g, ':');
const rows = Object.entries(contract);

const classOf = (access: Access): string =>
  access.kind === 'signedIn' ? 'signed-in' : access.kind === 'lookup' ? 'look-up' : access.kind;

/** `<page of the resource>:import` stands for every page that has the verb. */
const expectedAbilities = (named: readonly string[]): string[] =>
  named
    .flatMap((ability) =>
      ability.startsWith('<')
        ? allAbilities().filter((each) => each.endsWith(ability.slice(ability.indexOf('>') + 1)))
        : [ability],
    )
    .sort();

describe('the contract table', () => {
  const listed = new Map<string, (typeof endpoints.endpoints)[number]>(
    endpoints.endpoints.map((row) => [`${row.method} ${shape(row.path)}`, row] as const),
  );

  it.each(rows)('%s agrees with the handbook’s class and abilities', (_name, row) => {
    const path = `${row.method} ${shape(API_BASE + row.path)}`;
    const expected = listed.get(path);
    if (!expected) return;
    expect(classOf(row.access)).toBe(expected.class);
    if (row.access.kind === 'ability')
      expect([...row.access.anyOf].sort()).toEqual(expectedAbilities(expected.ability ?? []));
  });

  it('names only abilities that exist', () => {
    const known = new Set(allAbilities());
    for (const [, row] of rows) {
      if (row.access.kind !== 'ability') continue;
      for (const ability of row.access.anyOf) expect(known).toContain(ability);
    }
  });

  it('has every path once', () => {
    const seen = rows.map(([, row]) => `${row.method} ${shape(row.path)}`);
    expect(seen.filter((path, index) => seen.indexOf(path) !== index)).toEqual([]);
  });

  it('lists sort only by fields that they declare', () => {
    for (const [, row] of rows) {
      if (row.kind !== 'list') continue;
      expect(row.list.sorts).toContain(row.list.defaultSort.replace('-', ''));
    }
  });
});
