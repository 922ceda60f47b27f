import * as z from 'zod/v4';
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

/** The two generic calls of reports stand for one row of the contract for each report. */
const GENERIC: readonly string[] = [
  'GET /api/v1/reports/:slug',
  'GET /api/v1/reports/:slug/export',
];

describe('the contract table', () => {
  const listed = new Map<string, (typeof endpoints.endpoints)[number]>(
    endpoints.endpoints.map((row) => [`${row.method} ${shape(row.path)}`, row] as const),
  );

  it.each(rows)('%s agrees with the class and abilities of the list', (_name, row) => {
    const path = `${row.method} ${shape(API_BASE + row.path)}`;
    const expected = listed.get(path);
    if (!expected) return;
    expect(classOf(row.access)).toBe(expected.class);
    if (row.access.kind === 'ability')
      expect([...row.access.anyOf].sort()).toEqual(expectedAbilities(expected.ability ?? []));
  });

  it('has every call that the list names', () => {
    const exports = rows.flatMap(([, row]) =>
      row.kind === 'list' && row.exportPath ? [`GET ${shape(API_BASE + row.exportPath)}`] : [],
    );
    const calls = rows.map(([, row]) => `${row.method} ${shape(API_BASE + row.path)}`);
    const known = new Set([...calls, ...exports]);
    const missing = endpoints.endpoints
      .filter(({ method, path }) => !known.has(`${method} ${shape(path)}`))
      .filter(({ method, path }) => !GENERIC.includes(`${method} ${path}`));
    expect(missing).toEqual([]);
  });

  it('names only abilities that exist', () => {
    // What manages everything belongs to no page.
    const known = new Set([...allAbilities(), 'all:manage']);
    for (const [, row] of rows) {
      const { access } = row;
      const named =
        access.kind === 'ability' ? access.anyOf : access.kind === 'lookup' ? access.serves : [];
      for (const ability of named) expect(known).toContain(ability);
    }
  });

  it('has no look-up that serves nobody, and no price in any', () => {
    const prices = /price|cost|value|amount|onHand|free/i;
    const quantities = /available/i;
    for (const [name, row] of rows) {
      if (row.access.kind !== 'lookup') continue;
      expect([name, row.access.serves.length > 0]).toEqual([name, true]);
      const answer = row.kind === 'list' ? row.row : 'data' in row ? row.data : null;
      const fields = JSON.stringify(z.toJSONSchema(answer as never, { unrepresentable: 'any' }));
      expect([name, prices.exec(fields)?.[0] ?? null]).toEqual([name, null]);
      // Parts are told apart by what there is of them; nothing else is (ADR 0016).
      if (name === 'parts.master' || name === 'jobs.parts') continue;
      expect([name, quantities.exec(fields)?.[0] ?? null]).toEqual([name, null]);
    }
  });

  it('answers every report that it has under `/reports/:slug`, with its export and its PDF', () => {
    const reports = rows.filter(([name]) => name.startsWith('reports.'));
    expect(reports.length).toBeGreaterThan(1);
    for (const [, row] of reports) {
      if (row.kind !== 'list') throw new Error('a report is a list');
      const slug = row.path.replace('/reports/', '');
      expect(row.access).toEqual({ kind: 'ability', anyOf: [`${slug}:view`] });
      expect('exportPath' in row && row.exportPath).toBe(`/reports/${slug}/export`);
      expect(row.list.exportAbility).toBe(`${slug}:export`);
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
