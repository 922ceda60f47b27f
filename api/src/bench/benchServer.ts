import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { SERVER_URL } from '../testing/database.ts';
import { createTestApp, type TestApp } from '../testing/index.ts';
import type { Report } from './report.ts';

/**
 * Runs a measurement on a server of its own, with PostgreSQL in a temporary folder that is removed
 * afterwards. Its figures are the server's: answers are not held against the contract.
 */
export async function onBenchServer(measure: (test: TestApp) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'boxyard-bench-'));
  chmodSync(folder, 0o711);
  const database = await startEmbedded(folder);
  process.env[SERVER_URL] = database.url;
  try {
    const test = await createTestApp({ isMeasured: true });
    await measure(test).finally(() => test.close());
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A bench as a command: what went wrong or missed its goal makes it fail. */
export async function runBench(
  report: Report,
  measure: (test: TestApp, report: Report) => Promise<void>,
): Promise<void> {
  await onBenchServer((test) => measure(test, report));
  if (!report.isGood) process.exitCode = 1;
}

/** Lets the server be called over HTTP and answers its port. */
export async function listen({ server }: TestApp): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
