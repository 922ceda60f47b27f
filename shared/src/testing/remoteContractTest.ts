import { contract, type Endpoint } from '../contract/index.ts';
import { CONTRACT_MAJOR } from '../contract/remote.ts';
import type { RemoteModule } from '../runtime/remoteModule.ts';

type Texts = Readonly<Record<string, unknown>>;

/** All keys of a bundle, plural endings dropped: Thai has one form where English has two. */
export function textKeys(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts)
    .flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? textKeys(value as Texts, `${prefix}${key}.`)
        : [`${prefix}${key}`.replace(/_(zero|one|two|few|many|other)$/, '')],
    )
    .filter((key, index, all) => all.indexOf(key) === index)
    .sort();
}

/** Params of a text: `{{count}}`. */
const params = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? '').sort();

const textAt = (texts: Texts, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Texts | undefined)?.[key], texts);

/** Both languages have the same texts with the same params. */
export function bundleTest(en: Texts, th: Texts): void {
  test('both languages have the same texts', () => {
    expect(textKeys(th)).toEqual(textKeys(en));
  });
  test('both languages use the same params, and no text is empty', () => {
    for (const key of textKeys(en)) {
      const [english, thai] = [textAt(en, key), textAt(th, key)];
      if (typeof english !== 'string' || typeof thai !== 'string') continue;
      expect({ key, params: params(thai) }).toEqual({ key, params: params(english) });
      expect({ key, filled: english.trim() !== '' && thai.trim() !== '' }).toEqual({
        key,
        filled: true,
      });
    }
  });
}

type Named = readonly { readonly name: string }[];

/** What a remote's contributions.ts exports, as far as its code has to answer for it. */
interface Contributed {
  readonly pages: readonly (string | { readonly name: string })[];
  readonly widgets?: Named;
  readonly panels?: Named;
  readonly search?: readonly { readonly name: string; readonly list: string }[];
}

/**
 * What the host relies on in a remote (architecture 4): its contract's major, a loadable `Page`,
 * `Widget` or `Panel` for each that it contributes, and its texts in both languages.
 */
export function remoteContractTest(contributed: Contributed, remote: RemoteModule): void {
  const { pages, widgets = [], panels = [] } = contributed;
  const namesOf = (list: Contributed['pages']) =>
    list.map((one) => (typeof one === 'string' ? one : one.name));
  const parts = [
    ['Page', namesOf(pages), remote.pages],
    ['Widget', namesOf(widgets), remote.widgets ?? {}],
    ['Panel', namesOf(panels), remote.panels ?? {}],
  ] as const;
  test('is written for the present contract', () => {
    expect(remote.contract).toBe(CONTRACT_MAJOR);
  });
  test('has a module for each page, widget and panel it contributes, and no other', () => {
    for (const [, names, modules] of parts) {
      expect(Object.keys(modules).sort()).toEqual([...names].sort());
    }
  });
  const all = parts.flatMap(([kind, names, modules]) =>
    names.map((name) => ({ kind, name, load: modules[name] })),
  );
  test.each(all)('$name is a $kind that loads', async ({ kind, load }) => {
    const module: object | undefined = await load?.();
    expect(module).toHaveProperty(kind, expect.any(Function));
  });
  const rows: Readonly<Record<string, Endpoint>> = contract;
  const unsearched = (contributed.search ?? []).filter(({ list }) => {
    const row = rows[list];
    // A list that the remote brings itself is newer than the host's table.
    return row !== undefined && !(row.kind === 'list' && row.isSearched);
  });
  test('names only lists for the palette that the search looks through', () => {
    expect(unsearched.map(({ name }) => name)).toEqual([]);
  });
  test('has the same texts in both languages', async () => {
    const [en, th] = [await remote.i18n('en'), await remote.i18n('th')];
    expect(textKeys(th)).toEqual(textKeys(en));
  });
}
