import { pagesOf, TEAM_PAGES, TEAM_TYPES } from '@boxyard/shared/domain';
import { ROUTES } from '@boxyard/shared/domain/access/pages.ts';
import { SEEDED, tableHolds } from '../../testing/permissionTable.ts';
import { allWorkItems } from '../../workflow/index.ts';
// Registers every family.
import '../index.ts';
import { FIGURES } from './figureKinds.ts';
import { figureLabel, taskWords } from './labels.ts';
import { listPathOf } from './work.ts';

const steps = allWorkItems().flatMap(({ subject, steps }) =>
  steps.map(({ key }) => [subject, key] as const),
);

it.each(steps)('%s: %s has words in both languages', (_subject, key) => {
  expect([key, taskWords(key)]).toEqual([
    key,
    { en: expect.stringMatching(/./), th: expect.stringMatching(/./) },
  ]);
});

it.each(FIGURES)('the figure $key has words in both languages', ({ key }) => {
  for (const locale of ['en', 'th'] as const) expect(figureLabel(key, locale)).not.toBe(key);
});

const routeOf = (path: string | null) => ROUTES.find((route) => route.path === path);

/** The route of an address, by its pattern; a step's path ends where the record's id follows. */
function routeAt(path: string) {
  const [address = ''] = `${path.replace(':beside', '1')}1`.split('?');
  const fits = ROUTES.filter(({ path: pattern }) =>
    new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}$`).test(address),
  );
  // `/create` is no id.
  return fits.find(({ path: pattern }) => pattern === address) ?? fits[0];
}

it.each([
  ...new Set([
    ...allWorkItems().flatMap(({ machine }) => pagesOf(machine)),
    ...TEAM_TYPES.map((type) => TEAM_PAGES[type]),
  ]),
])('all that waits on %s is in a list that can be opened', (page) => {
  expect(routeOf(listPathOf(page))).toMatchObject({ name: page, page });
});

it('a task is of one family: documents of two are not listed under one heading', () => {
  const families = allWorkItems().flatMap(({ machine, steps }) =>
    steps.map(({ key }) => [key, machine.id] as const),
  );
  for (const [key, own] of Map.groupBy(families, ([key]) => key)) {
    expect({ key, families: [...new Set(own.map(([, family]) => family))] }).toEqual({
      key,
      families: [own[0]?.[1]],
    });
  }
});

describe('each step leads to a page that whoever is told of it may open', () => {
  const shown = allWorkItems().flatMap(({ machine, steps, path: ofFamily }) =>
    steps.map(({ path = ofFamily, ability, action, ...step }) => {
      const opensDocument = path === ofFamily;
      const verb = machine.actions[action]?.verb;
      const asked = ability ?? (verb === undefined ? null : `${machine.page}:${verb}`);
      return { key: `${machine.id} ${step.key} ${path}`, path, asked, opensDocument, machine };
    }),
  );

  it.each(shown)('$key', ({ path, asked, opensDocument, machine }) => {
    const route = routeAt(path);
    expect(route?.path).toBeDefined();
    if (asked === null || !route?.page) return;
    const view = `${route.page}:view`;
    const told = SEEDED.filter(
      (role) =>
        tableHolds(role, asked) && (!opensDocument || tableHolds(role, `${machine.page}:view`)),
    );
    const barred = told.filter((role) => !tableHolds(role, view)).map(({ name }) => name);
    expect(barred).toEqual([]);
  });
});
