import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestBody } from '../modules/purchasing/testing/documents.ts';
import type { TestApp } from '../testing/index.ts';
import { freePort, ready, type Served, serverProcesses } from '../testing/serverProcess.ts';
import { makeWorld } from '../workflow/testing/world.ts';
import { runBench } from './benchServer.ts';
import { type LoadCall, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * Processor time of a request with one server and with two on the same database, by turns: of the
 * servers and of PostgreSQL together, while as many requests come each second. Linux only.
 *
 *   npm run bench -- servers
 */
const sizes = () => ({
  rate: asked('RATE', 120),
  seconds: asked('SECONDS', 10),
  rounds: 5,
  /** A process that has just begun takes twice as long, until its code is compiled. */
  warm: 10,
});
const GOAL = 1.15;
const MS_PER_TICK = 10;

/** Milliseconds of processor time of a process, and of those that it has started. */
function used(parents: readonly number[]): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isTheirs = parents.includes(Number(pid)) || parents.includes(Number(fields[1]));
      // Of children that have ended, too: a session of PostgreSQL that was closed meanwhile.
      const [from, to] = parents.includes(Number(pid)) ? [11, 15] : [11, 13];
      if (isTheirs) ticks += fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      // It has ended between the two.
    }
  }
  return ticks * MS_PER_TICK;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { rate, seconds, rounds, warm } = asks;
  const world = await makeWorld(test);
  const { token } = world.asker;
  const path = '/api/v1/purchase_requests';
  const calls: LoadCall[] = [
    { token, path: `${path}?limit=20` },
    { token, path: '/api/v1/material_parts?limit=20' },
    { token, path: `${path}?status=draft&sort=-createdAt&limit=20` },
    { token, path, body: requestBody(world) },
  ];
  const { rows } = await test.app.pg.query<{ text: string }>(
    `select pg_read_file('postmaster.pid', 0, 20) as text`,
  );
  const postmaster = Number(rows[0]?.text.split('\n')[0]);
  const folder = mkdtempSync(join(tmpdir(), 'boxyard-bench-servers-'));
  const { launch, killAll } = serverProcesses({
    DATA_DIR: folder,
    DATABASE_URL: test.databaseUrl,
    AUTH_SECRET: String(test.app.config.authSecret),
  });
  const start = async (): Promise<Served> => ready(launch(await freePort()));
  const run = async (servers: readonly Served[], lasting: number): Promise<number> => {
    const before = used([postmaster, ...servers.map(({ child }) => child.pid ?? 0)]);
    const reports = await Promise.all(
      servers.map(({ url }) =>
        load({
          port: Number(new URL(url).port),
          calls,
          rate: rate / servers.length,
          seconds: lasting,
        }),
      ),
    );
    const after = used([postmaster, ...servers.map(({ child }) => child.pid ?? 0)]);
    const failed = reports.reduce((sum, one) => sum + one.failed, 0);
    const failure = reports.find((one) => one.failed > 0)?.failure;
    if (failed > 0) throw new Error(`${failed} failed: ${failure}`);
    return (after - before) / reports.reduce((sum, one) => sum + one.requests, 0);
  };
  const [alone, together]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const first = await start();
      await run([first], warm);
      alone.push(await run([first], seconds));
      const second = await start();
      await run([second], warm);
      together.push(await run([first, second], seconds));
      for (const { child, ended } of [first, second]) {
        child.kill('SIGTERM');
        await ended;
      }
    }
  } finally {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  }
  const [one, two] = [median(alone), median(together)];
  report.say(
    `${one.toFixed(2)} ms of processor time a request with one, ${two.toFixed(2)} ms with two: ${(two / one).toFixed(2)} × (goal ${GOAL}; ${rate} requests/s)`,
  );
  report.goal(two / one <= GOAL, 'processor time of a second server');
}

if (import.meta.main) await runBench(new Report('servers'), measure);
