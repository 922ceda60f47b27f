import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { copyOfRemote, developRemote, scratchWorkspace } from '../fixtures/releases.ts';
import { pageOf, test } from '../fixtures/shell.ts';

const NAME = 'remote-warehouse';
const SUPPLIERS = '/warehouse-management/suppliers/list';
const PORT = Number(process.env.E2E_PORT ?? 4310) + 600;

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

test('one remote is developed alone against a running host, after a confirmation, and reset by one click', async ({
  browser,
  request,
}) => {
  await rename('New supplier', 'Supplier from my machine');
  await expect(async () => {
    const manifest = await request.get(`${dev.origin}/mf-manifest.json`);
    expect(await manifest.text()).toContain('remoteEntry');
  }).toPass({ timeout: 60_000 });

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

  // A change of its source comes by itself.
  await rename('Supplier from my machine', 'Supplier changed just now');
  await expect(page.getByRole('button', { name: 'Supplier changed just now' })).toBeVisible();

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
