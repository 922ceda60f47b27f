import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkingCopy, PASSED } from './workingCopy.ts';

let copy: ReturnType<typeof makeWorkingCopy>;
beforeAll(() => {
  copy = makeWorkingCopy();
});
afterAll(() => copy?.remove());

/** Without the step that installs: the copy has what is installed here. */
const write = (...args: string[]) => copy.command('writeReport.mjs', ...args);
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');

test.each([
  [['nothing', 'stock-count', '--thai', 'รายงาน'], /"nothing" is no family of documents/],
  [['audits', 'Stock count', '--thai', 'รายงาน'], /use small letters/],
  [['audits', 'stock-count'], /no title in Thai/],
  [['audits', 'stock-count', '--thai', 'Stock count'], /no title in Thai/],
  [['claims', 'claim'], /There is a report "claim" already/],
  [['quotations', 'quotation', '--thai', 'รายงาน'], /copy claim-report/],
])('the generator refuses %j with a reason, and writes nothing', (args, reason) => {
  const before = read('shared/src/contract/areas/reports.ts');
  const { status, output } = write(...args);
  expect(status).toBe(1);
  expect(output).toMatch(reason);
  expect(read('shared/src/contract/areas/reports.ts')).toBe(before);
  expect(existsSync(join(copy.root, 'shared/src/contract/reports/stockCount.ts'))).toBe(false);
});

// ADR 0097: a report of a family with money and customers, and one of a family with neither.
test('reports that the generator writes fit in', () => {
  expect(write('partSales', 'counter-sales', '--thai', 'รายงานการขายหน้าร้าน')).toEqual(PASSED);
  expect(write('inspections', 'inspection', '--thai', 'รายงานการตรวจตู้')).toEqual(PASSED);
  expect(copy.command('wiring.mjs')).toEqual(PASSED);
  expect(read('shared/src/contract/reports/counterSales.ts')).toContain("column.ref('customer'");
  expect(read('remote-reports/src/i18n/kit.th.json')).toContain('"=inspections.status"');
  const { routes } = JSON.parse(read('shared/src/domain/access/routes.json'));
  expect(routes.filter(({ name }: { name: string }) => name === 'inspection-report')).toHaveLength(
    1,
  );
}, 1_200_000);

// Minutes: in the long run, and in `test:changed` where the generator or its templates have changed.
if (process.env.TEST_FULL || process.env.TEST_GENERATOR)
  test('they have their types and words and pass their tests unchanged', () => {
    expect(copy.command('typecheck.mjs')).toEqual(PASSED);
    expect(
      copy.jest(
        ...['reports/counterSales', 'reports/inspection', 'api/src/everyReport'],
        ...['shared/build/reportTexts', 'shared/build/familyTexts', 'shared/src/domain/access'],
        'shared/src/contract/contract.test',
      ),
    ).toEqual(PASSED);
  }, 1_200_000);
