import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Family,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { expectData, type World } from '../../../../workflow/testing/world.ts';
import { customerOf, oneOf } from '../../testing/office.ts';
import { PAYMENTS } from '../../testing/world.ts';

const REASON = 'บันทึกผิด';

const bodyOf = async (world: World, more: object = {}) => ({
  customerId: await customerOf(world),
  method: 'cash',
  paidAt: world.test.app.clock.now().toISOString(),
  amount: '1070.00',
  ...more,
});

/** What invoices are for, of those that customers pay. */
const SOURCES = ['manual', 'contractInstallment', 'deposit', 'warranty', 'partsSale'];

/** So often a payment is of all that is owed: contracts are completed and warranties begin with it. */
const WHOLE = 0.6;

interface Owed {
  readonly id: string;
  readonly customerId: string;
  readonly balance: string;
}

/** What customers owe for something of that, whoever they are; for anything where that is nothing. */
const owedFor = async ({ rows }: CommandContext, source: string) =>
  rows<Owed>(
    `select id, "customerId", balance::text from (
       select id, customer_id as "customerId", balance,
         rank() over (order by source_type = $1 desc) as likely from invoices where balance > 0) i
     where likely = 1 order by id desc limit 10`,
    [source],
  );

/** Cash comes in for what is owed, for too much of it, or for nothing yet; others decide on it. */
const random: Family = {
  commands: [
    'payment.create',
    'payment.verify',
    'payment.reject',
    'payment.allocate',
    'payment.request-refund',
    'payment.approve-refund',
    'payment.decline-refund',
    'payment.reverse',
  ],
  weight: 8,
  next: (play) => (play.isTurnOf('payment.create', 0.4) ? create(play) : decide(play)),
  towards: {
    'contract.complete': (play) => payWhole(play, `ct.type = 'sale' and ct.status = 'onGoing'`),
    'warrantyRequest.fulfil': (play) => payWhole(play, `i.source_type = 'warranty'`),
  },
};

/** The payment of all that is owed by an invoice, and then its verification. */
async function payWhole(play: CommandContext, where: string): Promise<Command | null> {
  const { secondAdmin } = play.world;
  const [owed] = await play.rows<Owed & { payment: Row | null }>(
    `select i.id, i.customer_id as "customerId", i.balance::text,
       (select json_build_object('id', p.id, 'version', p.version, 'status', p.status)
        from payments p join payment_allocations a on a.payment_id = p.id and a.invoice_id = i.id
        where p.status = 'pending' and p.created_by <> $1 and a.amount = i.balance limit 1) as payment
     from invoices i left join contracts ct on ct.id = i.source_id
     where i.balance > 0 and ${where} order by i.id desc limit 1`,
    [secondAdmin.userId],
  );
  if (!owed) return null;
  const { payment, ...invoice } = owed;
  const call: Call = ['verify', {}, secondAdmin];
  return payment === null
    ? paid(play, invoice.balance, invoice)
    : commandOn(play, payment, { machine: 'payment', path: PAYMENTS, call });
}

async function create(play: CommandContext): Promise<Command> {
  const { random: chance } = play;
  const owed = await owedFor(play, chance.pick(SOURCES));
  const invoice = owed.length === 0 ? undefined : chance.pick(owed);
  const amount = chance.chance(WHOLE)
    ? (invoice?.balance ?? '1070.00')
    : chance.pick(['107.00', '535.00', '1070.00', '1200.00']);
  return paid(play, amount, chance.chance(0.8) ? invoice : undefined);
}

/** Cash from whoever owes the invoice; for nothing yet where none is named. */
const paid = async (play: CommandContext, amount: string, invoice?: Owed): Promise<Command> => ({
  name: 'payment.create',
  person: play.by(play.world.admin),
  path: `${PAYMENTS}/manual`,
  body: await bodyOf(play.world, {
    amount,
    ...(invoice && {
      customerId: invoice.customerId,
      allocations: [{ invoiceId: invoice.id, amount }],
    }),
  }),
});

async function decide(play: CommandContext): Promise<Command | null> {
  const { random, world } = play;
  const { secondAdmin, admin } = world;
  const row = await someIn<Row & { readonly customerId: string }>(play, {
    machine: 'payment',
    // Mostly those of which something is left: of the others nothing can be given back.
    source: `select id, version, status, customer_id as "customerId" from payments
      where ${random.chance(0.3)} or status <> 'verified' or credit_amount >= 107`,
    statuses: ['pending', 'verified', 'refundRequested'],
  });
  if (!row) return null;
  const invoiceId = await oneOf(
    play,
    `select id from invoices where balance > 0 and customer_id = '${row.customerId}' order by id desc limit 20`,
  );
  const byStatus: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
    pending: [
      ['verify', {}],
      ['verify', {}],
      ['verify', {}],
      ['reject', { reason: REASON }],
    ],
    verified: [
      ['allocate', { allocations: [{ invoiceId, amount: '107.00' }] }],
      ['request-refund', { reason: REASON, refundAmount: '107.00' }],
      ['reverse', { reason: REASON }],
    ],
    refundRequested: [
      ['approve-refund', {}],
      ['decline-refund', { reason: REASON }],
    ],
  };
  const possible = byStatus[row.status] ?? byStatus.pending ?? [];
  const call = play.pick(
    { machine: 'payment', state: row.status },
    possible.map(
      ([action, body]) =>
        [action, body, action === 'request-refund' ? admin : secondAdmin] as const,
    ),
  );
  return commandOn(play, row, { machine: 'payment', path: PAYMENTS, call });
}

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'payments',
  path: PAYMENTS,
  table: 'payments',
  calls: {
    'GET /payments/export': ['payment-data:export'],
    'GET /payments/:id': ['payment-data:view'],
    'POST /payments/:id/allocate': ['payment-data:allocate'],
    'POST /payments/:id/request-refund': ['payment-data:allocate'],
    'POST /payments/:id/approve-refund': ['payment-data:refund'],
    'POST /payments/:id/decline-refund': ['payment-data:refund'],
    'GET /payments/:id/receipt': ['payment-data:print'],
    'GET /payments/:id/history': ['payment-data:view'],
    'POST /payments/:id/attachments': ['payment-data:create'],
    'DELETE /payments/:id/attachments/:id': ['payment-data:create'],
  },
  plant: async (world) =>
    expectData(await world.admin.post(`${PAYMENTS}/manual`, await bodyOf(world))).id,
  fill,
  prepare: async (world) => {
    await customerOf(world);
  },
  random,
});

/** As many payments as the query plans need, most of them verified. */
async function fill({ test, companyId }: World, rows: number): Promise<void> {
  await test.app.pg.query(
    `insert into payments (company_id, document_no, status, document_date, created_by, customer_id, method, paid_at,
      amount, bank_account_id, bank_reference, receipt_no, receipt_lines, payer_bank, cheque_no, cheque_date, wht_cert_no, wht_cert_date,
      created_at, updated_at)
    select $1, 'PY' || lpad(n::text, 8, '0'), s, date '2025-05-01' + n % 540, u[1 + n % cardinality(u)],
      c[1 + n % cardinality(c)],
      (array['transfer','transfer','transfer','promptpay','cash','cheque','card','billPayment','whtCert'])[1 + n % 9],
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', 107, case when n % 9 <> 4 then b[1 + n % cardinality(b)] end,
      'REF' || n, case when s = 'verified' then 'RE' || lpad(n::text, 8, '0') end, '[]',
      case when n % 9 = 5 then 'KBANK' end, case when n % 9 = 5 then n::text end,
      case when n % 9 = 5 then date '2025-05-11' + n % 540 end,
      case when n % 9 = 8 then 'WHT' || n end, case when n % 9 = 8 then date '2025-05-11' + n % 540 end,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['verified','verified','verified','verified','pending','rejected','reversed'])[1 + n % 7] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) x,
      (select array_agg(id) as b from bank_accounts where company_id = $1) y,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) z) w`,
    [companyId],
  );
}
