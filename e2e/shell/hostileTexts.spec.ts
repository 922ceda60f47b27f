import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, type BuiltPage, builtPages } from '../fixtures/builtPages.ts';
import { contextOf } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { test } from '../fixtures/shell.ts';

/** What a keyboard in the wrong language, a spreadsheet, a scanner and somebody curious may put into a field. */
const HOSTILE = ['ๅ', '.5', '-5', `1e400${'9'.repeat(60)}`, '<b>"\'\\{{x}}%00\u202E\u0000'];

/** Fills each field of a part of the page with each text, as typing does; answers how many there were. */
async function fillAll(page: Page): Promise<number> {
  return page.evaluate(async (texts) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const fields = () =>
      [
        ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
          '#content input, #content textarea, .ant-drawer-open input, .ant-drawer-open textarea, .ant-modal input, .ant-modal textarea',
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

// Pages with a form of their own, or one in a drawer; records that are only shown have none.
const WITH_FORM =
  /create|edit|count$|pick$|quote$|new$|-round$|confirm$|ship$|review$|container-update|update-parts|update-software|profile|suppliers$|users|categories|header|groups|models$|software$|audit$/;

const pages = builtPages().filter(({ name, isPublic }) => !isPublic && WITH_FORM.test(name));
// By area, so that they run beside each other and each has its own time.
const byArea = Map.groupBy(pages, ({ path }) => path.split('/')[1] ?? '');
/** Pages whose forms were there, or the whole proves nothing, and how many fields they have at least. */
const KNOWN: Readonly<Record<string, number>> = {
  'purchase-request-create': 10,
  'purchase-order-create': 10,
};

test('the forms of known pages are among those looked at', () => {
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(KNOWN)));
});

for (const [area, ofArea] of byArea) {
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
    // What is typed is never sent.
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    // What was typed is not saved, and the browser asks.
    page.on('dialog', (dialog) => void dialog.accept());
    const visit = async (built: BuiltPage) => {
      const address = await addressOf(built, server);
      at = built.name;
      await page.goto(address);
      // What never rests is looked at as it is.
      await Promise.race([settled().catch(() => undefined), page.waitForTimeout(6000)]);
      await openForms(page);
      filled[built.name] = await fillAll(page);
      const isThere = await page.locator('#content h1').first().isVisible();
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
