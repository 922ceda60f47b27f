import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, type BuiltPage, builtPages } from '../fixtures/builtPages.ts';
import { contextOf } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { test } from '../fixtures/shell.ts';
import { turnOf } from '../fixtures/texts.ts';

/** What a keyboard in the wrong language, a spreadsheet, a scanner and somebody curious may put into a field. */
const HOSTILE = ['ๅ', '.5', '-5', `1e400${'9'.repeat(60)}`, '<b>"\'\\{{x}}%00\u202E\u0000'];

/** Fills each field of a part of the page with each text, as typing does; answers how many there were. */
async function fillAll(page: Page): Promise<number> {
  return page.evaluate(async (texts) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const fields = () =>
      [
        ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
          ['#content', '.ant-drawer-open', '.ant-modal', '.ant-popover']
            .flatMap((place) => [`${place} input`, `${place} textarea`])
            .join(),
        ),
      ].filter(
        (field) =>
          !field.disabled &&
          !field.readOnly &&
          !['checkbox', 'radio', 'file', 'hidden', 'password'].includes(field.type) &&
          // A search of the list asks the server, which has tests of its own.
          field.type !== 'search' &&
          // One line of many is typed in.
          !/\[[1-9]\d*\]/.test(field.id) &&
          field.checkVisibility(),
      );
    const write = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
      const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
    };
    const count = fields().length;
    for (const text of texts) {
      // Each text into all fields at once, so that what is reckoned from several meets it too.
      for (const field of fields()) write(field, text);
      await frame();
    }
    return count;
  }, HOSTILE);
}

/** Opens what a page has for a new record in a drawer or a dialog, and a line where lines are added. */
async function openForms(page: Page): Promise<void> {
  const create = page.locator('#content .ant-btn-primary:not(a)').first();
  const hasForm = (await page.locator('#content form').count()) > 0;
  if (!hasForm && (await create.isVisible())) {
    await create.evaluate((button) => (button as HTMLElement).click());
    await page
      .locator('.ant-drawer-open form, .ant-modal')
      .first()
      .waitFor({ timeout: 1500 })
      .catch(() => undefined);
  }
  const addLine = page.locator('form button[id="items"]').first();
  if (await addLine.isVisible())
    await addLine.evaluate((button) => (button as HTMLElement).click());
}

/** What opens a dialog, a drawer or the filters of a list. */
const OPENERS =
  '#content button[data-action]:not([aria-disabled="true"]):visible, #content button:text-is("Filter"):visible';
const OPENED = '.ant-modal:visible, .ant-drawer-open:visible, .ant-popover:visible';

/** Fills what each button of a page opens, one after the other; answers how many fields there were. */
async function fillOpened(page: Page): Promise<number> {
  let count = 0;
  const buttons = page.locator(OPENERS);
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const path = new URL(page.url()).pathname;
    // A form may have taken the place of the buttons meanwhile.
    const isThere = await buttons
      .nth(index)
      .evaluate((button) => (button as HTMLElement).click(), undefined, { timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    if (!isThere) continue;
    const opened = page.locator(OPENED).first();
    await opened.waitFor({ timeout: 700 }).catch(() => undefined);
    // What leads elsewhere or acts at once asks nothing.
    if (new URL(page.url()).pathname !== path) return count;
    if (!(await opened.isVisible())) continue;
    count += await fillAll(page);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined);
    if (await opened.isVisible()) return count;
  }
  return count;
}

/** One page of so many, by its name, since looking behind every button takes minutes; the long run has all. */
const TURNS = process.env.TEST_FULL ? 1 : 8;
/** Pages whose forms were there, or the whole proves nothing, and how many fields they have at least. */
const KNOWN: Readonly<Record<string, number>> = {
  'purchase-request-create': 10,
  'purchase-order-create': 10,
};
const pages = builtPages().filter(
  ({ name, isPublic }) => !isPublic && (name in KNOWN || turnOf(name, TURNS) === 0),
);
const AT_ONCE = 6;
// By area and by six, so that both workers have their share and each has its own time.
test.describe.configure({ mode: 'parallel' });
const groups = [...Map.groupBy(pages, ({ path }) => path.split('/')[1] ?? '')].flatMap(
  ([area, ofArea]) =>
    Array.from({ length: Math.ceil(ofArea.length / AT_ONCE) }, (_, index) => {
      const part = ofArea.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
      return [`${area || 'the shell'} from ${part[0]?.name}`, part] as const;
    }),
);

test('the forms of known pages are among those looked at', () => {
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(KNOWN)));
});

for (const [area, ofArea] of groups) {
  test(`no text typed into any field of any form of ${area} stops its page`, async ({
    browser,
    baseURL,
  }) => {
    const context = await contextOf(browser, { account: 'system-admin' });
    const server = serverFor(baseURL, 'system-admin');
    const stopped: string[] = [];
    const filled: Record<string, number> = {};
    const page = await context.newPage();
    const { settled } = watch(page);
    let at = '';
    page.on('pageerror', ({ message }) => stopped.push(`${at}: ${message}`));
    // What is typed is never taken.
    const refusal = { statusCode: 422, code: 'VALIDATION', message: 'Refused.', errors: [] };
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 422, json: refusal }),
    );
    // What was typed is not saved, and the browser asks.
    page.on('dialog', (dialog) => void dialog.accept());
    const visit = async (built: BuiltPage) => {
      const address = await addressOf(built, server);
      at = built.name;
      await page.goto(address);
      // What never rests is looked at as it is.
      await Promise.race([settled().catch(() => undefined), page.waitForTimeout(6000)]);
      // Nor is a slow machine's page there by then.
      const heading = page.locator('#content h1').first();
      await heading.waitFor();
      if (built.name in KNOWN) await page.locator('#content form').first().waitFor();
      await openForms(page);
      filled[built.name] = (await fillAll(page)) + (await fillOpened(page));
      // A button may have led to another page, which comes when it comes.
      const isThere = await heading.waitFor().then(
        () => true,
        () => false,
      );
      const isStopped = await page.locator('#content section[role="alert"]:has(h1)').count();
      if (!isThere || isStopped > 0) stopped.push(built.name);
    };
    for (const built of ofArea) await visit(built);
    await context.close();
    expect(stopped).toEqual([]);
    for (const { name } of ofArea) {
      expect(filled[name], name).toBeGreaterThanOrEqual(KNOWN[name] ?? 0);
    }
    const all = Object.values(filled).reduce((sum, count) => sum + count, 0);
    console.log(`${all} fields of ${ofArea.length} pages, ${HOSTILE.length} texts each`);
  });
}
