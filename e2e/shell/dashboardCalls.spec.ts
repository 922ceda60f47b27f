import { expect, type Page } from '@playwright/test';
import { watch } from '../fixtures/settled.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';

/** So many calls open the dashboard: what is in view on a laptop, asked for piece by piece (ADR 0098). */
const MOST = 6;
const LAPTOP = { width: 1440, height: 900 };
/** Calls that the shell makes on any page. */
const OF_SHELL =
  /^\/api\/v1\/(auth|notifications|telemetry|remotes|saved-views|shell|profile|me)\b/;

/** Calls of the page's own pieces, from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/') && !OF_SHELL.test(pathname)) calls.push(pathname + search);
  });
  return calls;
}

for (const role of [
  'warehouse-staff',
  'warehouse-manager',
  'purchasing-manager',
  'company-admin',
]) {
  test(`the dashboard of ${role} opens by at most ${MOST} calls`, async ({ browser }) => {
    const page = await pageOf(browser, role, { viewport: LAPTOP });
    const { settled } = watch(page);
    const calls = watchCalls(page);
    await open(page, '/dashboard');
    await settled();
    await expect(page.getByRole('heading', { name: 'My work' })).toBeVisible();
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(MOST);
    expect(calls.filter((call) => call.includes('/dashboard/work'))).toEqual([]);
  });
}
