import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { readTable } from '../../api/src/documents/tables/readTable.ts';
import { xlsxStream } from '../../api/src/documents/tables/xlsx.ts';
import { serverFor } from '../fixtures/api.ts';
import { contextOf, type Look } from '../fixtures/looks.ts';
import { test } from '../fixtures/shell.ts';
import { ADMIN, KIT, type Locale, localesOf, textsOf } from '../fixtures/texts.ts';

// Of 200 people with 7 bad rows the bad cells are shown and the good rows
// come in. Once by keyboard alone on a desk, once on a phone.

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const IMPORT = 'shared/src/kit/import/i18n';
const KEYS = ['email', 'firstName', 'lastName', 'phone', 'role', 'companies'] as const;
type Person = Readonly<Record<(typeof KEYS)[number], string>>;

const person = (mark: string, number: number, more: Partial<Person> = {}): Person => ({
  email: `p${number}.${mark}@import.test`,
  firstName: 'Malee',
  lastName: `Import${mark}`,
  phone: '0812345678',
  role: 'technician',
  companies: 'BXV',
  ...more,
});

/** 200 rows; the cells that are wrong, by their row in the spreadsheet. */
function people(mark: string, company: string): { rows: Person[]; bad: readonly string[] } {
  const wrong: Readonly<Record<number, Partial<Person>>> = {
    3: { email: 'no address' },
    18: { email: 'technician@demo.test' },
    19: { email: `p0.${mark}@import.test` },
    60: { role: 'Chief of everything', phone: '12' },
    99: { companies: 'NOWHERE' },
    150: { firstName: '' },
    199: { email: '', companies: '' },
  };
  const rows = Array.from({ length: 200 }, (_, at) =>
    person(mark, at, { companies: company, ...wrong[at] }),
  );
  return { rows, bad: ['A5', 'A20', 'A21', 'E62', 'D62', 'F101', 'B152', 'A201', 'F201'] };
}

const workbook = (rows: readonly Person[]) =>
  buffer(
    xlsxStream(
      {
        lang: 'en',
        name: 'people',
        columns: KEYS.map((key) => ({ key, label: key, type: 'text' })),
      },
      rows,
    ),
  );

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page })
    .include('.ant-drawer')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

interface Setting extends Look {
  readonly locale: Locale;
  readonly width: number;
}

const TURN = localesOf('usersImport');
const SETTINGS: readonly Setting[] = [
  { locale: 'en', theme: 'light', width: 1440 },
  { locale: 'th', theme: 'dark', width: 390 },
];

for (const { locale, theme, width } of SETTINGS.filter(({ locale }) => TURN.includes(locale))) {
  test(`200 people with 7 bad rows, in ${locale} at ${width} px`, {
    tag: ['@administration', '@needs-alone'],
  }, async ({ browser, baseURL }) => {
    const kit = textsOf(KIT, locale);
    const words = textsOf(IMPORT, locale);
    const admin = textsOf(ADMIN, locale);
    const mark = `${Date.now().toString(36)}${locale}`;
    const server = serverFor(baseURL, 'system-admin');
    const [company] = await server.get<{ code: string }[]>('/companies/all');
    const { rows, bad } = people(mark, company?.code ?? '');
    const content = await workbook(rows);

    const context = await contextOf(browser, { account: 'system-admin', locale, theme, width });
    const page = await context.newPage();
    await page.goto('/users-management/users');
    /** As the keyboard does it. */
    const press = async (name: string) => {
      // The cross of the drawer is called Close as well.
      const button = page.getByRole('button', { name, exact: true }).and(page.locator('.ant-btn'));
      await button.focus();
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: kit('import'), exact: true }).waitFor();
    await press(kit('import'));
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText(admin('users.import.lead'));
    expect(await violations(page)).toEqual([]);

    await test.step('a file that is no such table says so and can be chosen anew', async () => {
      const chooser = page.waitForEvent('filechooser');
      await press(words('choose'));
      await (await chooser).setFiles({
        name: 'a.pdf',
        mimeType: XLSX,
        buffer: Buffer.from('%PDF-1.4\n%%EOF'),
      });
      await expect(drawer.getByRole('alert')).toBeVisible();
    });

    await test.step('every bad cell is shown, and nothing has come in', async () => {
      const chooser = page.waitForEvent('filechooser');
      await press(words('choose'));
      await (await chooser).setFiles({ name: 'people.xlsx', mimeType: XLSX, buffer: content });
      await expect(drawer.getByRole('alert')).toContainText(
        words('ready', { count: 193, total: 200 }),
      );
      for (const cell of bad) await expect(drawer.getByText(cell, { exact: true })).toBeVisible();
      await expect(drawer).toContainText('Chief of everything');
      expect(await violations(page)).toEqual([]);
      expect(await server.get<unknown[]>('/users', { search: `Import${mark}` })).toEqual([]);
    });

    await test.step('the copy says what is wrong', async () => {
      const download = page.waitForEvent('download');
      await press(`${words('copy')} ${words('format.xlsx')}`);
      const file = await (await download).path();
      const table = await readTable(readFileSync(file), XLSX, { rows: 500, columns: 20 });
      expect(table).toHaveLength(201);
      expect(table.filter(({ cells }) => (cells[KEYS.length] ?? '') !== '')).toHaveLength(1 + 7);
    });

    await test.step('the good rows come in, and nothing half', async () => {
      await press(words('take', { count: 193 }));
      await expect(drawer.getByRole('alert')).toContainText(
        words('done', { count: 193, total: 200 }),
      );
      await press(kit('close'));
      await expect(drawer).toHaveCount(0);
      const search = { search: `Import${mark}`, limit: '100' };
      const first = await server.get<{ status: string }[]>('/users', search);
      const second = await server.get<{ status: string }[]>('/users', { ...search, page: '2' });
      const came = [...first, ...second];
      expect(came).toHaveLength(193);
      expect(came.every(({ status }) => status === 'invited')).toBe(true);
      const box = page.getByRole('main').getByRole('searchbox', { name: kit('list.search') });
      await box.fill(`p7.${mark}`);
      await expect(page.getByRole('main')).toContainText(`p7.${mark}@import.test`);
    });
    await context.close();
  });
}
