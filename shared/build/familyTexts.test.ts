import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { bundleOf, FOLDER, readBundle } from './familyTexts.cjs';

const ROOT = join(import.meta.dirname, '..', '..');
const BUNDLES = globSync('{host,remote-*,shared}/src/**/i18n/{,kit.}{en,th}.json', { cwd: ROOT });

/**
 * Thai words of the server that a bundle of the browser has word for word. It may only fall: take the
 * word from the family's texts (ADR 0087).
 */
const SAID_TWICE = 205;

const json = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object;

/** Every text by its dotted key. */
const textsOf = (texts: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object'
      ? textsOf(value as object, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  );
const keysOf = (texts: object): string[] => [
  ...new Set(textsOf(texts).map(([key]) => key.replace(/_(one|other)$/, ''))),
];

const files = readdirSync(FOLDER);
const families = files.filter((name) => name.endsWith('.en.json')).map((name) => name.slice(0, -8));

test.each(families)('%s has the same texts in both languages', (family) => {
  const [en, th] = ['en', 'th'].map((locale) => json(join(FOLDER, `${family}.${locale}.json`)));
  expect(keysOf(th ?? {})).toEqual(keysOf(en ?? {}));
  expect(textsOf(th ?? {}).filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('a family says only those statuses that it calls otherwise than all families do', () => {
  const [common = [], ...others] = [
    'document',
    ...families.filter((name) => name !== 'document'),
  ].map((family) => {
    const [en, th] = ['en', 'th'].map(
      (locale) =>
        (json(join(FOLDER, `${family}.${locale}.json`)) as { status?: Record<string, string> })
          .status ?? {},
    );
    return Object.keys(en ?? {}).map((status) => `${status}: ${en?.[status]}, ${th?.[status]}`);
  });
  expect(common).not.toEqual([]);
  expect(others.flat().filter((word) => common.includes(word))).toEqual([]);
});

test('there are bundles and families, each in two languages', () => {
  expect(files).toHaveLength(2 * families.length);
  expect(families.length).toBeGreaterThan(30);
  expect(BUNDLES.length).toBeGreaterThan(20);
});

test('bundles name only texts that there are, and every group of texts is named by one', () => {
  const resolved = BUNDLES.flatMap((file) => textsOf(readBundle(join(ROOT, file))));
  expect(resolved.filter(([, text]) => text.startsWith('='))).toEqual([]);
  const named = BUNDLES.flatMap((file) => textsOf(json(join(ROOT, file))))
    .map(([, text]) => text)
    .filter((text) => text.startsWith('='));
  const groups = families.flatMap((family) =>
    Object.keys(json(join(FOLDER, `${family}.en.json`))).map((group) => `=${family}.${group}`),
  );
  const unnamed = groups.filter(
    (group) => !named.some((name) => `${name}.`.startsWith(`${group}.`)),
  );
  expect(unnamed).toEqual([]);
});

test('a bundle that names a text which is not there fails', () => {
  const bundle = (name: string) => bundleOf(JSON.stringify({ title: name }), 'x/i18n/th.json');
  expect(() => bundle('=document.status.none')).toThrow('there are no texts');
  expect(bundle('=document.status.draft')).toEqual({ title: 'ฉบับร่าง' });
});

test('the server says no more words a second time', () => {
  const said = new Set(
    BUNDLES.filter((file) => file.endsWith('th.json')).flatMap((file) =>
      textsOf(readBundle(join(ROOT, file))).map(([, text]) => text),
    ),
  );
  // Headings of files that people fill in do not follow the pages: saved files would no longer fit.
  const sources = globSync('api/src/{modules,workflow,kernel}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing\/|Import\.ts$/.test(file),
  );
  const twice = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/'([^'\\\n]*)'|`([^`\\$]*)`/g)]
      .map(([, plain, template]) => plain ?? template ?? '')
      .filter((text) => /[\u0e00-\u0e7f]/.test(text) && said.has(text))
      .map((text) => `${file}: ${text}`),
  );
  if (twice.length > SAID_TWICE) throw new Error(`More than ${SAID_TWICE}:\n${twice.join('\n')}`);
});
