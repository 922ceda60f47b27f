// The language bundles of an app: both languages say the same things, and every key that a source
// names is there. A missing one fails the build (quality "Pleasant").
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { readBundle } from './familyTexts.cjs';

const root = join(import.meta.dirname, '..', '..');

/** Files of an app's sources, tests aside. */
function sources(app: string): string[] {
  const dir = join(root, app, 'src');
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((file) => join(dir, file))
    .filter((file) => !/\.test(-d)?\.tsx?$/.test(file));
}

/** Every text of a bundle by its dotted key; plural forms, of which Thai has one, count as one. */
function textsOf(file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key);
      return;
    }
    texts.set(path.replace(/_(zero|one|two|few|many|other)$/, ''), String(value));
  };
  walk(readBundle(file), '');
  return texts;
}

const missingIn = (texts: Map<string, string>, keys: Iterable<string>): string[] =>
  [...keys].filter((key) => !texts.get(key)?.trim());

const codeOf = (file: string): string =>
  readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Functions that give texts, by the name a source gives them: `const t = useT('remote-admin')`. */
const BOUND = /\bconst (\w+) = (useT\('remote-|use\w*Text\()/g;

interface Named {
  readonly key: string;
  /** The key is the beginning of a template: `choice.state.${value}`. */
  readonly isPrefix: boolean;
  /** Whose text it is: of a resource, of the remote itself, or of any bundle that the app has. */
  readonly of: 'resource' | 'remote' | 'any';
}

/** Keys that a source names literally: `t('list.empty')`, and how a template's begins. */
export function namedKeys(code: string): Named[] {
  const givers = new Map<string, Named['of']>([['t', 'any']]);
  for (const [, name = '', hook = ''] of code.matchAll(BOUND)) {
    const isResources = hook.startsWith('useResourceText');
    givers.set(name, isResources ? 'resource' : hook.startsWith('useT(') ? 'remote' : 'any');
  }
  // A parameter of this type gives the texts of somebody else's resource.
  for (const [, name = ''] of code.matchAll(/\b(\w+): ResourceText\b/g))
    givers.set(name, 'resource');
  const names = [...givers.keys()].join('|');
  const literal = new RegExp(
    `\\b(${names})\\(\\s*(?:'([A-Za-z][\\w.-]*)'|\`([A-Za-z][\\w.-]*\\.)\\$\\{)`,
    'g',
  );
  return [...code.matchAll(literal)].map(([, giver = '', whole, prefix]) => ({
    key: whole ?? prefix ?? '',
    isPrefix: whole === undefined,
    of: givers.get(giver) ?? 'any',
  }));
}

/** Whether some text answers to what a source names. */
const isKnown = ({ key, isPrefix, of }: Named, known: readonly string[]): boolean =>
  known
    // Below the resource's own key, which only its owner knows, or the kit's `common`.
    .map((one) => (of === 'resource' ? one.slice(one.indexOf('.') + 1) : one))
    .some((one) => (isPrefix ? one.startsWith(key) : one === key));

const DEFINED = /const (\w+) = defineResource\(\{[^{}]*?texts: '[\w-]+:([\w.]+)'/g;

/** Texts of each resource that sources define, by the name of its constant. */
const resourcePaths = (codes: readonly string[]): Map<string, string> =>
  new Map(
    codes.flatMap((code) =>
      [...code.matchAll(DEFINED)].map(([, name = '', path = '']) => [name, path] as const),
    ),
  );

/** The bracketed text that begins at an index. */
function bracketed(code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if ('[{('.includes(code[at] ?? '')) depth += 1;
    else if (']})'.includes(code[at] ?? '')) depth -= 1;
    if (depth === 0) return code.slice(start, at + 1);
  }
  return '';
}

/**
 * Keys that the kit asks for because of what a page gives it: buttons of a document (`links`) and the
 * deletion of a draft. No source names them, so that the browser alone would show a missing one.
 */
export function keysAskedBy(code: string, paths: ReadonlyMap<string, string>): string[] {
  const asked: string[] = [];
  const ask = (resource: string | undefined, keys: readonly string[]) => {
    const path = paths.get(resource ?? '');
    if (path !== undefined) asked.push(...keys.map((key) => `${path}.${key}`));
  };
  for (const [, resource] of code.matchAll(/useDraftDeletion\((\w+)\)/g))
    ask(resource, ['link.delete', 'deleteConsequence']);
  for (const { index } of code.matchAll(/\blinks=\{/g)) {
    const resource = [...code.slice(0, index).matchAll(/\bresource=\{(\w+)\}/g)].at(-1)?.[1];
    const given = bracketed(code, index + 'links='.length);
    ask(
      resource,
      [...given.matchAll(/\bkey: '([\w-]+)'/g)].map(([, key]) => `link.${key}`),
    );
  }
  return asked;
}

const KIT = join(root, 'shared', 'src', 'kit', 'i18n', 'en.json');

/** A sentence for every text that an app lacks. */
export function checkTexts(app: string): string[] {
  const files = sources(app);
  const problems: string[] = [];
  const known = new Set<string>();

  // Words that come with a part of an app lie in a bundle of its own, such as `opening.en.json`.
  for (const english of files.filter((file) => /\/i18n\/(?!kit\.)(\w+\.)?en\.json$/.test(file))) {
    const thai = english.replace(/en\.json$/, 'th.json');
    const name = relative(root, dirname(english));
    if (!existsSync(thai)) {
      problems.push(`${name} has no th.json`);
      continue;
    }
    const [en, th] = [textsOf(english), textsOf(thai)];
    for (const key of missingIn(th, en.keys())) problems.push(`${name}/th.json lacks "${key}"`);
    for (const key of missingIn(en, th.keys())) problems.push(`${name}/en.json lacks "${key}"`);
    for (const key of en.keys()) known.add(key);
  }

  const own = [...known];
  const texts = [...own, ...textsOf(KIT).keys()];
  const code = new Map(
    files.filter((path) => /\.tsx?$/.test(path)).map((file) => [file, codeOf(file)]),
  );
  const paths = resourcePaths([...code.values()]);
  for (const [file, source] of code) {
    for (const key of keysAskedBy(source, paths)) {
      if (!known.has(key))
        problems.push(
          `${relative(root, file)} makes the kit ask for "${key}", in no bundle of ${app}`,
        );
    }
    for (const named of namedKeys(source)) {
      // What the kit asks a resource for is held against every resource (resourceTexts.test.ts).
      if (app === 'shared' && named.of === 'resource') continue;
      if (!isKnown(named, named.of === 'remote' ? own : texts))
        problems.push(`${relative(root, file)} names "${named.key}", in no bundle of ${app}`);
    }
  }
  return problems;
}
