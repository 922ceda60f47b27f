// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { bundle, definingModules, remotes } from '../../build/jest/remoteSources.cjs';
import { contract } from '../contract/index.ts';
import { ROUTES } from '../domain/access/pages.ts';
import kitEn from '../kit/i18n/en.json';
import kitTh from '../kit/i18n/th.json';
import { defineResource, type Resource } from '../kit/resource/defineResource.ts';
import { textsAskedBy } from './resourceTexts.ts';

const mockDefined: Resource[] = [];
jest.mock('../kit/resource/defineResource.ts', () => {
  const actual = jest.requireActual('../kit/resource/defineResource.ts');
  return {
    ...actual,
    defineResource: (def: never) => {
      const resource = actual.defineResource(def);
      mockDefined.push(resource);
      return resource;
    },
  };
});

type Texts = Readonly<Record<string, unknown>>;

const has = (texts: unknown, key: string): boolean => {
  const found = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Texts | undefined)?.[part], texts);
  return typeof found === 'string' && found.trim() !== '';
};
/** Words of the activity log, which its page takes from the domain (shared/src/domain/activity). */
const FROM_DOMAIN = /^activityLog\.choice\.(subject|action)\./;

/** The texts that a resource lacks, by language: what the browser would show as `common.<key>`. */
function lackedBy(resource: Resource, own: Readonly<Record<'en' | 'th', Texts>>): string[] {
  const [namespace = '', path = ''] = resource.texts.split(':');
  const kit = { en: kitEn, th: kitTh };
  return (['en', 'th'] as const).flatMap((locale) =>
    textsAskedBy(resource)
      .filter(
        (keys) =>
          !keys.some((key) => has(own[locale], `${path}.${key}`) || has(kit[locale].common, key)),
      )
      .map((keys) => `${path}.${keys.join(' or ')}`)
      .filter((key) => !FROM_DOMAIN.test(key))
      .map((key) => `${namespace}/src/i18n/${locale}.json: ${key}`),
  );
}

test.each(remotes)('every resource of %s has the texts that the kit asks for', async (remote) => {
  mockDefined.length = 0;
  // Resources that a module keeps to itself count too.
  for (const file of definingModules(remote)) await import(file);
  const own = { en: bundle(remote, 'en'), th: bundle(remote, 'th') };
  const lacked = mockDefined
    .filter(({ texts }) => texts.startsWith(`${remote}:`))
    .flatMap((resource) => lackedBy(resource, own));
  expect([...new Set(lacked)]).toEqual([]);

  const names = new Set(ROUTES.map(({ name }) => name));
  const nowhere = mockDefined.flatMap(({ list, routes }) =>
    Object.values(routes ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${list}: no route is named "${name}"`),
  );
  expect(nowhere).toEqual([]);
});

test('a resource without its texts is told by language, file and key', () => {
  const units = defineResource({
    list: 'units.list',
    texts: 'remote-x:units',
    page: 'categories',
    columns: (c) => [c.text('code'), c.number('factor', { title: 'field.times' })],
    form: (f) => [f.section('rules', [f.flag('allowFraction', { help: 'help.fraction' })])],
  });
  const th = { units: { title: 'หน่วย', new: 'เพิ่มหน่วย', one: 'หน่วย' } };
  expect(contract['units.create']).toBeDefined();
  expect(lackedBy(units, { en: {}, th }).sort()).toEqual(
    [
      ...['title', 'new', 'one'].map((key) => `remote-x/src/i18n/en.json: units.${key}`),
      ...['en', 'th'].flatMap((locale) =>
        ['field.times', 'field.allowFraction', 'help.fraction', 'section.rules'].map(
          (key) => `remote-x/src/i18n/${locale}.json: units.${key}`,
        ),
      ),
    ].sort(),
  );
});
