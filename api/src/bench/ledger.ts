import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { createPool, type Pool, pgOf } from '../db/pool.ts';
import { transact } from '../kernel/index.ts';
import { type MoveInput, postMoves, verifyStock } from '../ledger/index.ts';
import { inTransaction } from '../ledger/testing/run.ts';
import { makeWorld, type TestCompany } from '../ledger/testing/world.ts';
import { asked, Report } from './report.ts';

/**
 * Documents of 5 lines posted per second, in process, over five document types with 32 writers
 * (quality "Fast": at least 500). Each document is its own transaction, takes a gap-free number
 * last and waits for its commit on disk. The invariants are checked afterwards.
 *
 *   npm run bench -- ledger            the project's own PostgreSQL in a temporary folder
 *   DATABASE_URL=… npm run bench -- ledger   an empty database of yours
 */
const WRITERS = 32;
const LINES = 5;
const sizes = () => ({ seconds: asked('SECONDS', 10) });
const PARTS = 500;
/** A quarter of the documents have their lines of these parts alone (a fifth). */
const HOT = 10;
const HOT_SHARE = 0.25;
const GOAL = 500;

interface Kind {
  readonly docType: string;
  readonly action: string;
  readonly move: (company: TestCompany, bin: string) => Pick<MoveInput, 'from' | 'to' | 'unitCost'>;
}

const KINDS: readonly Kind[] = [
  {
    docType: 'receipt',
    action: 'post',
    move: ({ places }) => ({ from: places.SUPPLIER, to: places.RECEIVING, unitCost: '12.3456' }),
  },
  {
    docType: 'goodsImport',
    action: 'put-away',
    move: ({ places }, bin) => ({ from: places.RECEIVING, to: bin }),
  },
  {
    docType: 'dispatch',
    action: 'dispatch',
    move: ({ places }, bin) => ({ from: bin, to: places.CONSUMED }),
  },
  {
    docType: 'transfer',
    action: 'ship',
    move: ({ places }, bin) => ({ from: bin, to: places.TRANSIT }),
  },
  {
    docType: 'audit',
    action: 'post',
    move: ({ places }, bin) => ({ from: places.ADJUST, to: bin }),
  },
];

const pick = <T>(list: readonly T[]): T => {
  const value = list[Math.floor(Math.random() * list.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

/** Different items on the lines of one document. */
function fiveOf(items: readonly string[]): string[] {
  const from = Math.random() < HOT_SHARE ? items.slice(0, HOT) : items;
  const chosen = new Set<string>();
  while (chosen.size < LINES) chosen.add(pick(from));
  return [...chosen];
}

async function stockUp(
  pool: Pool,
  { company, items }: { company: TestCompany; items: readonly string[] },
) {
  for (const place of [company.places.RECEIVING, ...company.bins]) {
    await inTransaction(pool, (pg) =>
      postMoves(pg, {
        docType: 'opening',
        docId: v7(),
        action: 'open',
        now: new Date(),
        postedBy: null,
        moves: items.map((itemId) => ({
          itemId,
          quantity: 1_000_000,
          from: company.places.OPENING,
          to: place,
          unitCost: '10',
        })),
      }),
    );
  }
}

/** On the database of the pool, which may be empty. */
export async function measure(pool: Pool, report: Report, asks = sizes()): Promise<void> {
  await migrate(pool);
  const world = await makeWorld(pgOf(pool), { now: new Date(), parts: PARTS });
  for (const company of world.companies) await stockUp(pool, { company, items: world.plain });
  await pool.query('analyze');
  const latencies: number[] = [];
  const counts = new Map<string, number>();
  const end = performance.now() + asks.seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() < end) {
        const kind = pick(KINDS);
        const company = pick(world.companies);
        const from = performance.now();
        await transact(pool, async ({ client }) => {
          const pg = pgOf(client);
          await postMoves(pg, {
            docType: kind.docType,
            docId: v7(),
            action: kind.action,
            now: new Date(),
            postedBy: null,
            moves: fiveOf(world.plain).map((itemId) => ({
              itemId,
              quantity: 1 + Math.floor(Math.random() * 9),
              docItemId: v7(),
              ...kind.move(company, pick(company.bins)),
            })),
          });
          await pg.query({
            name: 'bench-number',
            text: `insert into document_sequences (company_id, doc_type, period, last_no) values ($1, $2, '2611', 1)
              on conflict (company_id, doc_type, period)
              do update set last_no = document_sequences.last_no + 1 returning last_no`,
            values: [company.id, kind.docType],
          });
        });
        latencies.push(performance.now() - from);
        counts.set(kind.docType, (counts.get(kind.docType) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  const rate = latencies.length / seconds;
  report.say(
    `${latencies.length} documents of ${LINES} lines in ${seconds.toFixed(1)} s by ${WRITERS} writers = ` +
      `${rate.toFixed(0)} documents/s (goal ${GOAL}), p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
  report.say([...counts].map(([kind, count]) => `${kind} ${count}`).join(', '));
  report.goal(rate >= GOAL, 'documents a second');
  const checked = await verifyStock(pgOf(pool));
  report.say(`invariants over ${checked.moves} moves: ${checked.ok ? 'hold' : 'BROKEN'}`);
  if (!checked.ok) report.fault(JSON.stringify(checked.drift.slice(0, 5), null, 2));
}

/** As many connections as there are writers. */
export async function withPool(url: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = createPool(url, { max: WRITERS, name: 'boxyard-bench', pipeline: true });
  await work(pool).finally(() => pool.end());
}

async function main(): Promise<void> {
  const report = new Report('ledger');
  const work = (pool: Pool) => measure(pool, report);
  const url = process.env.DATABASE_URL;
  if (url !== undefined) await withPool(url, work);
  else {
    const folder = mkdtempSync(join(tmpdir(), 'boxyard-bench-'));
    chmodSync(folder, 0o711);
    const database = await startEmbedded(folder);
    try {
      await withPool(database.url, work);
    } finally {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (!report.isGood) process.exitCode = 1;
}

if (import.meta.main) await main();
