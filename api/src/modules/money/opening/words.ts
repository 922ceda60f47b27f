import { bangkokDate, decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { dayOf } from '../../../documents/days.ts';
import {
  type Ctx,
  type FieldFault,
  figureOf,
  findByText,
  groupByText,
  type ImportRow,
  mayUseCompany,
  normalisedText,
} from '../../../kernel/index.ts';
import { visibleCustomers } from '../../partners/index.ts';

/** Cells of what is taken over from the books before. */

const MONEY = /^\d{1,13}(\.\d{1,2})?$/;

export interface Customer {
  readonly id: string;
  readonly companyId: string;
  readonly code: string;
  readonly taxId: string | null;
  readonly name: string;
  readonly nameEn: string | null;
}
export interface CustomerWords {
  readonly customers: ReadonlyMap<string, readonly Customer[]>;
  readonly companies: ReadonlyMap<string, readonly { readonly id: string }[]>;
}

/** Customers that a file's words may mean to this person, with the companies that tell them apart. */
export async function customerWords(ctx: Ctx, rows: readonly ImportRow[]): Promise<CustomerWords> {
  const words = rows.map(({ cells }) => normalisedText(cells.customer ?? ''));
  const [customers, companies] = await Promise.all([
    visibleCustomers(ctx)
      .where('c.mergedIntoId', 'is', null)
      .where(
        sql<boolean>`array[lower(c.code), c.tax_id, lower(c.name), lower(c.name_en)] && ${words}::text[]`,
      )
      .select(['c.id', 'c.companyId', 'c.code', 'c.taxId', 'c.name', 'c.nameEn'])
      .execute(),
    ctx.db
      .selectFrom('companies')
      .where('isActive', '=', true)
      .select(['id', 'code', 'nameTh', 'nameEn'])
      .execute(),
  ]);
  const usable = companies.filter(({ id }) => mayUseCompany(ctx.actor, id));
  return {
    customers: groupByText(customers, ({ code, taxId, name, nameEn }) => [
      code,
      taxId,
      name,
      nameEn,
    ]),
    companies: groupByText(usable, ({ code, nameTh, nameEn }) => [code, nameTh, nameEn]),
  };
}

/** Reads the cells of one row, and gathers what is wrong with them. */
export function readCells({ cells }: ImportRow, today: string) {
  const faults: FieldFault[] = [];
  const cell = (key: string): string => (cells[key] ?? '').trim();
  const fault = (field: string, code: string, params?: FieldFault['params']): void => {
    faults.push({ field, code, ...(params ? { params } : {}) });
  };
  const required = (...fields: readonly string[]): void => {
    for (const field of fields) if (cell(field) === '') fault(field, 'REQUIRED');
  };
  return {
    faults,
    cell,
    fault,
    required,
    day(field: string): string | null {
      if (cell(field) === '') return null;
      const found = dayOf(cell(field), { order: 'dmy', today });
      if (found === null) fault(field, 'DATE');
      return found;
    },
    /** An amount above nothing, exact to the satang, and `max` at most. */
    money(field: string, max: string = decimal.MAX_AMOUNT): string | null {
      const text = figureOf(cell(field));
      if (text === '') return null;
      if (!MONEY.test(text)) fault(field, 'MONEY');
      else if (decimal.compare(text, 0) <= 0) fault(field, 'POSITIVE');
      else if (decimal.compare(text, max) > 0) fault(field, 'MAX', { max });
      else return decimal.round(text);
      return null;
    },
    choice<V extends string>(field: string, words: ReadonlyMap<string, V>): V | null {
      if (cell(field) === '') return null;
      const found = words.get(normalisedText(cell(field)));
      if (found === undefined) fault(field, 'UNKNOWN_VALUE', { value: cell(field) });
      return found ?? null;
    },
    customer({ customers, companies }: CustomerWords): Customer | null {
      if (cell('customer') === '') return null;
      let companyId: string | null = null;
      if (cell('company') !== '') {
        const found = findByText(companies, { field: 'company', word: cell('company') });
        faults.push(...found.faults);
        companyId = found.row?.id ?? null;
      }
      const groups = new Map(
        [...customers].map(([word, rows]) => [
          word,
          rows.filter((row) => companyId === null || row.companyId === companyId),
        ]),
      );
      const found = findByText(groups, { field: 'customer', word: cell('customer') });
      faults.push(...found.faults);
      return found.faults.length > 0 ? null : (found.row ?? null);
    },
  };
}

/** Words of a choice in both languages, and its values. */
export const wordsOf = <V extends string>(
  values: readonly V[],
  labels: Readonly<Record<V, { readonly en: string; readonly th: string }>>,
): ReadonlyMap<string, V> =>
  new Map(
    values.flatMap((value) =>
      [value, labels[value].en, labels[value].th].map(
        (word) => [normalisedText(word), value] as const,
      ),
    ),
  );

export const isFuture = (ctx: Ctx, day: string): boolean => day > bangkokDate(ctx.clock.now());
