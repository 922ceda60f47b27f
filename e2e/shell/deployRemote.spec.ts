import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  buildRemote,
  copyOfRemote,
  deployRemote,
  hostFiles,
  REMOTES_DIR,
  scratchWorkspace,
  writeRegistry,
} from '../fixtures/releases.ts';
import { pageOf, test } from '../fixtures/shell.ts';

const NAME = 'remote-warehouse';
const SUPPLIERS = '/warehouse-management/suppliers/list';

let workspace: string;
test.beforeAll(async () => {
  workspace = await scratchWorkspace('deploy');
});
test.afterAll(async () => {
  await writeRegistry({});
  await rm(workspace, { recursive: true, force: true });
});

test('a remote is changed, built and released under an open tab: the next visit has it, nothing typed is lost', async ({
  browser,
  request,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto(SUPPLIERS);
  await page.getByRole('button', { name: 'New supplier' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Typed before the release');
  const before = hostFiles();
  expect(Object.keys(before).length).toBeGreaterThan(10);

  const copy = await copyOfRemote(workspace, NAME);
  const texts = join(copy, 'src', 'i18n', 'en.json');
  const source = await readFile(texts, 'utf8');
  expect(source).toContain('"New supplier"');
  await writeFile(texts, source.replace('"New supplier"', '"Enter another supplier"'));
  await buildRemote(copy);
  const said = await deployRemote(NAME, { to: REMOTES_DIR, from: copy });
  const release = /remote-warehouse (\S+) is live/.exec(said)?.[1];
  expect(release).toBeDefined();
  const rows = await (await request.get('/remotes.json')).json();
  expect(rows[NAME].release).toBe(release);
  expect(hostFiles()).toEqual(before);

  // The next visit.
  const next = await page.context().newPage();
  await next.goto(SUPPLIERS);
  await expect(next.getByRole('button', { name: 'Enter another supplier' })).toBeVisible();
  await next.close();

  // The open tab goes on where it was, also to a page whose code it has not loaded yet.
  await expect(name).toHaveValue('Typed before the release');
  await name.fill('Typed before and after the release');
  await page.getByRole('button', { name: 'Add supplier' }).click();
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
  await expect(name).toHaveValue('Typed before and after the release');
});
