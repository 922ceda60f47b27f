import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@boxyard/shared/domain/texts/serverErrors.ts';
import { errorText, hasErrorText } from '@boxyard/shared/domain';

const SHARED = join(import.meta.dirname, '..', '..', '..', 'shared', 'src');
const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(SHARED, 'domain', 'texts', name), 'utf8'));
const table = (locale: string): Record<string, string> => ({
  ...read(`errors.${locale}.json`),
  ...read(`serverErrors.${locale}.json`),
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Codes that the sources answer with: conflict('X'), {field, code: 'X'}, {error: 'X'}. */
const codesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:conflict\(\s*|\bfield(?:: [^,{}]+)?,\s+code: |\berror: |AppError\(\d+, )'([A-Z][A-Z_]+)'/g,
    ),
  ].map(([, code = '']) => code);

/** Answers with a code and nothing else: `conflict('X')`, `{ field, code: 'X' }`, `at('quantity', 'X')`. */
const BARE =
  /(?:conflict\(\s*'([A-Z_]+)'\s*(?:,\s*\{\s*\}\s*)?\)|\bfield(?:: [^,{}]+)?,\s+code: '([A-Z_]+)',?\s*\}|\b(?:at|fault)\([^()]*,\s*'([A-Z_]+)'\)|LedgerError\('([A-Z_]+)'\))/g;
const bareCodesIn = (text: string): string[] =>
  [...text.matchAll(BARE)].map((match) => match.slice(1).find(Boolean) ?? '');

describe('error texts', () => {
  it('exist in both languages, with the same parameters', () => {
    const [en, th] = [table('en'), table('th')];
    expect(Object.keys(th).sort()).toEqual(Object.keys(en).sort());
    const params = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [code, text] of Object.entries(en)) {
      expect([code, params(th[code] ?? '')]).toEqual([code, params(text)]);
    }
  });

  it('exist for every code that the server answers', () => {
    const folders = [
      join(import.meta.dirname, '..'),
      join(SHARED, 'contract'),
      join(SHARED, 'domain', 'values'),
    ];
    const codes = new Set(folders.flatMap(sources).flatMap(codesIn));
    expect(codes.size).toBeGreaterThan(40);
    expect([...codes].filter((code) => !hasErrorText(code))).toEqual([]);
  });

  it('are given what they name, wherever a code is answered', () => {
    const texts = table('en');
    const codes = sources(join(import.meta.dirname, '..')).flatMap(bareCodesIn);
    expect(codes.length).toBeGreaterThan(400);
    expect(codes.filter((code) => /\{\w+\}/.test(texts[code] ?? ''))).toEqual([]);
  });

  it.each([
    ['MAX', { max: '9,999,999,999,999.99' }, 'At most 9,999,999,999,999.99.'],
    ['MIN', { min: 1 }, 'At least 1.'],
    ['APPROVAL_LIMIT', { limit: '5,000.00' }, 'limit of 5,000.00.'],
    ['OVER_BALANCE', { max: '0.00' }, 'At most 0.00'],
    ['NO_CONTAINER_LEFT', { model: 'BX-1' }, 'model BX-1 is'],
    ['CUSTOMER_OF_OTHER_COMPANY', {}, 'This customer belongs to another company.'],
    ['WAREHOUSE_NOT_OF_COMPANY', {}, 'This warehouse belongs to another company.'],
    ['CONTRACT_OF_OTHER_COMPANY', {}, 'This contract belongs to another company.'],
  ])('%s says what it is about', (code, params, said) => {
    expect(errorText('en', code, params)).toContain(said);
    expect(errorText('th', code, params)).not.toContain('–');
  });

  it('fill in their parameters and show no braces', () => {
    expect(errorText('en', 'TOO_LONG', { max: 80 })).toBe('At most 80 characters.');
    expect(errorText('th', 'ONE_OF', { allowed: ['a', 'b'] })).toBe('เลือกได้เฉพาะ: a, b');
    expect(errorText('en', 'MIN')).toBe('At least –.');
    expect(errorText('en', 'GUARD', { guard: 'counted' })).toBe(
      'Every line has to be counted first.',
    );
  });
});
