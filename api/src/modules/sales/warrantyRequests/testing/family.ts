import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import type { World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import { newCustomer } from '../../contracts/testing/world.ts';

const PATH = '/back-office/purchase-warranty-req';
const WARRANTIES = '/back-office/purchase-warranty';
const REASON = 'ลูกค้าขอเปลี่ยนแปลง';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'warrantyRequests',
  path: PATH,
  table: 'warranty_requests',
  calls: {
    [`GET ${PATH}/list/export`]: ['warranty:view'],
    [`POST ${PATH}/create`]: ['warranty:request'],
    [`GET ${PATH}/:id`]: ['warranty:view'],
    [`POST ${PATH}/:id/quote`]: ['warranty:quote'],
    [`POST ${PATH}/:id/approve`]: ['warranty:approve'],
    [`POST ${PATH}/:id/reject`]: ['warranty:approve'],
    [`POST ${PATH}/:id/accept`]: ['warranty:renew'],
    // Whoever asked may as well, as long as nobody has approved.
    [`POST ${PATH}/:id/cancel`]: ['warranty:approve', 'warranty:request'],
    [`GET ${PATH}/:id/history`]: ['warranty:view'],
    [`POST ${PATH}/:id/attachments`]: ['warranty:request', 'warranty:quote'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['warranty:request', 'warranty:quote'],
  },
  plant: async ({ test, companyId, admin }, { warehouseId }) => {
    const { productId } = await plantContainer(test, { companyId, warehouseId });
    const customerId = await newCustomer(admin, companyId);
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into warranty_requests (company_id, document_no, status, document_date, product_id, customer_id,
         sale_id, channel, months, coverage, price, created_by, created_at, updated_at)
       values ($1, 'WQ-' || substr($2::text, 25), 'pending', now(), $2::uuid, $3, $4, 'customer', 12, 'full', 1200, $4,
         now(), now()) returning id`,
      [companyId, productId, customerId, admin.userId],
    );
    return String(rows[0]?.id);
  },
  fill,
  random: {
    commands: [
      'warrantyRequest.create',
      'warrantyRequest.quote',
      'warrantyRequest.approve',
      'warrantyRequest.reject',
      'warrantyRequest.accept',
      'warrantyRequest.cancel',
    ],
    weight: 8,
    next,
  },
});

/** Asked for by the customer, or offered for a warranty that runs. */
async function create(play: CommandContext): Promise<Command | null> {
  const { world, random, rows } = play;
  const held = await rows<{ id: string; warrantyId: string | null; version: number | null }>(
    `select distinct on (ct.product_id) ct.product_id as id, w.id as "warrantyId", w.version from contracts ct
     left join warranties w on w.product_id = ct.product_id and w.status = 'active'
     where ct.status in ('onGoing', 'completed') and ct.product_id is not null and ($1 or not exists (
       select from warranty_requests q where q.product_id = ct.product_id
         and q.status in ('pending', 'quoted', 'approved', 'invoiced')))
     order by ct.product_id desc limit 10`,
    [random.chance(0.05)],
  );
  if (held.length === 0) return null;
  const { id: productId, warrantyId, version } = random.pick(held);
  const asked = { name: 'warrantyRequest.create', person: play.by(world.admin) };
  return warrantyId !== null && random.chance(0.4)
    ? { ...asked, path: `${WARRANTIES}/${warrantyId}/offer`, body: { version } }
    : {
        ...asked,
        path: `${PATH}/create`,
        body: { productId, months: 12, coverage: 'full', channel: 'customer' },
      };
}

/** Asks for a warranty, or does something to a request, mostly what its state allows. */
async function next(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('warrantyRequest.create', 0.3)) return create(play);
  const { admin, secondAdmin } = play.world;
  const row = await someIn<Row>(play, {
    machine: 'warrantyRequest',
    // Mostly those of whoever has the container still, and of which no other renewal waits for its
    // money: the others are only given up.
    source: `select q.id, q.version, q.status from warranty_requests q
      where ${play.random.chance(0.1)} or (q.customer_id = (select ct.customer_id from contracts ct
          where ct.product_id = q.product_id and ct.status in ('onGoing', 'completed')
          order by ct.activated_on desc limit 1)
        and (q.status = 'invoiced' or not exists (select from warranties w
          where w.product_id = q.product_id and w.status = 'scheduled' and not w.is_settled)))`,
    statuses: ['pending', 'quoted', 'quoted', 'approved', 'approved', 'invoiced'],
  });
  if (!row) return null;
  // Now and then for nothing: it needs no invoice.
  const price = play.random.chance(0.3) ? '0.00' : '1200.00';
  const quote: Call = ['quote', { months: 12, coverage: 'full', price }, admin];
  const approve: Call = ['approve', {}, secondAdmin];
  const reject: Call = ['reject', { reason: REASON }, secondAdmin];
  const accept: Call = ['accept', {}, secondAdmin];
  const cancel: Call = ['cancel', { reason: REASON }, secondAdmin];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [quote, quote, quote, reject, cancel],
    quoted: [approve, approve, approve, quote, reject, cancel],
    approved: [accept, accept, accept, cancel],
    invoiced: [cancel],
  };
  const call = play.pick(
    { machine: 'warrantyRequest', state: row.status },
    likely[row.status] ?? [cancel],
  );
  return commandOn(play, row, { machine: 'warrantyRequest', path: PATH, call });
}

/** As many requests as the query plans need, most of them done. */
async function fill(world: World, rows: number): Promise<void> {
  const { test, companyId, admin, warehouseId } = world;
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await newCustomer(admin, companyId);
  await test.app.pg.query(
    `insert into warranty_requests (company_id, document_no, status, document_date, created_by, product_id,
       customer_id, sale_id, channel, months, coverage, price, created_at, updated_at)
     select $1, 'WQ' || lpad(n::text, 8, '0'), (array['fulfilled','fulfilled','rejected','cancelled'])[1 + n % 4],
       date '2025-05-01' + n % 540, $2, $3, c[1 + n % cardinality(c)], u[1 + n % cardinality(u)],
       (array['backoffice','customer','auto'])[1 + n % 3], 12, 'full', 1200,
       timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
     from generate_series(1, ${rows}) n,
       (select array_agg(id) as u from (select id from users limit 40) d) e,
       (select array_agg(id) as c from (select id from customers limit 500) g) h`,
    [companyId, admin.userId, productId],
  );
}
