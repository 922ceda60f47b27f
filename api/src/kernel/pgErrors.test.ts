import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf } from '@boxyard/shared/domain/documents/families.ts';
import { createTestApp } from '../testing/index.ts';
import type { AppError } from './errors.ts';
import { asAnswer } from './pgErrors.ts';
import type { Reference } from './references.ts';

/** The words of the dialog that says who refers: the browser's, which the server does not import. */
const wordsIn = (locale: 'en' | 'th') =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../shared/src/kit/i18n/${locale}.json`), 'utf8'),
  ) as { readonly family: Readonly<Record<string, string>> };
const en = wordsIn('en');
const th = wordsIn('th');

it('periods that overlap are a conflict of whoever writes at the same time, not a fault of the server', () => {
  const refused = Object.assign(new Error('conflicting key value'), {
    code: '23P01',
    constraint: 'warranties_overlap_ex',
  });
  expect(asAnswer(refused, {})).toMatchObject({ statusCode: 409, code: 'BUSY_RETRY' });
});

describe('what is still referred to', () => {
  interface ForeignKey {
    readonly constraint: string;
    readonly table: string;
  }
  let keys: readonly ForeignKey[];
  beforeAll(async () => {
    const test = await createTestApp();
    const { rows } = await test.app.pg.query<ForeignKey>(
      `select conname as "constraint", conrelid::regclass::text as "table" from pg_constraint
       where contype = 'f' and confdeltype in ('a', 'r') and conparentid = 0 order by 2, 1`,
    );
    keys = rows;
    await test.close();
  });

  it('is refused naming a family that both languages have a word for, for every foreign key', () => {
    const nameless = new Set<string>();
    for (const { constraint, table } of keys) {
      const error = Object.assign(new Error('violates foreign key constraint'), {
        code: '23503',
        constraint,
        table,
        detail: `Key (id)=(1) is still referenced from table "${table}".`,
      });
      const answer = asAnswer(error, {}) as AppError;
      expect(answer).toMatchObject({ statusCode: 409, code: 'IN_USE' });
      expect(JSON.stringify(answer.details)).not.toContain(constraint);
      const references = (answer.details?.references ?? []) as readonly Reference[];
      const family = references[0]?.family ?? '';
      const known =
        declarationOf(family) !== undefined || (family in en.family && family in th.family);
      if (!known) nameless.add(`${table} → ${family}`);
    }
    expect(keys.length).toBeGreaterThan(200);
    expect([...nameless]).toEqual([]);
  });
});
