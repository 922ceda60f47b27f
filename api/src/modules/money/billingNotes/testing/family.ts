import {
  type Command,
  type CommandContext,
  commandOn,
  type Row,
} from '../../../../workflow/testing/randomCommands.ts';
import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { CUSTOMER_NAME, customerOf, oneOf } from '../../testing/office.ts';
import { BILLING_NOTES, INVOICES, invoiceBody, PAYMENTS } from '../../testing/world.ts';

const bodyOf = async (world: World, invoiceId: string) => ({
  customerId: await customerOf(world),
  collectOn: dayFrom(world, 30),
  lines: [{ invoiceId }],
});

/** Invoices of the customer of these suites that may stand on a new note. */
const BILLABLE = `select iv.id from invoices iv join customers c on c.id = iv.customer_id
  where iv.balance > 0 and c.name = '${CUSTOMER_NAME}'
    and not exists (select 1 from billing_note_lines l where l.invoice_id = iv.id and l.is_open)
  order by iv.id desc limit 20`;

const written = randomFamily({
  family: 'billingNotes',
  path: BILLING_NOTES,
  table: 'billing_notes',
  body: async (play) => bodyOf(play.world, await oneOf(play, BILLABLE)),
  sent: {
    acknowledge: ({ world }) => ({
      acknowledgedOn: dayFrom(world, 0),
      collectOn: dayFrom(world, 30),
    }),
  },
});

async function nextCommand(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('billingNote.collect', 0)) return collectOrPay(play);
  const command = await written.next(play);
  // Where no invoice may stand on a note, one is issued first.
  const isVain = command?.name === 'billingNote.create' && (await play.rows(BILLABLE)).length === 0;
  return isVain ? null : command;
}

const OPEN_LINES = `billing_notes bn join billing_note_lines l on l.billing_note_id = bn.id and l.is_open
  join invoices iv on iv.id = l.invoice_id
  where bn.status in ('issued', 'acknowledged')`;

/** Nobody pays a note by chance: one that is paid is collected, or the next step to that is taken. */
async function collectOrPay(play: CommandContext): Promise<Command | null> {
  const { admin, secondAdmin } = play.world;
  const [note] = await play.rows<Row>(
    `select bn.id, bn.version, bn.status from ${OPEN_LINES}
     group by bn.id having max(iv.balance) = 0 limit 1`,
  );
  if (note) {
    const call = ['collect', {}, secondAdmin] as const;
    return commandOn(play, note, { machine: 'billingNote', path: BILLING_NOTES, call });
  }
  const [pending] = await play.rows<Row>(
    `select py.id, py.version, py.status from payments py
     join payment_allocations a on a.payment_id = py.id
     where py.status = 'pending' and a.invoice_id in (select l.invoice_id from ${OPEN_LINES})
     limit 1`,
  );
  if (pending) {
    const call = ['verify', {}, secondAdmin] as const;
    return commandOn(play, pending, { machine: 'payment', path: PAYMENTS, call });
  }
  const [owed] = await play.rows<{ invoiceId: string; amount: string }>(
    `select iv.id as "invoiceId", iv.balance as amount from ${OPEN_LINES} and iv.balance > 0
     order by bn.id desc limit 1`,
  );
  if (!owed) return null;
  return {
    name: 'payment.create',
    person: admin,
    path: `${PAYMENTS}/manual`,
    body: {
      customerId: await customerOf(play.world),
      method: 'cash',
      paidAt: play.world.test.app.clock.now().toISOString(),
      amount: owed.amount,
      allocations: [owed],
    },
  };
}

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'billingNotes',
  path: BILLING_NOTES,
  table: 'billing_notes',
  calls: {
    'GET /billing_notes': ['payment-data:view'],
    'GET /billing_notes/export': ['payment-data:export'],
    'GET /billing_notes/:id': ['payment-data:view'],
    'POST /billing_notes': ['payment-data:create-invoice'],
    'PATCH /billing_notes/:id': ['payment-data:create-invoice'],
    'DELETE /billing_notes/:id': ['payment-data:create-invoice'],
    'POST /billing_notes/:id/issue': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/acknowledge': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/collect': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/cancel': ['payment-data:issue-invoice'],
    'GET /billing_notes/:id/pdf': ['payment-data:print'],
    'GET /billing_notes/:id/history': ['payment-data:view'],
    'POST /billing_notes/:id/attachments': ['payment-data:create-invoice'],
    'DELETE /billing_notes/:id/attachments/:id': ['payment-data:create-invoice'],
  },
  plant: async (world) => {
    const customerId = await customerOf(world);
    const { id } = expectData(
      await world.admin.post(INVOICES, invoiceBody({ ...world, customerId })),
    );
    expectData(await world.admin.post(`${INVOICES}/${id}/issue`, { version: 1 }));
    return expectData(await world.admin.post(BILLING_NOTES, await bodyOf(world, id))).id;
  },
  fill,
  prepare: async (world) => {
    await customerOf(world);
  },
  random: { ...written, next: nextCommand },
});

/** As many notes as the query plans need, with an invoice each. */
async function fill({ test, companyId, ...world }: World, rows: number): Promise<void> {
  await customerOf({ test, companyId, ...world });
  await test.app.pg.query(
    `insert into billing_notes (company_id, document_no, status, document_date, created_by, customer_id,
      collect_on, acknowledged_on, grand_total, created_at, updated_at)
    select $1, case when s <> 'draft' then 'BN' || lpad(n::text, 8, '0') end, s, date '2025-05-01' + n % 540,
      u[1 + n % cardinality(u)], c[1 + n % cardinality(c)], date '2025-06-01' + n % 540,
      case when s = 'acknowledged' then date '2025-05-01' + n % 540 end, 107,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['collected','collected','collected','issued','acknowledged','draft','cancelled'])[1 + n % 7] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x`,
    [companyId],
  );
  await test.app.pg.query(
    `insert into invoices (company_id, document_no, status, document_date, customer_id, type, source_type, due_date,
      tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total, wht_amount,
      created_at, updated_at)
    select company_id, 'IB' || substr(id::text, 25), 'issued', document_date, customer_id, 'other', 'manual',
      collect_on, 'delivery', 'exclusive', 7, 100, 0, 100, 7, 107, 0, now(), now()
    from (select * from billing_notes order by id limit 500) bn`,
  );
  // Only the first of them are open: an invoice stands on one open note.
  await test.app.pg.query(
    `insert into billing_note_lines (billing_note_id, line_no, invoice_id, amount, is_open)
    select bn.id, 1, i[1 + bn.n % cardinality(i)], 107,
      bn.n < cardinality(i) and bn.status not in ('collected', 'cancelled')
    from (select id, status, row_number() over (order by id)::int - 1 as n from billing_notes) bn,
      (select array_agg(id) as i from invoices where document_no like 'IB%') v`,
  );
}
