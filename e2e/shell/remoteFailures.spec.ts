import { type Browser, expect, type Page } from '@playwright/test';
import {
  forgetContributions,
  gate,
  goInside,
  notices,
  pageOf,
  readForItself,
  test,
} from '../fixtures/shell.ts';

/** A page of each remote that has any: its address, its route name and its heading. */
const REMOTES = [
  ['remote-warehouse', '/warehouse-management/categories', 'categories', 'Categories'],
  ['remote-inventory', '/warehouse-inventory/company-groups', 'company-groups', 'Company groups'],
  [
    'remote-purchase-sales',
    '/purchase-management/purchase-requests/default',
    'purchase-requests',
    'Purchase requests',
  ],
  ['remote-reports', '/report-management/purchase-report', 'purchase-report', 'Purchase report'],
  ['remote-admin', '/users-management/users', 'users', 'Users'],
] as const;
type Remote = (typeof REMOTES)[number];

const files = ([name]: Remote, file = '**') => `**/remotes/${name}/${file}`;
const problem = (page: Page) => page.locator('[role="alert"][data-kind]');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();
const reload = (page: Page) => page.getByRole('button', { name: 'Reload the page' }).click();
/** The first attempt that nobody asks for comes after 4 s (RemoteProblem). */
const wait = (page: Page) => page.clock.fastForward(5000);

/** The other remotes' pages open in the same tab. */
async function openOthers(page: Page, others: readonly Remote[]): Promise<void> {
  for (const [, path, , title] of others) {
    await goInside(page, path);
    await expect(heading(page)).toHaveText(title);
    await expect(problem(page)).toHaveCount(0);
  }
}

async function replaceJson(
  page: Page,
  address: string,
  change: (json: Record<string, unknown>) => unknown,
): Promise<void> {
  await readForItself(page);
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}

/** Serves an entry whose one page does as `body` says, with the React that the shell shares. */
const serveEntry = (page: Page, remote: Remote, body: string) =>
  page.route(files(remote, 'assets/remoteEntry*.js'), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `var ${remote[0].replaceAll('-', '_')} = (() => {
        let React;
        function Page() {
          ${body}
          return React.createElement('h1', null, 'Mended');
        }
        const pages = { '${remote[2]}': async () => ({ Page }) };
        return {
          async init(scope) {
            const [share] = Object.values(scope.react);
            React = (share.lib ?? (await share.get()))();
          },
          get: async () => () => ({ remote: { contract: 1, pages, i18n: async () => ({}) } }),
        };
      })();`,
    }),
  );

interface Mode {
  readonly says: string;
  /** Fakes the fault; where it ends, the answer ends it. */
  readonly fault: (page: Page, remote: Remote) => Promise<unknown>;
  readonly end?: (page: Page, remote: Remote) => Promise<unknown>;
  /** How the page comes back: by itself unless somebody presses something. */
  readonly recover: (page: Page) => Promise<unknown>;
  /** The fault begins in a tab that runs already. */
  readonly midSession?: boolean;
  /** What the page then shows, where it is not the remote's own. */
  readonly shows?: string;
}

const mend = (page: Page) => page.evaluate(() => Reflect.set(globalThis, 'isMended', true));
const html = '<!doctype html><title>Maintenance</title>';

const MODES: Readonly<Record<string, Mode>> = {
  'is dead at boot': {
    says: 'unreachable',
    fault: (page, remote) => page.route(files(remote), (route) => route.abort()),
    recover: retry,
  },
  'dies before its first visit': {
    says: 'unreachable',
    midSession: true,
    fault: (page, remote) => page.route(files(remote), (route) => route.abort()),
    recover: wait,
  },
  'serves HTML instead of JSON': {
    says: 'malformed',
    fault: async (page, remote) => {
      await readForItself(page);
      await page.route(files(remote, '*.json'), (route) =>
        route.fulfill({ contentType: 'text/html', body: html }),
      );
    },
    recover: wait,
  },
  'serves a broken script': {
    says: 'broken',
    fault: (page, remote) =>
      page.route(files(remote, 'assets/remoteEntry*.js'), (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
      ),
    recover: retry,
  },
  'carries contract major 2': {
    says: 'contract',
    fault: async (page, remote) => {
      await forgetContributions(page);
      await replaceJson(page, files(remote, 'contributions.json'), (json) => ({
        ...json,
        contract: 2,
      }));
    },
    recover: wait,
  },
  'demands another React': {
    says: 'react',
    fault: (page, remote) =>
      replaceJson(page, files(remote, 'mf-manifest.json'), (json) => ({
        ...json,
        shared: (json.shared as { name: string }[]).map((row) =>
          /^react(-dom)?(\/|$)/.test(row.name)
            ? { ...row, version: '18.3.1', requiredVersion: '^18.3.1' }
            : row,
        ),
      })),
    recover: reload,
  },
  'is not what was published': {
    says: 'integrity',
    fault: (page, [name]) =>
      replaceJson(page, '**/remotes.json', (json) => {
        const integrity = { 'mf-manifest.json': `sha384-${'A'.repeat(64)}` };
        return { ...json, [name]: { ...(json[name] as object), integrity } };
      }),
    end: (page) => page.unroute('**/remotes.json'),
    recover: wait,
  },
  'throws in render': {
    says: 'crashed',
    fault: (page, remote) =>
      serveEntry(page, remote, 'if (!globalThis.isMended) throw new Error("render");'),
    end: mend,
    recover: retry,
    shows: 'Mended',
  },
  'throws in an effect': {
    says: 'crashed',
    fault: (page, remote) =>
      serveEntry(
        page,
        remote,
        'React.useEffect(() => { if (!globalThis.isMended) throw new Error("effect"); });',
      ),
    end: mend,
    recover: retry,
    shows: 'Mended',
  },
};

/** A tab of the system administrator whose clock can be put forward. */
async function tab(browser: Browser): Promise<Page> {
  const page = await pageOf(browser, 'system-admin');
  await page.clock.install();
  return page;
}

/** Every remote in every way in the long run; else one in every way, the others dead and in one more. */
const isFull = process.env.TEST_FULL === '1';

for (const [place, remote] of REMOTES.entries()) {
  const [name, path, , title] = remote;
  const others = REMOTES.filter((one) => one !== remote);
  const isWhole = isFull || place === 0;
  for (const [index, [what, mode]] of Object.entries(MODES).entries()) {
    if (!isWhole && index !== 0 && index !== place + 1) continue;
    // All of them in a tab that began without the remote; then one each, in turn.
    const visited = index === 0 ? others : others.slice(index % 4, (index % 4) + 1);
    test(`${name} ${what}: its page says so and comes back, the others open`, async ({
      browser,
    }) => {
      const page = await tab(browser);
      if (mode.midSession) {
        await page.goto('/');
        await expect(page.getByRole('banner')).toBeVisible();
      }
      await mode.fault(page, remote);
      if (mode.midSession) await goInside(page, path);
      else await page.goto(path);
      await expect(problem(page)).toHaveAttribute('data-kind', mode.says);
      await expect(problem(page)).toContainText(name);
      await expect(problem(page)).toContainText('tell the administrator');

      await openOthers(page, visited);
      await goInside(page, path);
      await expect(problem(page)).toHaveAttribute('data-kind', mode.says);
      await (mode.end?.(page, remote) ?? page.unrouteAll());
      await mode.recover(page);
      await expect(heading(page)).toHaveText(mode.shows ?? title);
    });
  }

  if (!isWhole) continue;

  test(`${name} answers late: its page says so and appears when it comes, the others open`, async ({
    browser,
  }) => {
    const page = await tab(browser);
    const answer = gate();
    await readForItself(page);
    await page.route(files(remote, 'mf-manifest.json'), async (route) => {
      await answer.opened;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole('status', { name: 'Loading the page' })).toBeVisible();
    await page.clock.fastForward(15_000);
    await expect(problem(page)).toHaveAttribute('data-kind', 'timeout');
    await openOthers(page, others.slice(1, 2));
    await goInside(page, path);
    answer.open();
    await expect(heading(page)).toHaveText(title);
  });

  test(`${name} rejects a promise that nobody awaits: one notice names it, the page stays`, async ({
    browser,
  }) => {
    const page = await tab(browser);
    await serveEntry(
      page,
      remote,
      'React.useEffect(() => { for (const n of ["a", "b"]) Promise.reject(new Error(n)); }, []);',
    );
    await Promise.all([
      // It is said once, for three seconds.
      expect(notices(page)).toHaveText(new RegExp(`Something went wrong in ${name}`)),
      page.goto(path, { waitUntil: 'commit' }),
    ]);
    await expect(heading(page)).toHaveText('Mended');
    await openOthers(page, others.slice(2, 3));
  });
}
