import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { firstPages } from '../fixtures/builtPages.ts';
import { watch } from '../fixtures/settled.ts';
import { goInside, open, pageOf, test } from '../fixtures/shell.ts';

/** A few bytes that webpack copies into two chunks rather than ask for a third. */
const TINY = new Set(['@ant-design/icons/es/components/Context.js']);

const root = join(import.meta.dirname, '..', '..');
const sizes = join(root, '.cache', 'sizes');

/** Modules by package, as the build wrote them down (shared/build/milestones.cjs). */
type Holds = Readonly<Record<string, readonly string[]>>;

/** What every file of host and remotes holds of what is shared, by the file's address. */
function holdings(): Map<string, Holds> {
  const apps = readdirSync(sizes).filter((file) =>
    /^(base|host|remote-.*)\.shared\.json$/.test(file),
  );
  return new Map(
    apps.flatMap((file) => {
      const app = file.replace('.shared.json', '');
      const holds = JSON.parse(readFileSync(join(sizes, file), 'utf8')) as Record<string, Holds>;
      const base = app.startsWith('remote-') ? `/remotes/${app}/` : '/';
      return Object.entries(holds).map(([name, packages]) => [base + name, packages] as const);
    }),
  );
}

/** How often each module of each package was downloaded. */
function countModules(requests: readonly string[]): Map<string, Map<string, number>> {
  const held = holdings();
  const counts = new Map<string, Map<string, number>>();
  for (const path of requests) {
    for (const [name, modules] of Object.entries(held.get(path) ?? {})) {
      const known = counts.get(name) ?? new Map<string, number>();
      counts.set(name, known);
      for (const module of modules) known.set(module, (known.get(module) ?? 0) + 1);
    }
  }
  return counts;
}

/** What the federation runtime has in its share scope: each package by its versions. */
const sharedVersions = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    interface Host {
      readonly shareScopeMap: { readonly default: Record<string, Record<string, unknown>> };
    }
    const federation = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Host[] } })
      .__FEDERATION__;
    const scope = federation.__INSTANCES__[0]?.shareScopeMap.default ?? {};
    return Object.fromEntries(
      Object.entries(scope).map(([name, versions]) => [name, Object.keys(versions)]),
    );
  });

test('a visit to every remote downloads every shared package exactly once', async ({ browser }) => {
  expect(existsSync(join(sizes, 'host.shared.json'))).toBe(true);
  const page = await pageOf(browser, 'system-admin');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(new URL(request.url()).pathname);
  });
  const { settled } = watch(page);
  await open(page, '/');
  for (const path of firstPages()) {
    await goInside(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
  }

  const counts = countModules(requests);
  const twice = [...counts].flatMap(([name, modules]) =>
    [...modules]
      .filter(([module, times]) => times !== 1 && !TINY.has(module))
      .map(([module, times]) => `${name}: ${module} ${times} times`),
  );
  expect(twice).toEqual([]);
  const versions = await sharedVersions(page);
  expect(Object.keys(versions)).toContain('react');
  for (const [name, found] of Object.entries(versions)) expect(found, name).toHaveLength(1);
  for (const name of [
    'react',
    'react-dom',
    'react-router',
    '@tanstack/react-query',
    'i18next',
    'react-i18next',
    '@boxyard/shared/client',
    '@boxyard/shared/runtime',
    '@boxyard/shared/ui',
    '@boxyard/shared/kit',
    'antd',
  ]) {
    expect([...counts.keys()]).toContain(name);
  }
});
