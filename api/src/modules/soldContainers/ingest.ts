import type { ReportedTransaction } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import { costOfSale } from '@boxyard/shared/domain/sales/soldContainers.ts';
import {
  type Ctx,
  type FieldFault,
  type Handler,
  refuseFaults,
  unauthenticated,
} from '../../kernel/index.ts';
import { changesOf, pricesOn, type StoredChange } from './changes.ts';
import { knownOf, newReports } from './reportedSales.ts';

/** A machine's clock may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;
/** Earlier than any container; a machine whose clock was reset sends 1970. */
const EARLIEST = Date.parse('2015-01-01T00:00:00Z');

function faultsOf(transactions: readonly ReportedTransaction[], now: Date): FieldFault[] {
  const latest = now.getTime() + AHEAD_MS;
  return transactions.flatMap(({ occurredAt, status, refundOf }, index): FieldFault[] => {
    const at = Date.parse(occurredAt);
    const field = (name: string) => `transactions[${index}].${name}`;
    const faults: FieldFault[] = [];
    if (at > latest) faults.push({ field: field('occurredAt'), code: 'IN_FUTURE' });
    if (at < EARLIEST) faults.push({ field: field('occurredAt'), code: 'TOO_EARLY' });
    if (refundOf != null && status !== 'refunded') {
      faults.push({ field: field('refundOf'), code: 'ONLY_REFUND' });
    }
    return faults;
  });
}

/**
 * One statement for a batch: what is new is stored under the contract that was in force when it
 * happened, and counted into its day. Rows are written in the order of their keys, so that two batches
 * that repeat each other never wait for one another.
 */
const STORE = `with given as (
    select g.*, (select pc.contract_id from product_contracts pc
      where pc.product_id = $1 and pc.in_force_from <= g.occurred_at
        and (pc.in_force_until is null or g.occurred_at < pc.in_force_until) limit 1) as contract_id
    from unnest($4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::numeric[], $12::numeric[], $13::numeric[], $14::text[], $16::text[])
      as g(machine_txn_id, occurred_at, channel, status, refund_of, price_option_key, item_name, quantity,
        amount, cost_amount, raw_ref, mark)
  ), stored as (
    insert into product_transactions (company_id, product_id, contract_id, machine_txn_id, occurred_at,
      received_at, channel, status, refund_of, price_option_key, item_name, quantity, amount, cost_amount,
      raw_ref, key_id, mark)
    select $2, $1, contract_id, machine_txn_id, occurred_at, $3, channel, status, refund_of, price_option_key,
      item_name, quantity, amount, cost_amount, raw_ref, $15, mark
    from given order by machine_txn_id, occurred_at
    on conflict on constraint product_transactions_machine_uq do nothing
    returning contract_id, occurred_at, channel, status, price_option_key, quantity, revenue, cost_amount, mark
  ), days as (
    insert into product_sales_days as d
      (product_id, contract_id, company_id, day, channel, status, price_option_key, count, quantity, amount, cost)
    select $1, contract_id, $2, (occurred_at at time zone 'Asia/Bangkok')::date, channel, status,
      price_option_key, count(*)::int, sum(quantity), sum(revenue), sum(cost_amount)
    from stored group by 2, 4, 5, 6, 7 order by 4, 2, 5, 6, 7
    on conflict on constraint product_sales_days_uq do update set count = d.count + excluded.count,
      quantity = d.quantity + excluded.quantity, amount = d.amount + excluded.amount,
      cost = d.cost + excluded.cost
  ), heard as (
    update product_contracts pc set last_sale_at = s.at
    from (select contract_id, max(occurred_at) as at from stored where status = 'success' group by 1) s
    where pc.product_id = $1 and pc.contract_id = s.contract_id and pc.replaced_by_id is null
      and (pc.last_sale_at is null or pc.last_sale_at < s.at)
  )
  select count(*)::int as stored, count(*) filter (where contract_id is null)::int as waiting,
    count(mark)::int as marked from stored`;

/** Costs and prices of a container under each of its contracts; few rows. */
async function termsOf(ctx: Ctx, productId: string) {
  const rows = await ctx.db
    .selectFrom('productContracts')
    .where('productId', '=', productId)
    .select(['id', 'inForceFrom', 'inForceUntil'])
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, changes: await changesOf(ctx, row.id) })));
}

type Terms = Awaited<ReturnType<typeof termsOf>>;

function changesAt(terms: Terms, at: Date): readonly StoredChange[] {
  const found = terms.find(
    ({ inForceFrom, inForceUntil }) =>
      inForceFrom <= at && (inForceUntil === null || at < inForceUntil),
  );
  return found?.changes ?? [];
}

export const ingest: Handler<'productTransactions.ingest'> = async (ctx, { body }) => {
  const { machine } = ctx.actor;
  if (machine === undefined) throw unauthenticated();
  const { transactions } = body;
  const now = ctx.clock.now();
  refuseFaults(faultsOf(transactions, now));
  const terms = await termsOf(ctx, machine.productId);
  const days = new Map<string, ReturnType<typeof pricesOn>>();
  const known = await knownOf(ctx, machine.productId, transactions);
  const { fresh, differing } = newReports(transactions, known);
  if (fresh.length === 0) {
    const repeated = transactions.length;
    return { data: { stored: 0, repeated, differing, waiting: 0, marked: 0 } };
  }
  const costs = fresh.map(({ report: one, mark, soldAt }) => {
    if (mark === 'refundAboveSale' && one.status === 'refunded') return '0.00';
    // A share is given back as it was given: by what held when that was sold.
    const at = soldAt ?? new Date(one.occurredAt);
    const day = bangkokDate(at);
    const changes = changesAt(terms, at);
    // A day may have two contracts: what holds is looked up by both.
    const cached = `${terms.findIndex((term) => term.changes === changes)}:${day}`;
    const prices = days.get(cached) ?? pricesOn(changes, day);
    days.set(cached, prices);
    return costOfSale(
      { ...one, status: one.status ?? 'success', quantity: one.quantity ?? 1 },
      prices,
    );
  });
  const column = <T>(value: (one: ReportedTransaction) => T) =>
    fresh.map(({ report }) => value(report));
  const { rows } = await ctx.pg.query<{ stored: number; waiting: number; marked: number }>({
    name: 'soldContainers.ingest',
    text: STORE,
    values: [
      machine.productId,
      machine.companyId,
      now,
      column((one) => one.machineTxnId),
      // As one instant: the database refuses offsets that no place has.
      column((one) => new Date(one.occurredAt).toISOString()),
      column((one) => one.channel),
      column((one) => one.status ?? 'success'),
      column((one) => one.refundOf ?? null),
      column((one) => one.priceOptionKey ?? null),
      column((one) => one.itemName || null),
      column((one) => one.quantity ?? 1),
      column((one) => one.amount),
      costs,
      column((one) => one.rawRef ?? null),
      machine.keyId,
      fresh.map(({ mark }) => mark),
    ],
  });
  const { stored = 0, waiting = 0, marked = 0 } = rows[0] ?? {};
  return { data: { stored, repeated: transactions.length - stored, differing, waiting, marked } };
};
