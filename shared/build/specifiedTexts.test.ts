import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { readBundle } from './familyTexts.cjs';

const ROOT = join(import.meta.dirname, '..', '..');

interface Specified {
  readonly quoted: readonly {
    readonly text: string;
    readonly bundle: string;
    readonly key: string;
  }[];
  readonly contracts: {
    readonly columns: readonly string[];
    readonly tabs: readonly string[];
    readonly labels: Readonly<Record<string, string>>;
  };
}

const specified = JSON.parse(
  readFileSync(join(ROOT, 'shared/src/testing/specifiedTexts.json'), 'utf8'),
) as Specified;
const specification = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
const screens = /^## 2\. [\s\S]*?(?=^## 3\. )/m.exec(specification)?.[0] ?? '';

const textAt = (bundle: string, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name],
      readBundle(join(ROOT, bundle)),
    );

test('each text that section 2 of the specification quotes is known', () => {
  const quoted = [...screens.matchAll(/'([A-Z][^'\n]*)'/g)].map(([, text]) => text);
  expect(quoted).not.toEqual([]);
  expect(quoted.filter((text) => !specified.quoted.some((one) => one.text === text))).toEqual([]);
});

test('the words of the contract list are those of the specification', () => {
  const line = screens.split('\n').find((one) => one.startsWith('- Contract list:')) ?? '';
  const { columns, labels } = specified.contracts;
  expect(line).toContain(`columns ${columns.join(', ').toLowerCase()};`);
  expect(line).toContain(`tabs ${specified.contracts.tabs.join(' and ')};`);
  expect(line).toContain(`labels ${Object.values(labels).join(', ').toLowerCase()}.`);
});

test.each(specified.quoted)('the product says "$text"', ({ text, bundle, key }) => {
  expect(textAt(bundle, key)).toBe(text.replace(/\{(\w+)\}/g, '{{$1}}'));
});
