// What `pnpm new:remote` and `pnpm new:page` write. Kept apart from the commands so that a test can
// let them write elsewhere and type-check the result.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contract, type Endpoint } from '../../src/contract/index.ts';
import type { RouteDef } from '../../src/domain/access/pages.ts';

interface NewPage {
  readonly root: string;
  readonly remote: string | undefined;
  readonly name: string | undefined;
  readonly list?: string | undefined;
  readonly routes?: readonly RouteDef[];
}
interface NewRemote {
  readonly root: string;
  readonly name: string | undefined;
}
interface Made {
  readonly dir: string;
  readonly path: string;
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
  readonly title: { readonly en: string; readonly th: string };
}

/** Files of a feature by name, and its texts by language. */
interface Feature {
  readonly files: Readonly<Record<string, string>>;
  readonly texts: (title: string) => Record<string, unknown>;
  /** Module that exports `Page`. */
  readonly page: string;
}

/** A page without the kit: its title and whatever comes. */
const plainFeature = ({ remote, key, path, title }: Draft): Feature => ({
  page: `${key}.page.tsx`,
  texts: (name) => ({ title: name }),
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

/** The first simple fields of a list's rows, as columns to start from. */
function columnsOf(list: string): [key: string, kind: string][] {
  const endpoint = (contract as Readonly<Record<string, Endpoint>>)[list];
  if (endpoint?.kind !== 'list') {
    const names = Object.entries(contract).filter(([, row]) => row.kind === 'list');
    throw new Error(
      `The contract has no list "${list}"; it has ${names.map(([name]) => name).join(', ')}`,
    );
  }
  const { shape = {} } = endpoint.row._zod.def as SchemaDef;
  return Object.entries(shape)
    .map(([key, field]): [string, string | undefined] => [
      key,
      COLUMN_OF[innermost(field._zod.def).type],
    ])
    .filter((column): column is [string, string] => column[1] !== undefined)
    .filter(([key]) => !['id', 'version'].includes(key) && !/(Id|At)$/.test(key))
    .slice(0, 4);
}

/** A page of the kit over a list of the contract: resource, page, texts, test. */
function listFeature(draft: Draft, { list, name }: { list: string; name: string }): Feature {
  const { remote, key, path, title } = draft;
  const columns = columnsOf(list);
  return {
    page: `${key}.list.page.tsx`,
    texts: (text) => ({
      title: text,
      one: text,
      empty: text,
      field: Object.fromEntries(columns.map(([column]) => [column, column])),
    }),
    files: {
      [`${key}.resource.ts`]: `import { defineResource } from '@boxyard/shared/kit';

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

/**
 * A page of a remote: component, texts in both languages, a test, and its entry in contributions.ts
 * and remote.ts. A name of the table of routes takes path and title from there; with `list`, a list
 * of the contract, it is a page of the kit.
 */
export function newPage({ root, remote, name, list, routes = [] }: NewPage): Made {
  checkName(name);
  const dir = join(root, remote ?? '');
  if (!remote || !existsSync(join(dir, 'contributions.ts'))) {
    throw new Error(`There is no remote "${remote ?? ''}"; make one with pnpm new:remote`);
  }
  const route = routes.find((candidate) => candidate.name === name);
  if (route && route.remote !== remote) throw new Error(`"${name}" belongs to ${route.remote}`);
  const key = camel(name);
  const folder = join(dir, 'src', 'features', key);
  if (existsSync(folder)) throw new Error(`${remote} already has src/features/${key}`);

  const title = { en: route?.title ?? titleOf(name), th: route?.titleTh ?? titleOf(name) };
  const path = route?.path ?? `/${remote.replace('remote-', '')}/${name}`;
  const draft = { remote, key, path, title };
  const feature = list ? listFeature(draft, { list, name }) : plainFeature(draft);

  for (const language of ['en', 'th'] as const) {
    const file = join(dir, 'src', 'i18n', `${language}.json`);
    write(file, json({ ...readJson(file), [key]: feature.texts(title[language]) }));
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
  return { dir: folder, path };
}

/** A remote with one page, served under /remotes/ and listed in the registry. */
export function newRemote({ root, name: given }: NewRemote): Made & { readonly remote: string } {
  const short = given?.replace(/^remote-/, '');
  checkName(short);
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
  const page = newPage({ root, remote, name: short });
  return { remote, dir, path: page.path };
}
