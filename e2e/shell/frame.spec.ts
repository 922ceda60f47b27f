import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD } from '../fixtures/accounts.ts';
import {
  gate,
  goInside,
  open,
  ownSession,
  pageOf,
  readForItself,
  test,
} from '../fixtures/shell.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Specification 2 "Shell", 3 (what is stored) and 4 (session, notifications, theme, sidebar).

const REQUESTS = '/purchase-management/purchase-requests/default';

const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('what is stored in the browser', () => {
  test('token, exp, profile, profileUser, permissions, and the auth store’s logged and role', async ({
    page,
  }) => {
    await page.goto('/login');
    const before = Date.now();
    await page.getByLabel('E-mail').fill('purchasing-officer@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    // Read on its way: the browser forgets an answer's body once the page has moved on.
    const signedIn = Promise.withResolvers<{ accessToken: string; expiresIn: number }>();
    await page.route('**/api/v1/auth/signin', async (route) => {
      const response = await route.fetch();
      signedIn.resolve(await response.json());
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    const answer = await signedIn.promise;
    await page.waitForURL('**/dashboard');

    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(answer.accessToken);
    const exp = Number(await page.evaluate(() => localStorage.getItem('exp')));
    expect(exp).toBeGreaterThanOrEqual(before + answer.expiresIn * 1000);
    expect(exp).toBeLessThan(before + answer.expiresIn * 1000 + 60_000);
    const profile = await stored(page, 'profile');
    expect(profile.email).toBe('purchasing-officer@demo.test');
    expect(Object.keys(await stored(page, 'profileUser')).sort()).toEqual(
      ['firstName', 'id', 'initials', 'lastName', 'locale', 'team'].sort(),
    );
    expect(await stored(page, 'permissions')).toContainEqual({
      subject: 'purchase-orders',
      action: 'view',
    });
    // After login the stored role is always admin, whatever the person's role is.
    expect((await stored(page, 'auth')).state).toEqual({ logged: true, role: 'admin' });
  });

  test('theme, layout, sidebar and locale persist over a reload', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    await choose(page, 'Violet');
    await choose(page, 'Sidebar');
    await choose(page, 'Fade left');
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await page.reload();
    await expect(page.locator('[data-layout="VerticalNav"]')).toBeVisible();
    expect((await stored(page, 'theme')).state).toMatchObject({ colors: { primary: 'violet' } });
    expect((await stored(page, 'layout')).state).toMatchObject({
      kind: 'VerticalNav',
      transition: 'fade-left',
    });
    expect((await stored(page, 'sidebar')).state).toEqual({ collapsed: true });
    expect((await stored(page, 'locale')).state).toEqual({ locale: 'en' });
  });
});

test.describe('layouts', () => {
  test('HorizontalVerticalNav is the application’s: header across, sidebar below it', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'technician');
    await open(page, '/');
    const boxOf = (what: Locator) => what.boundingBox();
    await expect.poll(() => boxOf(page.getByRole('banner'))).toMatchObject({ x: 0, width: 1440 });
    const header = await boxOf(page.getByRole('banner'));
    await expect
      .poll(() => boxOf(page.locator('#sidebar')))
      .toMatchObject({ x: 0, y: header?.height });
  });

  test('VerticalNav, HorizontalNav and Blank can be chosen or forced by a route', async ({
    browser,
  }) => {
    const page = await ownSession(browser, 'technician');
    await choose(page, 'Sidebar');
    const sidebar = await page.locator('#sidebar').boundingBox();
    expect(sidebar).toMatchObject({ x: 0, y: 0 });
    expect((await page.getByRole('banner').boundingBox())?.x).toBe(sidebar?.width);

    await choose(page, 'Header menu');
    await expect(page.locator('#sidebar')).toBeHidden();
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('button', { name: 'Purchasing' })
      .click();
    await page.getByRole('link', { name: 'Purchase requests' }).click();
    await page.waitForURL(`**${REQUESTS}`);

    // The not-found page forces the blank layout, whatever was chosen.
    await goInside(page, '/no/such/page');
    await expect(page.locator('[data-layout="Blank"]')).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
  });
});

test.describe('page transitions: five, 0.3 s, the entering page only', () => {
  for (const [label, name] of [
    ['Fade', 'fade'],
    ['Fade up', 'fade-up'],
    ['Fade down', 'fade-bottom'],
    ['Fade left', 'fade-left'],
    ['Fade right', 'fade-right'],
  ] as const) {
    test(name, async ({ browser }) => {
      const page = await ownSession(browser, 'technician');
      await choose(page, label);
      const started = page.evaluate(
        () =>
          new Promise<{ name: string; duration: unknown; pages: number }>((resolve) => {
            document.addEventListener('animationstart', ({ target }) => {
              const element = target as HTMLElement;
              if (element.parentElement?.id !== 'content') return;
              resolve({
                name: element.dataset.transition ?? '',
                // As it is declared: a busy machine tells of the start when the animation is over.
                duration: Number.parseFloat(getComputedStyle(element).animationDuration) * 1000,
                pages: document.querySelectorAll('#content > [data-transition]').length,
              });
            });
          }),
      );
      await goInside(page, '/profile');
      expect(await started).toEqual({ name, duration: 300, pages: 1 });
    });
  }

  test('none where the system asks for reduced motion', async ({ browser }) => {
    const page = await pageOf(browser, 'technician', { reducedMotion: 'reduce' });
    await open(page, '/profile');
    await expect(page.locator('#content > [data-transition]')).toHaveCSS('animation-name', 'none');
    // What comes from antd moves by its theme.
    await open(page, REQUESTS);
    await page.getByRole('combobox').first().click();
    const choices = page.locator('.ant-select-dropdown');
    await expect(choices).toBeVisible();
    const longest = await choices.evaluate((element) =>
      Math.max(
        0,
        ...element.getAnimations().map((one) => Number(one.effect?.getTiming().duration)),
      ),
    );
    expect(longest).toBeLessThanOrEqual(10);
  });
});

test.describe('breadcrumbs', () => {
  const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });

  test('area, parent chain, page; parameters replaced, the query kept', async ({ browser }) => {
    const page = await pageOf(browser, 'system-admin');
    await open(page, `${REQUESTS}?status=completed&limit=20`);
    await expect(crumbs(page)).toHaveText(/Purchasing.*Purchase requests/);
    const first = page.getByRole('main').getByRole('link', { name: /^PR/ }).first();
    const documentNo = ((await first.textContent()) ?? '').trim();
    await first.click();
    await page.waitForURL((url) => !url.pathname.endsWith('/default'));
    await expect(crumbs(page).locator('[aria-current="page"]')).toContainText(documentNo);
    const parent = crumbs(page).getByRole('link', { name: 'Purchase requests' });
    const { search } = new URL(page.url());
    await expect(parent).toHaveAttribute('href', `${REQUESTS}${search}`);
    await goInside(page, `${new URL(page.url()).pathname}?tab=timeline`);
    await expect(parent).toHaveAttribute('href', `${REQUESTS}?tab=timeline`);
    // The area is a text: there is no page behind it.
    await expect(crumbs(page).getByRole('link', { name: 'Purchasing' })).toHaveCount(0);
  });
});

test('the view scrolls to top after each navigation', async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin', { viewport: { width: 1440, height: 420 } });
  await open(page, '/profile');
  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await goInside(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the next page of a list begins at its top; a step back is where one was', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'purchasing-manager', {
    viewport: { width: 1440, height: 600 },
  });
  const y = () => page.evaluate(() => Math.round(window.scrollY));
  await open(page, '/purchase-management/purchase-requests/default?limit=50&show=all');
  const openers = page.locator('[data-row-opener]');
  await expect(openers).toHaveCount(50);
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(y).toBe(0);

  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
  await expect.poll(y).toBeGreaterThan(400);

  const row = openers.nth(40);
  const name = (await row.textContent()) ?? '';
  await row.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(await y()).toBe(0);
  await page.goBack();
  await expect(openers.nth(40)).toBeFocused();
  await expect(openers.nth(40)).toBeInViewport();
  expect(await y()).toBeGreaterThan(400);
});

test('the size of a list’s page can be chosen on a phone', async ({ browser }) => {
  const page = await pageOf(browser, 'purchasing-manager', {
    viewport: { width: 390, height: 844 },
  });
  await open(page, '/purchase-management/purchase-requests/default?show=all');
  // Rows that arrive move the pager, and a press whose target moves is none.
  await expect(page.locator('[data-row-opener]').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByTitle('30 / page').click();
  await expect(page).toHaveURL(/limit=30/);
  await expect(page.locator('[data-row-opener]')).toHaveCount(30);
});

test('a splash screen with a spinner shows while loading', async ({ browser }) => {
  const page = await pageOf(browser, 'technician');
  const registry = gate();
  await readForItself(page);
  await page.route('**/remotes.json', async (route) => {
    await registry.opened;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.locator('.by-splash .by-splash-spinner')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  registry.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.locator('.by-splash')).toHaveCount(0);
});

test('a top loading bar runs during route changes', async ({ browser }) => {
  const page = await ownSession(browser, 'technician');
  await open(page, '/dashboard');
  // Signing out is a route whose end waits for the server's word.
  const word = gate();
  await page.route('**/api/v1/auth/signout', async (route) => {
    await word.opened;
    await route.continue();
  });
  const bar = page.getByTestId('loading-bar');
  await expect(bar).toHaveAttribute('data-on', 'false');
  // Told by the page itself, which is left for the sign-in page however late one looks.
  const seen: object[] = [];
  await page.exposeFunction('barRuns', (box: object) => {
    seen.push(box);
    word.open();
  });
  await bar.evaluate((element) => {
    const { barRuns } = globalThis as unknown as { barRuns: (box: object) => void };
    new MutationObserver(() => {
      const { x, y, width } = element.getBoundingClientRect();
      const shown = element.checkVisibility();
      if (element.getAttribute('data-on') === 'true') barRuns({ x, y, width, shown });
    }).observe(element, { attributes: true });
  });
  await goInside(page, '/logout');
  await page.waitForURL('**/login');
  expect(seen).toContainEqual({ x: 0, y: 0, width: 1440, shown: true });
});

test.describe('avatar', () => {
  test('shows initials; its menu has Profile and Logout', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await open(page, '/');
    const { firstName, lastName } = await stored(page, 'profileUser');
    const initials = `${firstName[0]}${lastName[0]}`;
    const name = `Account of ${firstName} ${lastName}, ${initials}`;
    const avatar = page.getByRole('button', { name });
    await expect(avatar).toHaveText(initials);
    await avatar.click();
    await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    await expect(page.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/logout');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  });

  test('shows ‘U’ without a name', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await page.route('**/api/v1/auth/profile', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ json: { data: { ...data, firstName: '', lastName: '' } } });
    });
    await open(page, '/');
    await expect(page.getByRole('button', { name: 'Your account, U' })).toHaveText('U');
  });
});

test.describe('menu', () => {
  test('comes from the role’s menus and shows only pages that work', async ({ browser }) => {
    const page = await pageOf(browser, 'purchasing-officer');
    await open(page, '/');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await menu.getByRole('button', { name: 'Purchasing' }).click();
    await menu.getByRole('link', { name: 'Purchase orders' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase orders');
    await expect(menu.getByRole('link', { name: 'Purchase orders' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    // No page of sales works yet, although the role has some.
    await expect(menu.getByRole('button', { name: 'Sales' })).toHaveCount(0);
    // Nor may this role see people.
    await expect(menu.getByRole('button', { name: 'Users' })).toHaveCount(0);
  });

  test('a collapsed area offers its pages beside the rail, by pointer and by keyboard', async ({
    browser,
  }) => {
    const page = await ownSession(browser, 'purchasing-officer');
    await page.getByRole('button', { name: 'Close the menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Purchasing' }).focus();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Purchase requests' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${REQUESTS}`);
  });
});

test.describe('notifications', () => {
  async function someone(page: Page): Promise<{ deeds: string[] }> {
    const state = {
      deeds: [] as string[],
      items: [1, 2].map((index) => ({
        id: `01a1fda7-5324-7131-81f6-b9a22363d00${index}`,
        category: 'alert',
        type: 'warning',
        title: `Notification ${index}`,
        description: 'Something has happened.',
        read: false,
        date: new Date().toISOString(),
        action: index === 1 ? '/profile' : null,
        actionTitle: null,
      })),
    };
    await page.route(/\/api\/v1\/notifications(?!\/stream)/, async (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.replace('/api/v1/notifications', '');
      if (request.method() !== 'GET') {
        state.deeds.push(`${request.method()} ${path}`);
        if (path === '/read-all') for (const item of state.items) item.read = true;
        if (path === '') state.items = [];
        return route.fulfill({ json: { data: {} } });
      }
      return route.fulfill({
        json: {
          data: state.items,
          meta: {
            page: 1,
            limit: 10,
            totalItems: state.items.length,
            totalPages: 1,
            sort: '-date',
            summary: { unread: state.items.filter(({ read }) => !read).length },
          },
        },
      });
    });
    return state;
  }

  test('‘Mark all as read’ and ‘Clear’; then ‘There is no notification’', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    const { deeds } = await someone(page);
    await open(page, '/');
    await page.getByRole('button', { name: 'Notifications: 2 unread notifications' }).click();
    const popover = page.getByTestId('notification-popover');
    await popover.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(popover.getByRole('img', { name: 'Unread' })).toHaveCount(0);
    await popover.getByRole('button', { name: 'Clear' }).click();
    await expect(popover).toContainText('There is no notification');
    expect(deeds).toEqual(['POST /read-all', 'DELETE ']);
  });

  test('one item: opened, it is read; in the drawer it can be deleted', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    const { deeds } = await someone(page);
    await open(page, '/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('link', { name: 'Notification 1' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'View all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).last().click();
    await expect.poll(() => deeds.length).toBe(2);
    expect(deeds[0]).toMatch(/^POST \/.*001\/read$/);
    expect(deeds[1]).toMatch(/^DELETE \/.*002$/);
  });

  test('the tabs of a browser share one stream, and the next tab takes it over', async ({
    browser,
  }) => {
    const first = await pageOf(browser, 'technician');
    const context = first.context();
    let streams = 0;
    await context.route('**/api/v1/notifications/stream', (route) => {
      streams += 1;
      return route.continue();
    });
    await open(first, '/');
    await expect.poll(() => streams).toBe(1);
    const second = await context.newPage();
    await open(second, '/profile');
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Profile');
    // Long enough for a second connection, had there been one.
    await second.waitForTimeout(1000);
    expect(streams).toBe(1);
    await first.close();
    await expect.poll(() => streams).toBe(2);
  });
});

test('the palette opens pages from the keyboard, and only those one may see', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'purchasing-officer');
  await open(page, '/');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and go to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(palette.getByRole('option', { name: /Users/ })).toHaveCount(0);
  await page.keyboard.type('purchase ord');
  await expect(palette.getByRole('option').first()).toContainText('Purchase orders');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/purchase-management/purchase-orders/default');
  await expect(palette).toHaveCount(0);
});

test('what is typed right after the keys of the palette is its text, however late its code comes', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'purchasing-officer');
  await page.route('**/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await open(page, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('purchase ord');
  const field = page.getByRole('combobox', { name: 'Search and go to' });
  await expect(field).toHaveValue('purchase ord');
  await expect(field).toBeFocused();
  await page.keyboard.type('e');
  await expect(field).toHaveValue('purchase orde');
});

test('a record that was opened is the first thing that the palette offers', async ({ browser }) => {
  const page = await pageOf(browser, 'purchasing-officer');
  await open(page, '/purchase-management/purchase-orders/default');
  await page.locator('[data-row-opener]').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^PO/);
  const number = (await heading.textContent()) ?? '';
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recent') ?? ''))
    .toContain(number);
  await goInside(page, '/dashboard');
  await expect(heading).toHaveText('Dashboard');
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option').first()).toContainText(number);
});

test('a role change refreshes abilities under the open page, without a new sign-in', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  let changed = false;
  await page.route('**/api/v1/auth/profile', async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: { role: { permissions: unknown[] } } };
    if (changed) data.role = { ...data.role, permissions: [], menus: [] } as typeof data.role;
    await route.fulfill({ json: { data } });
  });
  await page.route('**/api/v1/notifications/stream', async (route) => {
    if (changed) return;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
    changed = true;
    await route.fulfill({
      contentType: 'text/event-stream',
      body: 'event: profile\ndata: {}\n\n',
    });
  });
  await open(page, '/users-management/users');
  await expect(page.getByText('Hi, this is a blank page.')).toBeVisible();
});
