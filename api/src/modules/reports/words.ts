import { createRequire } from 'node:module';
import { type ReportDef, reportTextsOf } from '@boxyard/shared/contract';
import type { ChartWords } from '@boxyard/shared/contract/reportCharts.ts';
import { bothLanguages, type Localised } from '../../kernel/index.ts';
import { COMMON_WORDS, familyWords } from '../../workflow/index.ts';

type Labels = Readonly<Record<string, Localised>>;

interface Words {
  readonly title?: Localised;
  readonly field?: Labels;
  readonly choice?: Readonly<Record<string, Labels>>;
  readonly chart?: Labels;
  readonly page?: Labels;
}

/** The words of a report's page and of its files. */
export interface ReportWords {
  readonly title: Localised;
  /** @throws where neither the report nor all reports nor all documents have a word for it. */
  readonly field: (name: string) => Localised;
  /** @throws where a value of a choice has no word. */
  readonly choice: (column: string, value: string) => Localised;
  readonly status: Labels;
  /** Words of its charts, in one language. */
  readonly charts: (locale: 'en' | 'th') => ChartWords;
}

const require = createRequire(import.meta.url);
/** Texts of `families/<name>.<language>.json`, which pages take as well (ADR 0087). */
const textsOf = (name: string) => ({
  en: require(`@boxyard/shared/domain/texts/families/${name}.en.json`) as object,
  th: require(`@boxyard/shared/domain/texts/families/${name}.th.json`) as object,
});
const wordsOf = (name: string): Words => bothLanguages(textsOf(name)) as Words;

const REPORTS = wordsOf('reports');
const COMMON: Labels = { ...COMMON_WORDS.field, ...REPORTS.field };

/**
 * The words of a report: its own, `families/claimReport.en.json`, then those of the family that it tells
 * of, then those of all reports and of all documents.
 */
export function reportWords(
  { slug, columns }: ReportDef,
  {
    family,
    choices = {},
  }: {
    readonly family?: string | undefined;
    /** Paths to the words of other families' choices: `products.condition`. */
    readonly choices?: Readonly<Record<string, string>> | undefined;
  },
): ReportWords {
  const own = wordsOf(reportTextsOf(slug));
  const theirs = family === undefined ? {} : wordsOf(family);
  const others: Readonly<Record<string, Labels | undefined>> = Object.fromEntries(
    Object.entries(choices).map(([column, path]) => {
      const [name = '', choice = ''] = path.split('.');
      return [column, wordsOf(name).choice?.[choice]];
    }),
  );
  const { title } = own;
  if (title === undefined) throw new Error(`${slug} has no title`);
  const machine = Object.values(columns).find((column) => column.kind === 'status')?.machine;
  const found = (word: Localised | undefined, what: string): Localised => {
    if (word === undefined) throw new Error(`${slug} has no word for ${what}`);
    return word;
  };
  const field = (name: string) => found(own.field?.[name] ?? COMMON[name], `"${name}"`);
  const status =
    machine === undefined || family === undefined
      ? {}
      : familyWords(machine, textsOf(family)).status;
  return {
    title,
    field,
    choice: (column, value) =>
      found(
        own.choice?.[column]?.[value] ??
          others[column]?.[value] ??
          theirs.choice?.[column]?.[value],
        `"${value}" of "${column}"`,
      ),
    status,
    charts: (locale) => ({
      chart: (key) => found(own.chart?.[key], `the chart "${key}"`)[locale],
      field: (name) => field(name)[locale],
      status: (_, value) => status[value]?.[locale] ?? value,
      grouped: (figure, kind) =>
        found(REPORTS.page?.chart, 'a chart of groups')
          [locale].replace('{{figure}}', figure)
          .replace('{{kind}}', kind),
    }),
  };
}

/** Title of a report, by its slug. */
export function reportTitle(slug: string): Localised {
  const { title } = wordsOf(reportTextsOf(slug));
  if (title === undefined) throw new Error(`${slug} has no title`);
  return title;
}
