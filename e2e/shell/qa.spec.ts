import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { PASSWORD } from '../fixtures/accounts.ts';
import { serverFor } from '../fixtures/api.ts';
import { FIRST_PORT } from '../fixtures/places.ts';
import { test } from '../fixtures/shell.ts';

// QA: the same suite against a host that it did not start, here a further server.
const root = join(import.meta.dirname, '..', '..');
const HOST = `http://localhost:${FIRST_PORT + Number(process.env.E2E_WORKERS ?? 2)}`;

/** Runs the command as whoever does QA would: nothing of this run's own settings reaches it. */
async function e2e(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(E2E_|TEST_|PLAYWRIGHT_|PW_|DEBUG)/.test(name),
  );
  const child = spawn(join(root, 'node_modules', 'node', 'bin', 'node'), ['e2e/run.mjs', ...args], {
    cwd: root,
    // One language is enough to see that it works.
    env: { ...Object.fromEntries(own), TEST_FULL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      said += data.toString();
    });
  }
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, said };
}

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxyard-qa-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The command runs journeys that this run has walked already: here it is only asked what it accepts.
if (process.env.TEST_FULL) {
  test('a journey runs against a deployed host, says what it left out, and marks what it leaves', async () => {
    const accounts = join(folder, 'accounts.json');
    writeFileSync(accounts, JSON.stringify({ password: PASSWORD }));
    const report = join(folder, 'qa');
    const { code, said } = await e2e(
      ...['--base-url', HOST, '--accounts', accounts, '--report', report],
      ...[
        '--area',
        'warehouse,administration',
        '--only',
        'a plan that never began',
        '--workers',
        '1',
      ],
    );
    expect(code, said).toBe(0);
    expect(said).toContain('1 passed, 0 failed');
    expect(said).toContain('a role from nothing, a person invited to it');
    expect(said).toContain('reads mail that the server sends');
    expect(existsSync(join(report, 'report', 'index.html'))).toBe(true);

    // The stock that the journey needed stays, since numbered documents are never deleted.
    const remaining = JSON.parse(readFileSync(join(report, 'remaining.json'), 'utf8')) as {
      readonly path: string;
      readonly id: string;
      readonly name: string;
    }[];
    const goods = remaining.filter(({ path }) => path === '/material-receives');
    expect(goods.length).toBeGreaterThan(0);
    for (const { id, name } of goods) {
      expect(said).toContain(`/material-receives ${name}`);
      const server = serverFor(HOST, 'warehouse-manager');
      const { remark } = await server.get<{ remark: string }>(`/material-receives/${id}`);
      expect(remark).toMatch(/^QA [0-9A-Z]{6}$/);
    }
    // The plan was deleted by the journey.
    expect(remaining.map(({ path }) => path)).not.toContain('/audits');
  });
}

test('what is wrong with the arguments is said in a sentence', async () => {
  expect((await e2e()).said).toContain('Usage: npm run e2e');
  const accounts = join(folder, 'accounts.json');
  writeFileSync(accounts, '{}');
  const args = ['--base-url', HOST, '--accounts', accounts];
  expect((await e2e(...args, '--area', 'kitchen')).said).toContain('no area "kitchen"');
  expect((await e2e('--base-url', HOST, '--accounts', 'nowhere')).said).toContain('no file');
});
