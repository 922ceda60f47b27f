// `npm run bench:shell`: this shell beside a react-admin app and a refine app, each with a sign-in form and
// one list of 20 rows with sort and filter: what a browser with an empty cache loads, and how soon the
// form can be typed in and the first table stands. Served by one server, in turns; medians.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { StartFiles } from '../../../api/src/http/start.ts';
import { build } from '../cli/build.mjs';
import { chromium as findChromium } from '../cli/chromium.mjs';
import { install, PNPM, pinnedNode, root, run, webApps } from '../cli/run.mjs';
import { PEERS } from './peers.mjs';
import { serve } from './server.mjs';

const RUNS = Number(process.env.BENCH_RUNS ?? 7);

/** quality "Fast": how LCP and the rest are measured. */
const LINES = {
  'as fast as this machine': null,
  '4 × slower CPU, 1.6 Mbit/s, 150 ms': {
    cpu: 4,
    network: {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 93_750,
    },
  },
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function command(program, args, cwd) {
  const { code, output } = await run(program, args, { cwd, capture: true });
  if (code !== 0) throw new Error(output);
}

/** Writes, installs and builds a peer; answers the folder of its files. */
async function buildPeer(scratch, name) {
  const dir = join(scratch, name);
  for (const [file, text] of Object.entries(PEERS[name].files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  await command('npx', ['-y', PNPM, 'install', '--ignore-scripts'], dir);
  await command(pinnedNode(), ['node_modules/vite/bin/vite.js', 'build'], dir);
  return join(dir, 'dist');
}

const ownFolders = () => [
  ...webApps()
    .slice(1)
    .map((name) => [`/remotes/${name}/`, join(root, name, 'dist')]),
  ['/', join(root, 'host', 'dist')],
];

/** What the project's own server knows of an address, from the files as they were built. */
function ownAnswers() {
  const host = join(root, 'host', 'dist');
  const registry = { read: () => JSON.parse(readFileSync(join(host, 'remotes.json'), 'utf8')) };
  const places = { host, remote: (name) => join(root, name, 'dist') };
  const start = new StartFiles(registry, places);
  return { '/start.json': ({ searchParams }) => start.of(searchParams.get('path') ?? '/') };
}

/** Notes, in any document of the tab, when the form can be typed in and when the table has its rows. */
const WATCH = () => {
  const seen = globalThis;
  const look = () => {
    const now = performance.timeOrigin + performance.now();
    const field = document.querySelector('input[type="password"]');
    if (!seen.formAt && field?.checkVisibility() && !field.disabled) seen.formAt = now;
    const rows = [...document.querySelectorAll('tbody tr')];
    const full = rows.filter((row) => row.textContent.includes('SUP-')).length >= 20;
    if (!seen.tableAt && full) seen.tableAt = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const ORIGIN = () => performance.timeOrigin;

/** One visitor with an empty cache. */
async function visit(browser, { server, path }, line) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (line) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', line.network);
      await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpu });
    }
    await page.addInitScript(WATCH);
    server.reset();
    await page.goto(server.origin + path, { waitUntil: 'commit' });
    const formAt = await (
      await page.waitForFunction(() => globalThis.formAt, null, { polling: 'raf' })
    ).jsonValue();
    const form = { ms: formAt - (await page.evaluate(ORIGIN)), ...server.sent(formAt) };
    await page.locator('form input:not([type="hidden"])').first().fill('auditor@demo.test');
    await page.locator('input[type="password"]').fill('a-password');
    const sentAt = await page.evaluate(() => {
      document.querySelector('form button[type="submit"]').click();
      return performance.timeOrigin + performance.now();
    });
    const tableAt = await (
      await page.waitForFunction(() => globalThis.tableAt, null, { polling: 'raf' })
    ).jsonValue();
    return { form, table: { ms: tableAt - sentAt, ...server.sent(tableAt) } };
  } finally {
    await context.close();
  }
}

const ROWS = {
  'requests to the form': ({ form }) => form.requests,
  'KB brotli to the form': ({ form }) => form.bytes / 1024,
  'ms to the form': ({ form }) => form.ms,
  'requests to the table': ({ table }) => table.requests,
  'KB brotli to the table': ({ table }) => table.bytes / 1024,
  'ms from sign-in to the table': ({ table }) => table.ms,
  'ms of both': ({ form, table }) => form.ms + table.ms,
};

function print(title, names, results) {
  console.log(`\n${title} (median of ${RUNS})`);
  console.log(`${''.padEnd(30)}${names.map((name) => name.padStart(14)).join('')}`);
  for (const [label, of] of Object.entries(ROWS)) {
    const cells = names.map((name) => Math.round(median(results[name].map(of))));
    console.log(`${label.padEnd(30)}${cells.map((cell) => String(cell).padStart(14)).join('')}`);
  }
}

async function measureAll(apps) {
  const names = Object.keys(apps);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    for (const [title, line] of Object.entries(LINES)) {
      const results = Object.fromEntries(names.map((name) => [name, []]));
      // The first visit of each warms the server's compressed files, and does not count.
      for (let round = 0; round <= RUNS; round += 1) {
        for (const name of names) {
          const result = await visit(browser, apps[name], line);
          if (round > 0) results[name].push(result);
        }
      }
      print(title, names, results);
    }
  } finally {
    await browser.close();
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'boxyard-bench-shell-'));
const servers = [];
const start = async (folders, answers) => {
  servers.push(await serve(folders, answers));
  return servers.at(-1);
};
try {
  await install();
  await build();
  const list = encodeURIComponent('/warehouse-management/suppliers/list?limit=20');
  const apps = {
    Boxyard: { path: `/login?redirect=${list}`, server: await start(ownFolders(), ownAnswers()) },
  };
  for (const [name, path] of [
    ['react-admin', '/#/login'],
    ['refine', '/login'],
  ]) {
    console.log(`Building ${name} …`);
    apps[name] = { path, server: await start([['/', await buildPeer(scratch, name)]]) };
  }
  await measureAll(apps);
} finally {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(scratch, { recursive: true, force: true });
}
