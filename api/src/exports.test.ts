import type { AddressInfo } from 'node:net';
import { createTestApp, type TestApp } from './testing/index.ts';
import { fillInBulk } from './testing/plans.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

/**
 * An export of 100,000 rows is streamed; the process grows by 150 MB at most and the
 * first byte comes within a second. In the long run of the tests; else fewer rows, for the way alone.
 */
const IS_FULL = process.env.TEST_FULL === '1';
const ROWS = IS_FULL ? 100_000 : 3000;
const MOST_MB = 150;
const FIRST_BYTE_MS = 1000;
const MB = 1024 * 1024;

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp({ isMeasured: true });
  world = await makeWorld(test);
  await fillInBulk(test, fill);
  await test.server.listen({ port: 0, host: '127.0.0.1' });
}, 900_000);
afterAll(() => test?.close());

async function fill(): Promise<void> {
  const { companyId, part, pcs, warehouseId } = world;
  const run = (text: string, values: readonly unknown[] = []) => test.app.pg.query(text, values);
  await run(
    `insert into material_parts (part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
    select 'X' || n, 'Part of an export ' || n, (select category_id from material_parts where id = $2), $1, 'X' || n, 'none', now(), now()
    from generate_series(1, ${ROWS}) n`,
    [pcs, part],
  );
  await run(
    `insert into stock_moves (id, company_id, to_company_id, doc_type, doc_id, document_no, action, part_no, item_type, item_id, qty,
      from_location_id, to_location_id, condition_from, condition_to, unit_cost, value, effective_date, posted_at, hash)
    select new_id(), $1, $1, 'receipt', new_id(), 'RC' || n, 'post', 1, 'part', $2, 1, $3, n2.id, 'new', 'new', 1, 1,
      date '2025-05-01' + n % 500, now(), sha256(n::text::bytea)
    from generate_series(1, ${ROWS}) n, (select id from bins where warehouse_id = $4 limit 1) n2`,
    [companyId, part, world.places.SUPPLIER, warehouseId],
  );
  await run(
    `insert into stock_balances (company_id, item_type, item_id, location_id, condition, is_physical, on_hand)
    select $1, 'part', $2, n.id, 'new', true, ${ROWS} from bins n where n.warehouse_id = $3 limit 1
    on conflict do nothing`,
    [companyId, part, warehouseId],
  );
}

/** Reads a file through as it comes, and how far the process, server and reader, grew meanwhile. */
async function drained(path: string) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const from = performance.now();
  const { port } = test.server.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${world.admin.token}` },
  });
  expect(answer.status).toBe(200);
  let [peak, bytes, firstByte] = [before, 0, 0];
  for await (const chunk of answer.body ?? []) {
    if (bytes === 0) firstByte = performance.now() - from;
    bytes += chunk.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  return {
    grown: (peak - before) / MB,
    firstByte,
    bytes,
    seconds: (performance.now() - from) / 1000,
  };
}

it.each([
  ['/stock/ledger', 'csv'],
  ['/stock/ledger', 'xlsx'],
  ['/material_parts', 'xlsx'],
] as const)(
  'an export of %s as %s is streamed',
  async (path, format) => {
    const { grown, firstByte, bytes, seconds } = await drained(`${path}?format=${format}`);
    process.stdout.write(
      `export ${path} ${format}: ${ROWS} rows, ${(bytes / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s, ` +
        `first byte ${firstByte.toFixed(0)} ms, memory +${grown.toFixed(0)} MB (goal ${MOST_MB})\n`,
    );
    expect(bytes).toBeGreaterThan(ROWS * 5);
    expect(grown).toBeLessThanOrEqual(MOST_MB);
    // Other suites share the cores in the short run.
    if (IS_FULL) expect(firstByte).toBeLessThanOrEqual(FIRST_BYTE_MS);
  },
  600_000,
);
