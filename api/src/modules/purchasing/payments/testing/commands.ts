import {
  type Command,
  type CommandContext,
  commandOn,
  type Family,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom } from '../../../../workflow/testing/world.ts';

const REASON = 'โอนผิดบัญชี';

/** Pays what is owed, more or less of it, or takes a payment back. */
export const paymentFamily: Family = {
  commands: ['supplierPayment.create', 'supplierPayment.reverse'],
  weight: 5,
  next: (play) => (play.isTurnOf('supplierPayment.create', 0.6) ? create(play) : reverse(play)),
};

async function create(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const owed = await play.rows<{ id: string; outstanding: string }>(
    `select id, outstanding::text from credit_purchases
     where supplier_id = $1 and status in ('unpaid', 'partial') order by id desc limit 8`,
    [world.supplier],
  );
  if (owed.length === 0) return null;
  return {
    name: 'supplierPayment.create',
    person: play.by(world.admin),
    path: '/supplier_payments',
    body: {
      supplierId: world.supplier,
      paymentDate: dayFrom(world, 0),
      method: random.pick(['transfer', 'cheque', 'cash']),
      items: random.some(owed, random.between(1, 3)).map(({ id, outstanding }) => ({
        creditPurchaseId: id,
        // A little of it, all of it, and now and then more than all.
        amount: random.chance(0.5)
          ? outstanding
          : (Number(outstanding) * random.between(1, 21) * 0.05).toFixed(2),
      })),
    },
  };
}

async function reverse(play: CommandContext): Promise<Command | null> {
  const row = await someIn<Row>(play, {
    machine: 'supplierPayment',
    source: 'select id, version, status from supplier_payments',
    statuses: ['posted'],
  });
  if (!row) return null;
  return commandOn(play, row, {
    machine: 'supplierPayment',
    path: '/supplier_payments',
    call: ['reverse', { reason: REASON }, play.world.admin],
  });
}

/** What a refused or repeated command must leave as it was. */
export const PAYMENT_STATE = `
  select 'sp' || id || version || status as part from supplier_payments
  union all select 'cp' || id || status || paid_amount from credit_purchases`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const PAYMENT_RULES: Readonly<Record<string, string>> = {
  'what is paid of a receipt is the sum of its payments that stand (1.7)': `
    select c.id from credit_purchases c
    left join supplier_payment_items i on i.credit_purchase_id = c.id
    left join supplier_payments p on p.id = i.payment_id and p.status = 'posted'
    group by c.id having c.paid_amount <> coalesce(sum(i.amount) filter (where p.id is not null), 0)`,
  'what is owed of a receipt says whether and how far it is paid (1.7)': `
    select id from credit_purchases where status <> 'void' and status <> case
      when paid_amount = 0 then 'unpaid' when outstanding = 0 then 'paid' else 'partial' end`,
  'a payment is the sum of what it settles': `
    select p.id from supplier_payments p join supplier_payment_items i on i.payment_id = p.id
    group by p.id having p.amount <> sum(i.amount)`,
};
