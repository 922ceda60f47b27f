import { testFamily as containerFamily } from '../modules/containers/products/testing/family.ts';
import type { TestApp } from '../testing/index.ts';
import { makeWorld } from '../workflow/testing/world.ts';
import { listen, runBench } from './benchServer.ts';
import { fillBalances, fillMasters, fillMoves } from './fill.ts';
import { figuresOf, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * The list of containers, its tab counts, the figures of the fleet and the timeline of one container,
 * beside list and ledger of parts: a fleet of 100,000 containers of 40 parts each is to be as fast
 * (domain-containers 7). Calls over HTTP by somebody whose company cuts what they see.
 *
 *   npm run bench -- containers                 10,000 containers, 100,000 moves, BENCH_SECONDS=2 a figure
 *   BENCH_CONTAINERS=100000 BENCH_PARTS=40 npm run bench -- containers
 */
const sizes = () => ({
  containers: asked('CONTAINERS', 10_000),
  parts: asked('PARTS', 40),
  moves: asked('ROWS', 100_000),
  seconds: asked('SECONDS', 2),
});
type Sizes = ReturnType<typeof sizes>;
const CONNECTIONS = 4;
/** In pieces of so many rows, so that no single statement keeps everything in the log. */
const PIECE = 200_000;

/** What is built in, the log of the statuses, and what was done with each container. */
async function fillLives({ app }: TestApp, { containers, parts }: Sizes): Promise<void> {
  const pieces = Math.ceil((containers * parts) / PIECE);
  for (let piece = 0; piece < pieces; piece += 1) {
    await app.pg.query(
      `insert into product_parts (product_id, part_id, quantity, condition, unit_cost, installed_at, removed_at, disposition)
       select d.id, p[1 + (d.n * 7 + line) % 1000], 1, 'new', 10, d.created_at + line * interval '1 minute',
         case when line % 10 = 0 then d.created_at + interval '90 days' end, case when line % 10 = 0 then 'restock' end
       from (select id, created_at, row_number() over (order by id) as n from products) d,
         generate_series(1, ${parts}) line, (select array_agg(id order by part_no) as p from material_parts where part_no like 'B%') x
       where d.n % ${pieces} = $1`,
      [piece],
    );
  }
  await app.pg.query(
    `insert into product_status_log (product_id, axis, from_status, to_status, at)
     select id, (array['lifecycle','sale'])[1 + n % 2], 'inWarehouse', 'inTransit', created_at + n * interval '5 days'
     from products, generate_series(1, 12) n`,
  );
  await app.pg.query(
    `insert into history (subject_type, subject_id, action, from_status, to_status, at)
     select 'products', id, 'update', 'inWarehouse', 'inWarehouse', created_at + n * interval '7 days'
     from products, generate_series(1, 4) n`,
  );
}

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { pg } = test.app;
  const world = await makeWorld(test);
  await fillMasters(test);
  await pg.query(
    `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
     select $1, 'W' || n, 'Warehouse ' || n, 'main', 'both', now(), now() from generate_series(1, 2) n`,
    [test.companyId],
  );
  await containerFamily.fill(world, asks.containers);
  await fillLives(test, asks);
  await fillMoves(test, { first: 1, last: asks.moves });
  await fillBalances(test);
  await pg.query('vacuum (analyze)');
  const { token } = await test.as('warehouse-manager');
  const port = await listen(test);
  const some = async (text: string) =>
    (await pg.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const parts = await some(`select id from material_parts where part_no like 'B%' limit 50`);
  const containers = await some('select id from products order by md5(id::text) limit 50');
  const one = (query: string) => [query];
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'list of parts': one('/material_parts?limit=20&sort=-createdAt'),
    'list of containers': one('/products?limit=20&sort=-createdAt'),
    'list of containers of one state': one('/products?limit=20&sort=serialNumber&status=installed'),
    'counts of parts': one('/material_parts/count'),
    'counts of containers': one('/products/counting'),
    'ledger of a part': parts.map((id) => `/material_parts/${id}/tracking?limit=20`),
    'timeline of a container': containers.map((id) => `/products/${id}/tracking`),
    'a container': containers.map((id) => `/products/${id}`),
    'containers of a part': parts.map((id) => `/material_parts/products?partId=${id}&limit=20`),
  };
  for (const [name, paths] of Object.entries(kinds)) {
    const calls = paths.map((path) => ({ token, path: `/api/v1${path}` }));
    const common = { port, calls, connections: CONNECTIONS, rate: 0 };
    await load({ ...common, seconds: asks.seconds / 4 });
    const found = await load({ ...common, seconds: asks.seconds });
    report.sayLoad(
      `${name}: ${figuresOf(found)} (${asks.containers} containers of ${asks.parts} parts)`,
      found,
    );
  }
}

if (import.meta.main) await runBench(new Report('containers'), measure);
