import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { until } from '../../testing/streams.ts';
import { makeWorld } from './testing/world.ts';

/** Numbers of invoices, tax invoices and receipts when servers die and transactions give up. */
const SERIES = {
  IV: 'select document_no as no from invoices where document_no is not null',
  TX: `select document_no as no from tax_entries where kind = 'taxInvoice'`,
  RE: 'select receipt_no as no from payments where receipt_no is not null',
};
const ENOUGH = 30;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('have no gap though a server is killed again and again, and lose none that was told', async () => {
  const { companyId, customerId, clerk, accountant } = await makeWorld(test);
  const told = new Set<string>();
  for (let round = 1; round <= 2; round++) {
    const writer = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'testing', 'writer.ts'),
        test.databaseUrl,
        companyId,
        customerId,
        clerk.userId,
        accountant.userId,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    let complaint = '';
    writer.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    writer.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    const isEnough = () => output.split('\n').length > ENOUGH;
    await until(() => isEnough() || writer.exitCode !== null);
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('close', resolve));
    expect(isEnough() ? '' : complaint).toBe('');
    // A line that the kill cut off was never told.
    for (const number of output.slice(0, output.lastIndexOf('\n')).split('\n')) told.add(number);
  }

  const kept = new Set<string>();
  for (const [prefix, from] of Object.entries(SERIES)) {
    const { rows } = await test.app.pg.query<{ no: string }>(from);
    const numbers = rows.map(({ no }) => no).sort();
    for (const number of numbers) kept.add(number);
    expect(numbers.length).toBeGreaterThan(ENOUGH / 2);
    // A run on the last evening of a month goes on in the next one.
    for (const [month, some] of Map.groupBy(numbers, (number) => number.slice(0, 6))) {
      expect([prefix, some]).toEqual([
        prefix,
        some.map((_, index) => `${month}-${String(index + 1).padStart(4, '0')}`),
      ]);
    }
  }
  expect([...told].filter((number) => !kept.has(number))).toEqual([]);
});
