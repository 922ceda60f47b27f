import { expect, type Page } from '@playwright/test';
import { accountOf } from '../fixtures/accounts.ts';
import { ownSession, test } from '../fixtures/shell.ts';
import { KIT, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { FormPage } from '../pages/FormPage.ts';

// A session that ends while somebody types (domain-conventions "Authentication"): the next call
// meets the 401, and after signing in again the form stands as it was left.
const CREATE = '/purchase-management/purchase-requests/create';

/** The server forgets the session, as when its time is over; the browser does not know yet. */
async function endOnServer(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await fetch(new URL('/api/v1/auth/signout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
}

for (const told of ['call', 'stream'] as const) {
  test(`what was typed into a purchase request is there again after signing in: told by a ${told}`, {
    tag: ['@purchasing'],
  }, async ({ browser }) => {
    const t = textsOf(PURCHASING, 'en');
    const kit = textsOf(KIT, 'en');
    const page = await ownSession(browser, 'technician');
    if (told === 'call') await page.route('**/notifications/stream', (route) => route.abort());
    await page.goto(CREATE);
    const form = new FormPage(page);
    await form.choose(form.field(t('requests.field.warehouse')), 'CENTRAL');
    const line = (key: string) => form.cell(t(`requests.line.${key}`), 1);
    await form.type(line('quantity'), '3');
    await form.type(line('estimatedPrice'), '12.50');
    await form.choose(line('unitId'), 'pc');
    const text = 'A new tap for the canteen';
    if (told === 'stream') {
      await line('freeText').fill(text);
      await endOnServer(page);
    } else {
      await endOnServer(page);
      // Typed when it is over already, and sent in the same breath.
      await line('freeText').fill(text);
      await form.save(t('requests.create'));
    }

    await page.waitForURL(`**/login?redirect=${encodeURIComponent(CREATE)}`);
    const { email, password } = accountOf('technician');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.waitForURL(`**${CREATE}`);
    await expect(page.getByText(new RegExp(kit('draft.restored', { at: '.+' })))).toBeVisible();
    await expect(line('freeText')).toHaveValue(text);
    await expect(line('quantity')).toHaveValue(/^3/);
    await expect(line('estimatedPrice')).toHaveValue(/^12\.50/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await form.save(t('requests.create'));
    await page.waitForURL((url) => !url.pathname.endsWith('/create'));
    await expect(page.getByRole('table')).toContainText(text);
  });
}
