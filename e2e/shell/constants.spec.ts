import { expect, type Page } from '@playwright/test';
import {
  answerProbe,
  callOwnClient,
  expectToLast,
  notices,
  open,
  ownSession,
  pageOf,
  stopClock,
  test,
} from '../fixtures/shell.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Specification 9, "Business constants and limits": each has a test that names it and observes what
// the browser does. Times pass on a clock of the page's own, to the millisecond.

const REQUESTS = '/purchase-management/purchase-requests/default';
const sidebar = (page: Page) => page.locator('#sidebar');
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
/** An open page whose time stands still. */
async function timeless(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await open(page, path);
  await stopClock(page);
}

test.describe('times', () => {
  let page: Page;
  test.beforeEach(async ({ browser }) => {
    // Nothing fades: what has ended is gone.
    page = await pageOf(browser, 'technician', { reducedMotion: 'reduce' });
  });

  test('main client request timeout 100000 ms (on a clock a thousand times as fast)', async () => {
    await page.addInitScript(() => {
      const { get, set } =
        Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout') ?? {};
      Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
        get() {
          return get?.call(this);
        },
        set(milliseconds: number) {
          set?.call(this, milliseconds / 1000);
        },
      });
    });
    await open(page, '/');
    await page.route('**/api/v1/e2e/probe', () => undefined);
    const started = Date.now();
    expect(await callOwnClient(page, { client: 'main', method: 'GET' })).toBe('failure 0');
    expect(Date.now() - started).toBeGreaterThanOrEqual(100);
    await expect(notices(page)).toContainText('timeout of 100000ms exceeded');
  });

  test('HTTP success is status 200 to 299', async () => {
    await open(page, '/');
    for (const [status, outcome] of [
      [200, 'success'],
      [204, 'success'],
      [299, 'success'],
      [300, 'failure 300'],
      [400, 'failure 400'],
    ] as const) {
      await answerProbe(page, { status });
      expect(await callOwnClient(page, { client: 'main', method: 'POST' })).toBe(outcome);
    }
  });

  test('notification duration 2500 ms (main client)', async () => {
    await timeless(page, '/');
    await answerProbe(page, { status: 200 });
    await callOwnClient(page, { client: 'main', method: 'POST' });
    await expectToLast(notices(page), 2500);
  });

  test('pop-up notifications 3000 ms', async () => {
    const item = {
      id: '01a1fda7-5324-7131-81f6-b9a22363d8fc',
      category: 'message',
      type: 'info',
      title: 'Order PO2611-0007 has arrived',
      description: 'Three boxes',
      read: false,
      date: new Date().toISOString(),
      action: '/profile',
      actionTitle: 'Open it',
    };
    // One event of the stream, as the server writes it; the next connection stays silent.
    const asked = Promise.withResolvers<void>();
    const isTime = Promise.withResolvers<void>();
    let told = false;
    await page.route('**/api/v1/notifications/stream', async (route) => {
      if (told) return;
      told = true;
      asked.resolve();
      await isTime.promise;
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `id: 1\nevent: notification\ndata: {"id":"${item.id}"}\n\n`,
      });
    });
    await page.route('**/api/v1/notifications', (route) =>
      route.fulfill({
        json: {
          data: [item],
          meta: {
            page: 1,
            limit: 10,
            totalItems: 1,
            totalPages: 1,
            sort: '-date',
            summary: { unread: 1 },
          },
        },
      }),
    );
    await page.clock.install();
    await open(page, '/');
    await asked.promise;
    await stopClock(page);
    isTime.resolve();
    await expect(notices(page)).toContainText('Order PO2611-0007 has arrived');
    await expectToLast(notices(page), 3000);
  });

  test('the loading counter lowers after 500 ms, and a call may leave it alone', async () => {
    await timeless(page, '/');
    await expect(page.getByTestId('global-loading')).toHaveAttribute('data-loading', 'false');
    await answerProbe(page, { status: 200 });
    const on = page.locator('[data-testid="global-loading"][data-loading="true"]');
    await callOwnClient(page, { client: 'main', method: 'GET' });
    await expectToLast(on, 500);
    await callOwnClient(page, { client: 'main', method: 'GET', loading: false });
    await expect(on).toHaveCount(0);
  });

  test('the counter is on while above zero: two calls, one mark until the later one is over', async () => {
    await timeless(page, '/');
    await expect(page.getByTestId('global-loading')).toHaveAttribute('data-loading', 'false');
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let calls = 0;
    await page.route('**/api/v1/e2e/probe', async (route) => {
      calls += 1;
      await answers[calls === 1 ? 0 : 1].promise;
      await route.fulfill({ json: { data: {} } });
    });
    const on = page.locator('[data-testid="global-loading"][data-loading="true"]');
    const both = [1, 2].map(() => callOwnClient(page, { client: 'main', method: 'GET' }));
    await expect.poll(() => calls).toBe(2);
    answers[0].resolve();
    await Promise.race(both);
    await page.clock.runFor(5000);
    await expect(on).toHaveCount(1);
    answers[1].resolve();
    await Promise.all(both);
    await expectToLast(on, 500);
  });

  test('the back-office loading overlay stops after 800 ms', async () => {
    await timeless(page, '/');
    await answerProbe(page, { status: 200 });
    await callOwnClient(page, { client: 'backOffice', method: 'GET' });
    await expectToLast(page.getByTestId('loading-overlay'), 800);
    await callOwnClient(page, { client: 'main', method: 'GET' });
    await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  });

  test('the soft reload bar finishes after 1000 ms, and the data is read again', async () => {
    await page.clock.install();
    await open(page, '/dashboard');
    await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible();
    const on = page.locator('[data-testid="loading-bar"][data-on="true"]');
    await expect(on).toHaveCount(0);
    await stopClock(page);
    const again = page.waitForRequest(/\/api\/v1\/dashboard\/summary/);
    await page.getByRole('button', { name: 'Read the data again' }).click();
    await expectToLast(on, 1000);
    await again;
  });
});

test.describe('cross-site request forgery: a cookie and header pair', () => {
  test('the cookie that came with the sign-in goes back as a header', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    const cookies = await page.context().cookies();
    const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN');
    expect(cookie?.value).toMatch(/^.{16,}$/);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Save your data' }).click();
    expect((await sent).headers()['x-xsrf-token']).toBe(cookie?.value);
    await expect(notices(page)).toContainText('Data saved successfully');
  });

  test('a pair that does not match is renewed, and the call goes through', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    await page.goto('/profile');
    // A header from another time: the server refuses it with 400 CSRF.
    const statuses: number[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'PATCH') statuses.push(answer.status());
    });
    let first = true;
    await page.route('**/api/v1/auth/profile', async (route) => {
      const headers = route.request().headers();
      if (route.request().method() !== 'PATCH' || !first) return route.continue();
      first = false;
      return route.continue({ headers: { ...headers, 'x-xsrf-token': 'another' } });
    });
    await page.getByRole('button', { name: 'Save your data' }).click();
    await expect(notices(page)).toContainText('Data saved successfully');
    expect(statuses).toEqual([400, 200]);
  });
});

test('page sizes 10 to 100 step 10', async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin');
  await open(page, REQUESTS);
  await page.getByText('10 / page').click();
  const sizes = page.locator('.ant-select-item-option');
  await expect(sizes.first()).toBeVisible();
  // The list of choices is drawn as far as it is scrolled to.
  const found = new Set<string>();
  for (let step = 0; step < 12; step += 1) {
    for (const text of await sizes.allInnerTexts()) found.add(text);
    await page.keyboard.press('ArrowDown');
  }
  expect([...found].map((text) => Number.parseInt(text, 10))).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90, 100,
  ]);
});

test.describe('notifications', () => {
  /** Thirty of them, as the sample data of the specification. */
  async function thirty(page: Page): Promise<void> {
    await page.route('**/api/v1/notifications?*', (route) => fulfil(route));
    await page.route('**/api/v1/notifications', (route) => fulfil(route));
    function fulfil(route: Parameters<Parameters<Page['route']>[1]>[0]) {
      const limit = Number(new URL(route.request().url()).searchParams.get('limit') ?? 10);
      const data = Array.from({ length: 30 }, (_, index) => ({
        id: `01a1fda7-5324-7131-81f6-b9a22363d${String(index).padStart(3, '0')}`,
        category: 'message',
        type: 'info',
        title: `Notification ${index + 1}`,
        description: 'Something has happened.',
        read: index > 3,
        date: new Date(Date.now() - index * 3_600_000).toISOString(),
        action: null,
        actionTitle: null,
      }));
      return route.fulfill({
        json: {
          data: data.slice(0, limit),
          meta: {
            page: 1,
            limit,
            totalItems: 30,
            totalPages: 3,
            sort: '-date',
            summary: { unread: 4 },
          },
        },
      });
    }
  }

  test('popover 280px with a dropdown of 7 items', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await thirty(page);
    await open(page, '/');
    await page.getByRole('button', { name: 'Notifications: 4 unread notifications' }).click();
    const popover = page.getByTestId('notification-popover');
    await expect(popover.getByRole('listitem')).toHaveCount(7);
    expect(await widthOf(page, '[data-testid="notification-popover"]')).toBe(280);
  });

  test('‘View all’ opens a 400px drawer with all of them', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await thirty(page);
    await open(page, '/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'View all' }).click();
    const drawer = page.getByRole('dialog', { name: 'Notifications' });
    await expect(drawer.getByRole('listitem')).toHaveCount(10);
    expect(await widthOf(page, 'dialog[open]')).toBe(400);
    await drawer.getByRole('button', { name: 'Show more' }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(20);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });
});

test.describe('widths', () => {
  test('sidebar open 280px, collapsed 64px, and the choice is kept', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    await open(page, '/');
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(280);
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(64);
    await page.reload();
    await expect(sidebar(page)).toBeVisible();
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(64);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(280);
  });

  test('auto-close breakpoint 1000px: at 1000 it has collapsed, at 1001 it has not', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'technician');
    await open(page, '/');
    for (const [width, expected] of [
      [1001, 280],
      [1000, 64],
      [1001, 280],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => widthOf(page, '#sidebar')).toBe(expected);
    }
    // What opens there closes again on a press outside.
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(280);
    await page.mouse.click(800, 500);
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(64);
  });

  test('mobile breakpoint 700px: the menu lies over the page and closes on a press outside', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'technician');
    await open(page, '/');
    await page.setViewportSize({ width: 701, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 700, height: 800 });
    await expect(sidebar(page)).toBeHidden();
    const before = await widthOf(page, '#content');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(sidebar(page)).toBeVisible();
    await expect.poll(() => widthOf(page, '#sidebar')).toBe(280);
    expect(await widthOf(page, '#content')).toBe(before);
    await page.mouse.click(600, 500);
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.keyboard.press('Escape');
    await expect(sidebar(page)).toBeHidden();
  });

  test('boxed width 1600px', async ({ browser }) => {
    const page = await pageOf(browser, 'technician', { viewport: { width: 2400, height: 900 } });
    await open(page, '/');
    await expect.poll(() => widthOf(page, '#content')).toBe(2400 - 280);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Limit the width to 1600 px' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => widthOf(page, '#content')).toBe(1600);
  });
});

test('locales en (default) and th', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByRole('button', { name: 'ไทย' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('เข้าสู่ระบบ');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('เข้าสู่ระบบ');
});

test('primary colour blue #1890FF', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('E-mail');
  await email.focus();
  await expect(email).toHaveCSS('outline-color', 'rgb(24, 144, 255)');
  await page.getByRole('button', { name: 'ไทย' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'English' })).toHaveCSS(
    'outline-color',
    'rgb(24, 144, 255)',
  );
});

test('themes dark and light, without a flash of the other one', async ({ browser }) => {
  const page = await ownSession(browser, 'technician');
  await open(page, '/');
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await ground()).toBe('rgb(245, 247, 250)');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await saved;
  await expect.poll(ground).toBe('rgb(15, 20, 25)');
  // The ground at the first moment a body exists, before any of the application has run.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const { backgroundColor } = getComputedStyle(document.documentElement);
      (globalThis as unknown as { firstGround: string }).firstGround = backgroundColor;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  expect(
    await page.evaluate(() => (globalThis as unknown as { firstGround: string }).firstGround),
  ).toBe('rgb(15, 20, 25)');
  const back = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await back;
  await expect.poll(ground).toBe('rgb(245, 247, 250)');
});

test('the base API address is a single fixed value', async ({ browser }) => {
  const page = await ownSession(browser, 'system-admin');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['xhr', 'fetch'].includes(request.resourceType())) calls.push(request.url());
  });
  await open(page, REQUESTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  await open(page, '/dashboard');
  const api = calls.filter((url) => !/\/(remotes\.json|remotes\/|assets\/)/.test(url));
  expect(api.length).toBeGreaterThan(3);
  const base = `${new URL(page.url()).origin}/api/v1/`;
  expect(api.filter((url) => !url.startsWith(base))).toEqual([]);
});
