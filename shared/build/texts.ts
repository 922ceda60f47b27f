// The language bundles of an app: both languages say the same things, and every key that a source
// names is there. A missing one fails the build (quality, Pleasant).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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
  walk(JSON.parse(readFileSync(file, 'utf8')), '');
  return texts;
}

const missingIn = (texts: Map<string, string>, keys: Iterable<string>): string[] =>
  [...keys].filter((key) => !texts.get(key)?.trim());

/** Keys that a source names literally: `t('list.empty')`. */
function namedKeys(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/\bt\(\s*'([A-Za-z][\w.-]*)'/g)].map(([, key = '']) => key);
}

/** A sentence for every text that an app lacks. */
export function checkTexts(app: string): string[] {
  const files = sources(app);
  const problems: string[] = [];
  const known = new Set<string>();

  for (const english of files.filter((file) => /\/i18n\/en\.json$/.test(file))) {
    const thai = join(dirname(english), 'th.json');
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

  for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
    const source = readFileSync(file, 'utf8');
    // Texts of a resource are named below the resource's own key, which only its owner knows.
    if (source.includes('useResourceText')) continue;
    for (const key of namedKeys(source)) {
      if (!known.has(key))
        problems.push(`${relative(root, file)} names "${key}", in no bundle of ${app}`);
    }
  }
  return problems;
}
