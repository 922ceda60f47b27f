import { join } from 'node:path';
import { contract } from '../src/contract/index.ts';
import { type ReportDef, reportTextsOf } from '../src/contract/report.ts';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { readBundle } from './familyTexts.cjs';

const ROOT = join(import.meta.dirname, '..', '..');
const bundle = (file: string): object => readBundle(join(ROOT, file)) as object;

const reports = Object.values(contract).flatMap((endpoint): ReportDef[] =>
  'report' in endpoint ? [endpoint.report] : [],
);

/** A text by its path, where there is one. */
const at = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], texts);

/** Every key that the page of a report may ask for; several: the first that has a text. */
function keysOf({ columns, measures, groups, charts }: ReportDef): string[] {
  const fields = [...Object.keys(columns), ...Object.keys(measures), ...groups];
  const choices = Object.entries(columns).flatMap(([name, of]) =>
    of.kind === 'choice' ? of.values.map((value) => `choice.${name}.${value}`) : [],
  );
  return [
    ...['title', 'one', 'empty'],
    ...fields.map((name) => `field.${name}`),
    ...choices,
    ...Object.keys(charts).map((key) => `chart.${key}`),
  ];
}

describe.each(['en', 'th'])('in %s', (locale) => {
  const own = bundle(`remote-reports/src/i18n/${locale}.json`);
  const kit = bundle(`shared/src/kit/i18n/${locale}.json`);
  const ownKit = bundle(`remote-reports/src/i18n/kit.${locale}.json`);

  it.each(reports)('$slug has every word that its page says', (def) => {
    const missing = keysOf(def).filter(
      (key) =>
        ![
          at(own, `${reportTextsOf(def.slug)}.${key}`),
          at(own, `reports.${key}`),
          at(kit, `common.${key}`),
        ].some((text) => typeof text === 'string'),
    );
    const statuses = Object.values(def.columns).flatMap((of) =>
      of.kind === 'status' ? Object.keys(of.machine.states).map((one) => [of.machine.id, one]) : [],
    );
    const nameless = statuses.filter(
      ([machine, status]) =>
        ![kit, ownKit].some((texts) => at(texts, `status.${machine}.${status}`)) &&
        !at(kit, `status.document.${status}`),
    );
    expect([missing, nameless]).toEqual([[], []]);
  });
});
