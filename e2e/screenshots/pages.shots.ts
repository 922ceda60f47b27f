import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, builtPages } from '../fixtures/builtPages.ts';
import { contextOf, type Theme } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { goInside } from '../fixtures/shell.ts';
import { LOCALES, type Locale } from '../fixtures/texts.ts';

// Two themes, two languages, two widths, and each page full, empty and failed (design, "Pictures to
// keep"). SHOTS=<parts of pages' names, by commas> takes only these; SHOTS_STATE=<state> only this state.
const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'test-results', 'screenshots');
const THEMES: readonly Theme[] = ['light', 'dark'];
const WIDTHS = [1440, 390] as const;
const SCREEN = { 1440: 900, 390: 844 } as const;
const TALLEST = 6000;
const STATES = ['full', 'empty', 'failed'] as const;
type State = (typeof STATES)[number];

const { SHOTS = '', SHOTS_STATE } = process.env;
const wanted = builtPages().filter(({ name }) =>
  SHOTS.split(',').some((part) => name.includes(part)),
);
const states = STATES.filter((state) => SHOTS_STATE === undefined || SHOTS_STATE === state);

/** Calls that the shell itself needs; without them there is no page to look at. */
const SHELL = /\/(auth|notifications|saved-views|permissions|master-data)\b/;

/** What the server answers when something breaks on its side, in the reader's language. */
function failure(locale: Locale) {
  const file = join(ROOT, 'shared', 'src', 'domain', 'texts', `errors.${locale}.json`);
  const { INTERNAL } = JSON.parse(readFileSync(file, 'utf8')) as { INTERNAL: string };
  const requestId = '01a1ffa0-165b';
  const message = INTERNAL.replace('{requestId}', requestId);
  return { statusCode: 500, code: 'INTERNAL', message, requestId };
}

/** Answers every list without rows, or fails every call of the page as the server would. */
async function put(page: Page, state: State, locale: Locale): Promise<void> {
  await page.unroute('**/api/v1/**');
  if (state === 'full') return;
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (SHELL.test(request.url()) || request.method() !== 'GET') return route.fallback();
    if (state === 'failed') return route.fulfill({ status: 500, json: failure(locale) });
    const answer = await route.fetch();
    if (!answer.headers()['content-type']?.includes('json'))
      return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: emptied(await answer.json()) });
  });
}

interface Body {
  readonly data: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The same answer of a database in which nothing has happened yet. */
function emptied(body: Body): unknown {
  if (!Array.isArray(body.data)) return body.meta ? body : { ...body, data: zeroed(body.data) };
  const meta = body.meta ?? {};
  return {
    data: [],
    meta: {
      ...meta,
      totalItems: 0,
      totalPages: 0,
      ...(meta.counts ? { counts: zeroed(meta.counts) } : {}),
      ...(meta.summary ? { summary: zeroed(meta.summary) } : {}),
    },
  };
}

/** Amounts and counts become nothing, lists lose their rows; names, states and ids stay. */
function zeroed(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return /^-?\d+\.\d{2,6}$/.test(value) ? '0.00' : value;
  if (Array.isArray(value)) return [];
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      ['version', 'allowedActions'].includes(key) ? part : zeroed(part),
    ]),
  );
}

/** A screen as high as the page: bars that keep to its edge then stand where it ends. */
async function growToPage(page: Page, settled: () => Promise<void>): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  // What comes into sight may load and be higher than its place was: drawings do.
  for (let seen = 0, height = await heightOf(); height > seen && seen < TALLEST; ) {
    seen = height;
    await page.setViewportSize({ width, height: Math.min(height, TALLEST) });
    await settled();
    height = await heightOf();
  }
}

for (const theme of THEMES) {
  for (const locale of LOCALES) {
    for (const isPublic of [false, true]) {
      const look = { theme, locale };
      const pages = wanted.filter((page) => page.isPublic === isPublic);
      test(`${theme} ${locale} ${isPublic ? 'without' : 'with'} a session`, async ({
        browser,
        baseURL,
      }) => {
        const context = await contextOf(browser, {
          ...look,
          ...(isPublic ? {} : { account: 'system-admin' }),
        });
        const server = serverFor(baseURL, 'system-admin');
        const page = await context.newPage();
        const { settled } = watch(page);
        // Pages that ask nothing look the same whatever the server says.
        for (const state of isPublic ? states.slice(0, 1) : states) {
          await put(page, state, locale);
          for (const built of pages) {
            const address = await addressOf(built, server);
            // Within the application, which spares loading it again; a new state needs new answers.
            if (isPublic || built === pages[0]) await page.goto(address);
            else await goInside(page, address);
            for (const width of WIDTHS) {
              await page.setViewportSize({ width, height: SCREEN[width] });
              await settled();
              await growToPage(page, settled);
              await page.screenshot({
                path: join(FOLDER, built.name, `${state}-${theme}-${locale}-${width}.png`),
                animations: 'disabled',
              });
            }
          }
        }
        await context.close();
      });
    }
  }
}
