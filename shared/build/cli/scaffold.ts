// What `npm run new:remote` and `npm run new:page` write. Kept apart from the commands so that a test can
// let them write elsewhere and type-check the result.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contract, type Endpoint } from '../../src/contract/index.ts';
import type { ListDef } from '../../src/contract/list.ts';
import type { RouteDef } from '../../src/domain/access/pages.ts';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { readBundle } from '../familyTexts.cjs';

interface NewPage {
  readonly root: string;
  readonly remote: string | undefined;
  readonly name: string | undefined;
  /** Title in Thai, for a page that the table of routes does not name. */
  readonly thai?: string | undefined;
  readonly list?: string | undefined;
  /** First segment of the path, where the remote has pages in several areas. */
  readonly area?: string | undefined;
  readonly routes?: readonly RouteDef[];
}
interface NewRemote {
  readonly root: string;
  readonly name: string | undefined;
  readonly thai: string | undefined;
}
interface Made {
  readonly dir: string;
  readonly path: string;
  /** What the generator cannot know, as sentences. */
  readonly open: readonly string[];
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const write = (file: string, content: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const readJson = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));
const titleOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ');
const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function checkName(name: string | undefined): asserts name is string {
  if (!NAME.test(name ?? '')) {
    throw new Error(`"${name ?? ''}" is no name: use small letters, digits and hyphens`);
  }
}

/** Replaces one place in a file; a file that no longer has it was rewritten by hand. */
function insert(file: string, place: RegExp, text: string): void {
  const source = readFileSync(file, 'utf8');
  const [match] = source.match(place) ?? [];
  if (match === undefined)
    throw new Error(`${file} has no place for the new page (looked for ${place})`);
  write(
    file,
    source.replace(match, () => match + text),
  );
}

interface Draft {
  readonly remote: string;
  /** Key of the texts, and name of the folder. */
  readonly key: string;
  readonly path: string;
  readonly title: Pair;
}

type Language = 'en' | 'th';

/** Files of a feature by name, and its texts by language. */
interface Feature {
  readonly files: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<Language, Record<string, unknown>>>;
  /** Module that exports `Page`. */
  readonly page: string;
  readonly open?: readonly string[];
}

/** A page without the kit: its title and whatever comes. */
const plainFeature = ({ remote, key, path, title }: Draft): Feature => ({
  page: `${key}.page.tsx`,
  texts: { en: { title: title.en }, th: { title: title.th } },
  files: {
    [`${key}.page.tsx`]: `import { PageTitle } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';

/** ${title.en}. */
export function Page() {
  const t = useT('${remote}');
  return <PageTitle>{t('${key}.title')}</PageTitle>;
}
`,
    [`${key}.page.test.tsx`]: `import { renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './${key}.page.tsx';

test.each([
  ['en', en.${key}.title],
  ['th', th.${key}.title],
] as const)('shows its title in %s', async (locale, title) => {
  await renderPage(<Page />, {
    route: '${path}',
    path: '${path}',
    locale,
    texts: { '${remote}': { en, th } },
  });
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
});
`,
  },
});

/** How many columns a new page begins with. */
const COLUMNS = 6;

/** Kinds of fields that a column can be made of without knowing more. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'flag',
};

interface SchemaDef {
  readonly type: string;
  readonly innerType?: { readonly _zod: { readonly def: SchemaDef } };
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: SchemaDef } }>>;
}

const innermost = (def: SchemaDef): SchemaDef =>
  def.innerType ? innermost(def.innerType._zod.def) : def;

type ListEndpoint = Extract<Endpoint, { kind: 'list' }>;

/** A list of the contract by its name. */
function listOf(name: string): ListEndpoint {
  const endpoint = (contract as Readonly<Record<string, Endpoint>>)[name];
  if (endpoint?.kind === 'list') return endpoint;
  const lists = Object.entries(contract).filter(([, row]) => row.kind === 'list');
  throw new Error(
    `The contract has no list "${name}"; it has ${lists.map(([one]) => one).join(', ')}`,
  );
}

/** The simple fields of a list's rows, with the kind of column that shows them. */
function columnsOf(list: string): [key: string, kind: string][] {
  const { shape = {} } = listOf(list).row._zod.def as SchemaDef;
  return Object.entries(shape)
    .map(([key, field]): [string, string | undefined] => [
      key,
      COLUMN_OF[innermost(field._zod.def).type],
    ])
    .filter((column): column is [string, string] => column[1] !== undefined)
    .filter(([key]) => !['id', 'version'].includes(key) && !/(Id|At)$/.test(key));
}

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
type Pair = Readonly<Record<Language, string>>;

/** Texts of a bundle by dotted key. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flat(inner, path ? `${path}.${key}` : key),
  );
}

const bundleOf = (folder: string): Readonly<Record<Language, Map<string, string>>> => {
  const read = (language: Language) =>
    new Map(flat(readBundle(join(REPOSITORY, folder, `${language}.json`))));
  return { en: read('en'), th: read('th') };
};

/** Words that the project already has for a key below a resource: the kit's own, or another page's. */
function vocabulary(): {
  readonly isKits: (key: string) => boolean;
  readonly wordOf: (key: string) => Pair | undefined;
} {
  const kit = bundleOf(join('shared', 'src', 'kit', 'i18n'));
  const remotes = readdirSync(REPOSITORY)
    .map((name) => join(name, 'src', 'i18n'))
    .filter((folder) => folder.startsWith('remote-') && existsSync(join(REPOSITORY, folder)))
    .map(bundleOf);
  return {
    isKits: (key) => kit.en.has(`common.${key}`) && kit.th.has(`common.${key}`),
    wordOf: (key) => {
      for (const { en, th } of remotes) {
        const path = [...en.keys()].find((one) => one.endsWith(`.${key}`) && th.has(one));
        if (path !== undefined) return { en: en.get(path) ?? '', th: th.get(path) ?? '' };
      }
      return undefined;
    },
  };
}

/** The area of the contract that has a list: the name of its export, and its file. */
async function areaOf(list: string): Promise<{ readonly name: string; readonly file: string }> {
  listOf(list);
  const folder = join(REPOSITORY, 'shared', 'src', 'contract', 'areas');
  for (const file of readdirSync(folder).filter((name) => /^\w+\.ts$/.test(name))) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as object;
    const [found] = Object.entries(module).filter(
      ([name, value]) => name.endsWith('Area') && Object.hasOwn(value, list),
    );
    if (found) return { name: found[0], file };
  }
  throw new Error(`No file of shared/src/contract/areas exports an area with "${list}"`);
}

interface ListPageDraft {
  readonly list: string;
  readonly name: string;
  readonly area: { readonly name: string; readonly file: string };
}

/** Texts that any list has. */
const listTexts = (title: Pair): Feature['texts'] => ({
  en: {
    title: title.en,
    one: title.en,
    new: `New: ${title.en}`,
    empty: `${title.en}: nothing has been entered yet.`,
  },
  th: {
    title: title.th,
    one: title.th,
    new: `เพิ่ม${title.th}`,
    empty: `ยังไม่มีข้อมูล${title.th}`,
  },
});

const fieldKey = (name: string): string =>
  `field.${name === 'isActive' ? 'status' : name.replace(/Ids?$/, '')}`;

/** Keys that the filters of a list ask for. */
function keysOfFilters(list: string): string[] {
  const { filters, dateField }: ListDef = listOf(list).list;
  return [
    ...Object.keys(filters).map(fieldKey),
    ...(dateField === undefined ? [] : [fieldKey(dateField)]),
    ...Object.entries(filters).flatMap(([name, filter]) =>
      filter.kind === 'enum' ? filter.values.map((value) => `choice.${name}.${value}`) : [],
    ),
  ];
}

/** Puts a text at its dotted key. */
function put(texts: Record<string, unknown>, key: string, text: string): void {
  const parts = key.split('.');
  const last = parts.pop() ?? '';
  let at = texts;
  for (const part of parts) {
    at[part] ??= {};
    at = at[part] as Record<string, unknown>;
  }
  at[last] = text;
}

/**
 * A page of the kit over a list of the contract: resource, page, texts, test. Its columns are fields that
 * the project has words for in both languages; other words are written by a person who knows them.
 */
function listFeature(draft: Draft, { list, name, area }: ListPageDraft): Feature {
  const { remote, key, path, title } = draft;
  const { isKits, wordOf } = vocabulary();
  const simple = columnsOf(list);
  const columns = simple
    .filter(([column]) => isKits(fieldKey(column)) || wordOf(fieldKey(column)) !== undefined)
    .slice(0, COLUMNS);
  const others = simple.filter((column) => !columns.includes(column)).map(([column]) => column);
  const texts = listTexts(title);
  const toWrite: string[] = [];
  const asked = [...columns.map(([column]) => fieldKey(column)), ...keysOfFilters(list)];
  for (const text of new Set(asked.filter((one) => !isKits(one)))) {
    const word = wordOf(text);
    if (word === undefined) toWrite.push(text);
    else for (const language of ['en', 'th'] as const) put(texts[language], text, word[language]);
  }
  return {
    page: `${key}.list.page.tsx`,
    texts,
    open: [
      ...(others.length > 0 ? [`Further fields of the row: ${others.join(', ')}`] : []),
      ...(toWrite.length > 0
        ? [`Write these texts below "${key}" in en.json and th.json: ${toWrite.join(', ')}`]
        : []),
    ],
    files: {
      [`${key}.resource.ts`]: `import { registerContract } from '@boxyard/shared/client';
import { ${area.name} } from '@boxyard/shared/contract/areas/${area.file}';
import { defineResource } from '@boxyard/shared/kit';

registerContract(${area.name});

/** ${title.en}, as the contract lists them. */
export const ${key} = defineResource({
  list: '${list}',
  texts: '${remote}:${key}',
  page: '${name}',
  routes: { list: '${name}' },
  columns: (c) => [${columns.map(([column, kind]) => `c.${kind}('${column}')`).join(', ')}],
});
`,
      [`${key}.list.page.tsx`]: `import { ListPage } from '@boxyard/shared/kit';
import { ${key} } from './${key}.resource.ts';

/** ${title.en}. */
export function Page() {
  return <ListPage resource={${key}} />;
}
`,
      [`${key}.list.page.test.tsx`]: `import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './${key}.list.page.tsx';

test.each([
  ['en', en.${key}.title],
  ['th', th.${key}.title],
] as const)('asks the server once and shows its title in %s', async (locale, title) => {
  const server = fakeServer();
  server.answer('${list}', { data: [] });
  await renderPage(<Page />, {
    route: '${path}',
    path: '${path}',
    locale,
    server,
    texts: { '${remote}': { en, th } },
  });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(server.requests('${list}')).toHaveLength(1);
});
`,
    },
  };
}

/** First segment of a page's path: the only area of its remote, or the one that is named. */
function areaPathOf({ remote, area, routes = [] }: NewPage): string {
  const mine = routes.filter((route) => route.remote === remote);
  // A page that the project has besides the specification's may stand in the area of another remote.
  const specified = mine.filter(({ added }) => added !== true);
  const of = specified.length > 0 ? specified : mine;
  const areas = [...new Set(of.map(({ path }) => path.split('/')[1] ?? ''))].filter(Boolean);
  if (area !== undefined) {
    const known = [...new Set(routes.map(({ path }) => path.split('/')[1] ?? ''))];
    if (areas.length > 0 && !known.includes(area))
      throw new Error(`No area has the path "/${area}"; ${remote} has ${areas.join(', ')}`);
    return area;
  }
  const [only = (remote ?? '').replace('remote-', ''), ...others] = areas;
  if (others.length > 0)
    throw new Error(`${remote} has several areas: add --area ${areas.join(' or --area ')}`);
  return only;
}

const THAI = /[\u0e00-\u0e7f]/;

/** The title in both languages. A text in English in th.json is as wrong as a missing one. */
function titlesOf(
  name: string,
  { route, thai }: { route?: RouteDef | undefined; thai?: string | undefined },
) {
  const th = thai ?? route?.titleTh;
  if (th === undefined || !THAI.test(th))
    throw new Error(`"${name}" has no title in Thai: add --thai "…"`);
  return { en: route?.title ?? titleOf(name), th };
}

/**
 * A page of a remote: component, texts in both languages, a test, and its entry in contributions.ts
 * and remote.ts. A name of the table of routes takes path and title from there; any other stands in the
 * remote's area and has its title in Thai given. With `list`, a list of the contract, it is a page of
 * the kit.
 */
export async function newPage(options: NewPage): Promise<Made> {
  const { root, remote, name, list, thai, routes = [] } = options;
  checkName(name);
  const dir = join(root, remote ?? '');
  if (!remote || !existsSync(join(dir, 'contributions.ts'))) {
    throw new Error(
      `There is no remote "${remote ?? ''}"; make one with npm run new:remote -- NAME --thai "…"`,
    );
  }
  const route = routes.find((candidate) => candidate.name === name);
  if (route && route.remote !== remote) throw new Error(`"${name}" belongs to ${route.remote}`);
  const key = camel(name);
  const folder = join(dir, 'src', 'features', key);
  if (existsSync(folder)) throw new Error(`${remote} already has src/features/${key}`);

  const title = titlesOf(name, { route, thai });
  const path = route?.path ?? `/${areaPathOf(options)}/${name}`;
  const draft = { remote, key, path, title };
  const feature = list
    ? listFeature(draft, { list, name, area: await areaOf(list) })
    : plainFeature(draft);

  for (const language of ['en', 'th'] as const) {
    const file = join(dir, 'src', 'i18n', `${language}.json`);
    write(file, json({ ...readJson(file), [key]: feature.texts[language] }));
  }
  for (const [file, source] of Object.entries(feature.files)) write(join(folder, file), source);
  insert(
    join(dir, 'src', 'remote.ts'),
    /pages: \{/,
    `\n    '${name}': () =>\n      import('./features/${key}/${feature.page}'),`,
  );
  insert(
    join(dir, 'contributions.ts'),
    /pages: readonly PageEntry\[\] = \[/,
    route
      ? `\n  '${name}',`
      : `\n  {\n    name: '${name}',\n    path: '${path}',\n    title: { en: '${title.en}', th: '${title.th}' },\n    page: '${name}',\n  },`,
  );
  return { dir: folder, path, open: feature.open ?? [] };
}

/** A remote with one page, served under /remotes/ and listed in the registry. */
export async function newRemote({
  root,
  name: given,
  thai,
}: NewRemote): Promise<Made & { readonly remote: string }> {
  const short = given?.replace(/^remote-/, '');
  checkName(short);
  titlesOf(short, { thai });
  const remote = `remote-${short}`;
  const dir = join(root, remote);
  if (existsSync(dir)) throw new Error(`${remote} exists already`);

  write(
    join(dir, 'package.json'),
    json({
      name: `@boxyard/${remote}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: {
        build: 'webpack --mode production',
        dev: 'node ../shared/build/cli/devRemote.mjs',
      },
      dependencies: {
        '@boxyard/shared': 'workspace:*',
        '@tanstack/react-query': 'catalog:',
        react: 'catalog:',
        'react-dom': 'catalog:',
        'react-i18next': 'catalog:',
        'react-router-dom': 'catalog:',
      },
    }),
  );
  write(
    join(dir, 'webpack.config.cjs'),
    `const { remoteConfig } = require('../shared/build/webpack.cjs');

module.exports = (_env, argv) => remoteConfig({ dir: __dirname, mode: argv.mode });
`,
  );
  write(
    join(dir, 'contributions.ts'),
    `import type { PageEntry } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [];
`,
  );
  write(
    join(dir, 'src', 'remote.ts'),
    `import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {},
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
`,
  );
  for (const language of ['en', 'th']) write(join(dir, 'src', 'i18n', `${language}.json`), '{}\n');
  const registry = join(root, 'host', 'public', 'remotes.json');
  write(
    registry,
    json({
      ...readJson(registry),
      [remote]: {
        entry: `/remotes/${remote}/mf-manifest.json`,
        contributions: `/remotes/${remote}/contributions.json`,
      },
    }),
  );
  const page = await newPage({ root, remote, name: short, thai });
  return { remote, dir, path: page.path, open: page.open };
}
