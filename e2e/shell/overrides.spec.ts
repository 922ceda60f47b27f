import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FIRST_PORT, WORKER } from '../fixtures/places.ts';
import { copyOfRemote, developRemote, scratchWorkspace } from '../fixtures/releases.ts';
import { pageOf, test } from '../fixtures/shell.ts';

const NAME = 'remote-warehouse';
const SUPPLIERS = '/warehouse-management/suppliers/list';
const root = join(import.meta.dirname, '..', '..');
const PORT = FIRST_PORT + 600 + WORKER;

let workspace: string;
let copy: string;
let dev: Awaited<ReturnType<typeof developRemote>>;
test.beforeAll(async () => {
  workspace = await scratchWorkspace('develop');
  copy = await copyOfRemote(workspace, NAME);
  dev = await developRemote(copy, PORT);
});
test.afterAll(async () => {
  await dev?.stop();
  await rm(workspace, { recursive: true, force: true });
});

async function rename(from: string, to: string): Promise<void> {
  const texts = join(copy, 'src', 'i18n', 'en.json');
  const source = await readFile(texts, 'utf8');
  expect(source).toContain(`"new": "${from}"`);
  await writeFile(texts, source.replace(`"new": "${from}"`, `"new": "${to}"`));
}

/** Draws a heading of its own above the list of suppliers. */
async function headPage(heading: string): Promise<void> {
  const path = 'src/features/suppliers/suppliers.list.page.tsx';
  const source = await readFile(join(root, NAME, path), 'utf8');
  const changed = source.replace(
    /return \(\s*(<MasterPage[\s\S]*?\n {4}\/>)/,
    `return (<><h2>${heading}</h2>$1</>`,
  );
  expect(changed).not.toBe(source);
  await writeFile(join(copy, path), changed);
}

test('one remote is developed alone against a running host, after a confirmation, and reset by one click', async ({
  browser,
  request,
}) => {
  await rename('New supplier', 'Supplier from my machine');
  await expect(async () => {
    const manifest = await request.get(`${dev.origin}/mf-manifest.json`);
    expect(await manifest.text()).toContain('remoteEntry');
  }).toPass({ timeout: 300_000 });

  const page = await pageOf(browser, 'system-admin');
  const policies: string[] = [];
  page.on('response', (answer) => {
    const policy = answer.headers()['content-security-policy'];
    if (answer.request().isNavigationRequest()) policies.push(policy ?? '');
  });

  // A link opens the panel, filled in, and loads nothing.
  await page.goto(`${SUPPLIERS}?override=${NAME}@${dev.origin}`);
  const panel = page.getByRole('dialog', { name: 'Remotes of this browser' });
  await expect(panel.getByLabel(NAME)).toHaveValue(dev.origin);
  expect(policies.at(-1)).not.toContain(dev.origin);
  await page.goto(SUPPLIERS);
  await expect(page.getByRole('button', { name: 'New supplier' })).toBeVisible();

  // From the settings, by hand: an address elsewhere is refused.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Remotes of this browser' }).click();
  await panel.getByLabel(NAME).fill('https://elsewhere.example:4701');
  await panel.getByRole('button', { name: 'Load these' }).click();
  await expect(panel.getByRole('alert')).toContainText('address of this computer');
  await panel.getByLabel(NAME).fill(dev.origin);
  await panel.getByRole('button', { name: 'Load these' }).click();

  const badge = page.getByRole('banner').getByRole('button', { name: '1 remote replaced' });
  await expect(badge).toBeVisible();
  await expect(page.getByRole('button', { name: 'Supplier from my machine' })).toBeVisible();
  expect(policies.at(-1)).toContain(dev.origin);

  // A change of its source comes by itself: no document is loaded, and what was typed is there again.
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  await page.getByRole('button', { name: 'Supplier from my machine' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Typed before the change');
  await rename('Supplier from my machine', 'Supplier changed just now');
  await page.getByRole('button', { name: 'Supplier changed just now' }).click();
  await expect(name).toHaveValue('Typed before the change');

  // Its code too: not only what is new, also what is no more.
  await headPage('Drawn by new code');
  await expect(page.getByRole('heading', { name: 'Drawn by new code' })).toBeVisible();
  await headPage('Drawn by newer code');
  await expect(page.getByRole('heading', { name: 'Drawn by newer code' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Drawn by new code' })).toHaveCount(0);
  expect(documents).toBe(0);

  await badge.click();
  await expect(page.getByRole('button', { name: 'New supplier' })).toBeVisible();
  await expect(badge).toHaveCount(0);
  expect(policies.at(-1)).not.toContain(dev.origin);
});

test('whoever is no operator has no panel, whatever the link says', async ({ browser }) => {
  const page = await pageOf(browser, 'warehouse-manager');
  await page.goto(`${SUPPLIERS}?override=${NAME}@${dev.origin}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suppliers');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
