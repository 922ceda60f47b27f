import { expect, type Page } from '@playwright/test';
import { goInside, NEUTRAL, notices, open, ownSession, pageOf, test } from '../fixtures/shell.ts';

// Specification 2, "Guard rules": each rule has a test that names it.

const BLANK = 'Hi, this is a blank page.';
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test.describe('session: a stored token, permissions or profile, otherwise logout', () => {
  test('a visitor without any of them is sent to logout, and from there to /login', async ({
    page,
  }) => {
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await page.goto('/users-management/users');
    await page.waitForURL('**/login**');
    expect(seen).toContain('/logout');
    expect(pathOf(page)).toBe('/login?redirect=%2Fusers-management%2Fusers');
  });

  for (const key of ['token', 'permissions', 'profile']) {
    test(`${key} alone lets a visitor pass`, async ({ page }) => {
      // The server would answer 401, which is another rule: here it does not answer.
      await page.route('**/api/v1/**', () => undefined);
      await page.goto(NEUTRAL);
      await page.evaluate((name) => {
        localStorage.setItem(name, name === 'permissions' ? '[]' : 'null');
        if (name === 'token') {
          // With a token alone the profile is waited for; a stored one shows the page at once.
          localStorage.setItem('profile', '{"id":"x","firstName":"","lastName":"","role":null}');
          localStorage.setItem('permissions', '[]');
        }
      }, key);
      await page.goto('/');
      await expect(page.getByText(BLANK)).toBeVisible();
    });
  }

  test('an expired token meets the 401 of the first call, and that leads to logout', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'technician');
    await page.goto(NEUTRAL);
    await page.evaluate(() => {
      localStorage.setItem('token', 'run-out');
      localStorage.setItem('exp', '1');
    });
    // Watched from before the visit: the notice stays 2.5 s only, however slow the pages load.
    await Promise.all([
      expect(page.getByRole('alert').filter({ hasText: 'Please sign in again' })).toBeVisible(),
      page.waitForURL('**/login?redirect=%2Fprofile', { waitUntil: 'commit' }),
      page.goto('/profile', { waitUntil: 'commit' }),
    ]);
  });
});

test.describe('ability: a view ability on the route’s page name, otherwise the blank page', () => {
  test('a page whose ability is missing leads to the blank page', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await page.goto('/users-management/users');
    await expect(page.getByText(BLANK)).toBeVisible();
    expect(pathOf(page)).toBe('/');
  });

  test('a further ability that a route names counts as well', async ({ browser }) => {
    const page = await pageOf(browser, 'auditor');
    await page.goto('/purchase-management/purchase-requests/create');
    await expect(page.getByText(BLANK)).toBeVisible();
    expect(pathOf(page)).toBe('/');
  });

  test('the blank page and the profile skip the check', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    // Nothing at all is permitted, and the server is not asked.
    await page.route('**/api/v1/**', () => undefined);
    await page.goto(NEUTRAL);
    await page.evaluate(() => localStorage.setItem('permissions', '[]'));
    await page.goto('/');
    await expect(page.getByText(BLANK)).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
    await page.goto('/dashboard');
    await expect(page.getByText(BLANK)).toBeVisible();
  });
});

test.describe('check-auth: login, register and forgot-password send a signed-in user on', () => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    test(`${path} leads to the dashboard`, async ({ browser }) => {
      const page = await pageOf(browser, 'technician');
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
      expect(pathOf(page)).toBe('/dashboard');
    });
  }

  test('without the dashboard’s ability it is /', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await page.route('**/api/v1/**', () => undefined);
    await page.goto(NEUTRAL);
    await page.evaluate(() => localStorage.setItem('permissions', '[]'));
    await page.goto('/login');
    await expect(page.getByText(BLANK)).toBeVisible();
    expect(pathOf(page)).toBe('/');
  });

  test('a redirect of this origin is followed, another one is not', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await page.goto('/login?redirect=%2Fprofile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      await page.goto(`/login?redirect=${encodeURIComponent(evil)}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
      expect(pathOf(page)).toBe('/dashboard');
    }
  });

  test('with the token of a reset nobody is sent on', async ({ browser }) => {
    const page = await pageOf(browser, 'technician');
    await page.goto('/forgot-password?token=abc');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  });

  test('a visitor sees the one form page with its form type', async ({ page }) => {
    for (const [path, type] of [
      ['/login', 'login'],
      ['/register', 'signup'],
      ['/forgot-password', 'forgotpassword'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator(`[data-form-type="${type}"] form`)).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(0);
    }
  });
});

test.describe('logout: clears the session and goes to /login, keeping the query string', () => {
  test('as an address', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    await page.goto('/logout?lang=th&from=mail');
    await page.waitForURL('**/login?lang=th&from=mail');
    await expect(page.locator('[data-form-type="login"]')).toBeVisible();
    const kept = await page.evaluate(() => Object.keys(localStorage));
    for (const key of ['token', 'exp', 'profile', 'profileUser', 'permissions']) {
      expect(kept).not.toContain(key);
    }
    await page.goto('/dashboard');
    await page.waitForURL('**/login?redirect=%2Fdashboard');
  });

  test('by the avatar’s menu; the server ends the session too', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    const answer = await page.request.get('/api/v1/auth/profile', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(401);
  });

  test('in another tab: this one follows', async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    const other = await page.context().newPage();
    await open(other, '/profile');
    await page.goto('/logout');
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    await expect(notices(other)).toHaveCount(0);
  });
});

test.describe('required predecessor: otherwise the named fallback', () => {
  const CREATE = '/warehouse-inventory/container-warehouse/detail-product/create';
  const PARTS = `${CREATE}-parts`;

  /** The two routes of the specification, whose pages come with a later release of the remote. */
  async function contribute(page: Page): Promise<void> {
    await page.route('**/remotes/remote-inventory/contributions*.json', async (route) => {
      const answer = await route.fetch();
      const found = (await answer.json()) as { pages: { name: string }[] };
      const known = new Set(['container-create', 'container-create-parts']);
      const pages = found.pages.filter(({ name }) => !known.has(name));
      const common = { page: 'container-warehouse', title: { en: 'Container', th: 'ตู้' } };
      await route.fulfill({
        json: {
          ...found,
          pages: [
            ...pages,
            { ...common, name: 'container-create', path: CREATE },
            {
              ...common,
              name: 'container-create-parts',
              path: PARTS,
              requiresPrevious: { name: 'container-create', fallback: 'container-create' },
            },
          ],
        },
      });
    });
  }

  test('the container parts create page is reached from the container create page only', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'system-admin');
    await contribute(page);
    await open(page, PARTS);
    await page.waitForURL(`**${CREATE}`);

    await open(page, '/dashboard');
    await goInside(page, PARTS);
    await page.waitForURL(`**${CREATE}`);

    await goInside(page, PARTS);
    await expect.poll(() => pathOf(page)).toBe(PARTS);
    // A reload forgets the way, and the rule holds again.
    await page.reload();
    await page.waitForURL(`**${CREATE}`);
  });
});

test('the page title is set from each route’s title, in the language shown', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  for (const [path, title] of [
    ['/dashboard', 'Dashboard'],
    ['/profile', 'Profile'],
    ['/purchase-management/purchase-requests/default', 'Purchase requests'],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Boxyard`);
  }
  await page.evaluate(() =>
    localStorage.setItem('locale', '{"state":{"locale":"th"},"version":0}'),
  );
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('แดชบอร์ด · Boxyard');
});

test('any other path is a not-found page in the blank layout, for everybody', async ({
  page,
  browser,
}) => {
  for (const visitor of [page, await pageOf(browser, 'technician')]) {
    await visitor.goto('/no/such/page');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(visitor.getByRole('banner')).toHaveCount(0);
    expect(pathOf(visitor)).toBe('/no/such/page');
  }
});
