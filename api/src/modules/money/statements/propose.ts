import { bangkokDate, decimal, voidStatuses } from '@boxyard/shared/domain';
import { OPEN_LINE_STATUSES } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { A_GUESS, levelOf, type MatchReason } from '@boxyard/shared/domain/money/statements.ts';
import { anyId, authorId, type Ctx, named, record } from '../../../kernel/index.ts';
import {
  bare,
  type OpenLine,
  type OwedInvoice,
  type OwingCustomer,
  type Proposal,
  proposals,
} from './match.ts';

/** Statuses in which a payment came to nothing: no line is it. */
export const GONE = voidStatuses(paymentMachine);
const OPEN = [...OPEN_LINE_STATUSES];
/** Lines that are looked at together; older ones wait until some of them are decided. */
const MOST_LINES = 5000;
const MOST_INVOICES = 20_000;

type Line = OpenLine & {
  readonly version: number;
  readonly status: string;
  readonly bankAccountId: string;
  readonly isUnlinked: boolean;
  readonly alikeId: string | null;
  readonly customerId: string | null;
  readonly confidence: number | null;
  readonly reasons: readonly MatchReason[];
  readonly allocations: Proposal['allocations'];
};

export interface Matched {
  readonly linked: number;
  readonly suggested: number;
  readonly unmatched: number;
}

/**
 * Says anew what the open lines of a company are: those that somebody has entered as a payment already
 * are linked with it, for the others invoices are proposed. One after the other in a company, so that
 * two of them never link one payment twice.
 */
export async function matchLines(ctx: Ctx, companyId: string): Promise<Matched> {
  await ctx.db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const lines: readonly Line[] = await ctx.db
    .selectFrom('bankLines as l')
    .where('l.companyId', '=', companyId)
    .where('l.status', 'in', OPEN)
    .orderBy('l.bookedOn', 'desc')
    .orderBy('l.id', 'desc')
    .limit(MOST_LINES)
    .forUpdate()
    .select([
      'l.id',
      'l.version',
      'l.status',
      'l.bankAccountId',
      'l.isUnlinked',
      'l.alikeId',
      'l.bookedOn',
      'l.amount',
      'l.reference',
      'l.payerReference',
      'l.payerName',
      'l.description',
      'l.customerId',
      'l.confidence',
      'l.reasons',
      'l.allocations',
    ])
    .execute();
  const { invoices, customers } = await owedTo(ctx, companyId);
  const before = await proposals(lines, { invoices, customers });
  const links = await recordedAlready(ctx, lines, before);
  await link(ctx, companyId, links);
  const open = lines.filter(({ id }) => !links.has(id));
  // A line that is a payment already takes no invoice away from the others.
  const proposed = guessed(
    open,
    links.size === 0 ? before : await proposals(open, { invoices, customers }),
  );
  await keep(ctx, open, proposed);
  return {
    linked: links.size,
    suggested: open.filter(({ id }) => proposed.has(id)).length,
    unmatched: open.filter(({ id }) => !proposed.has(id)).length,
  };
}

/** What customers owe, less what payments that wait for verification are meant for. */
async function owedTo(
  ctx: Ctx,
  companyId: string,
): Promise<{ invoices: OwedInvoice[]; customers: OwingCustomer[] }> {
  const { rows } = await ctx.pg.query<
    OwedInvoice & { withheld: string; code: string; name: string; nameEn: string | null }
  >({
    name: 'money.owedForLines',
    text: `select iv.id, iv.document_no as "documentNo", iv.source_label as "sourceLabel",
        iv.document_date::text as "documentDate", iv.due_date::text as "dueDate", iv.customer_id as "customerId",
        (iv.balance - coalesce(w.amount, 0))::numeric(15, 2)::text as owed,
        greatest(iv.wht_due - iv.wht_paid, 0)::numeric(15, 2)::text as withheld,
        c.code, c.name, c.name_en as "nameEn"
      from invoices iv join customers c on c.id = iv.customer_id
      left join lateral (select sum(a.amount) as amount from payment_allocations a
        join payments p on p.id = a.payment_id
        where a.invoice_id = iv.id and p.status = 'pending') w on true
      where iv.company_id = $1 and iv.status = any($2::text[]) and iv.balance > coalesce(w.amount, 0)
      order by iv.due_date, iv.id limit $3`,
    values: [companyId, [...owedStatuses], MOST_INVOICES],
  });
  const customers = new Map<string, OwingCustomer>();
  const invoices = rows.map(({ withheld, code, name, nameEn, ...invoice }): OwedInvoice => {
    const names = nameEn === null ? [name] : [name, nameEn];
    customers.set(invoice.customerId, { id: invoice.customerId, code, names });
    const net = decimal.round(decimal.subtract(invoice.owed, withheld));
    return { ...invoice, owedNet: decimal.compare(net, 0) > 0 ? net : invoice.owed };
  });
  return { invoices, customers: [...customers.values()] };
}

interface Link {
  readonly paymentId: string;
  readonly documentNo: string;
  readonly customerId: string;
  readonly reasons: readonly MatchReason[];
}

/**
 * Payments of the lines' accounts that no line is linked with: the one of the same reference and
 * amount, else of the same day and amount. A line that names another customer's invoice is not it.
 */
async function recordedAlready(
  ctx: Ctx,
  lines: readonly Line[],
  proposed: ReadonlyMap<string, Proposal>,
): Promise<Map<string, Link>> {
  if (lines.length === 0) return new Map();
  const free = await ctx.db
    .selectFrom('payments as p')
    .where('p.bankAccountId', '=', anyId([...new Set(lines.map((one) => one.bankAccountId))]))
    .where('p.status', 'not in', GONE)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bankLines as other')
            .whereRef('other.paymentId', '=', 'p.id')
            .select('other.id'),
        ),
      ),
    )
    .where('p.documentDate', '>=', daysBefore(lines))
    .orderBy('p.paidAt')
    .orderBy('p.id')
    .select([
      'p.id',
      'p.documentNo',
      'p.bankAccountId',
      'p.bankReference',
      'p.amount',
      'p.paidAt',
      'p.customerId',
    ])
    .execute();
  const keyOf = (...parts: readonly (string | null)[]) => parts.join('|');
  const byReference = new Map<string, (typeof free)[number][]>();
  const byDay = new Map<string, (typeof free)[number][]>();
  const put = (map: typeof byDay, key: string, one: (typeof free)[number]) =>
    map.set(key, [...(map.get(key) ?? []), one]);
  for (const one of free) {
    const amount = decimal.round(one.amount);
    const reference = bare(one.bankReference ?? '');
    if (reference !== '') put(byReference, keyOf(one.bankAccountId, amount, reference), one);
    put(byDay, keyOf(one.bankAccountId, amount, bangkokDate(one.paidAt)), one);
  }
  const taken = new Set<string>();
  const links = new Map<string, Link>();
  const take = (line: Line, one: (typeof free)[number] | undefined, reason: MatchReason) => {
    if (!one) return;
    taken.add(one.id);
    links.set(line.id, {
      paymentId: one.id,
      documentNo: one.documentNo,
      customerId: one.customerId,
      reasons: [reason, 'amountEqual'],
    });
  };
  const inOrder = lines
    // What may be there twice is linked by a person alone.
    .filter(({ isUnlinked, alikeId }) => !isUnlinked && alikeId === null)
    .sort((a, b) => a.bookedOn.localeCompare(b.bookedOn));
  for (const line of inOrder) {
    const reference = bare(line.reference);
    if (reference === '') continue;
    const key = keyOf(line.bankAccountId, decimal.round(line.amount), reference);
    take(
      line,
      byReference.get(key)?.find(({ id }) => !taken.has(id)),
      'bankReference',
    );
  }
  for (const line of inOrder) {
    if (links.has(line.id)) continue;
    const proposal = proposed.get(line.id);
    const isTold = proposal?.reasons.some((reason) => TELLING.has(reason)) === true;
    const key = keyOf(line.bankAccountId, decimal.round(line.amount), line.bookedOn);
    const same = (byDay.get(key) ?? []).filter(({ id }) => !taken.has(id));
    const ofPayer = same.find(({ customerId }) => customerId === proposal?.customerId);
    take(line, ofPayer ?? (isTold ? undefined : same[0]), 'sameDay');
  }
  return links;
}

/** What names the customer outright. */
const TELLING: ReadonlySet<MatchReason> = new Set(['invoiceNo', 'contractNo', 'customerCode']);

/** Money is entered by its slip days before or after the bank books it. */
const EARLIER_DAYS = 31;
function daysBefore(lines: readonly Line[]): string {
  const first = lines.map(({ bookedOn }) => bookedOn).sort()[0] ?? '';
  return bangkokDate(new Date(Date.parse(`${first}T00:00:00+07:00`) - EARLIER_DAYS * 86_400_000));
}

async function link(ctx: Ctx, companyId: string, links: ReadonlyMap<string, Link>): Promise<void> {
  const lines = await ctx.db
    .selectFrom('bankLines')
    .where('id', '=', anyId([...links.keys()]))
    .select(['id', 'version', 'status', 'amount', 'reference'])
    .execute();
  for (const line of lines) {
    const found = links.get(line.id);
    if (!found) continue;
    await ctx.db
      .updateTable('bankLines')
      .set({
        status: 'recorded',
        paymentId: found.paymentId,
        isPaymentMade: false,
        customerId: found.customerId,
        reasons: [...found.reasons],
        confidence: null,
        matchLevel: null,
        allocations: JSON.stringify([]),
        updatedAt: ctx.clock.now(),
        updatedBy: authorId(ctx.actor),
        version: line.version + 1,
      })
      .where('id', '=', line.id)
      .execute();
    await record(ctx, {
      subject: 'bankLines',
      subjectId: line.id,
      companyId,
      action: 'link',
      from: line.status,
      to: 'recorded',
      diff: { payment: named('payments', { ...found, id: found.paymentId }) },
      label: line.reference || decimal.round(line.amount),
      version: line.version + 1,
      touches: ['payments'],
    });
  }
}

/** Of money that may be there twice a proposal is no more than a guess, whatever it names. */
function guessed(
  lines: readonly Line[],
  proposed: ReadonlyMap<string, Proposal>,
): ReadonlyMap<string, Proposal> {
  const marked = new Set(lines.filter(({ alikeId }) => alikeId !== null).map(({ id }) => id));
  return new Map(
    [...proposed].map(([id, one]) => [
      id,
      marked.has(id) ? { ...one, confidence: Math.min(one.confidence, A_GUESS) } : one,
    ]),
  );
}

/** Writes what is proposed now; lines of which it is the same as before stay as they are. */
async function keep(
  ctx: Ctx,
  lines: readonly Line[],
  proposed: ReadonlyMap<string, Proposal>,
): Promise<void> {
  const changed = lines.flatMap((line) => {
    const now = proposed.get(line.id);
    const isSame =
      (now?.confidence ?? null) === line.confidence &&
      (now?.customerId ?? null) === line.customerId &&
      JSON.stringify(now?.reasons ?? []) === JSON.stringify(line.reasons) &&
      JSON.stringify(now?.allocations ?? []) === JSON.stringify(ordered(line.allocations));
    return isSame
      ? []
      : [
          {
            id: line.id,
            status: now ? 'suggested' : 'unmatched',
            customer_id: now?.customerId ?? null,
            confidence: now?.confidence ?? null,
            match_level: now ? levelOf(now.confidence) : null,
            reasons: now?.reasons ?? [],
            allocations: now?.allocations ?? [],
          },
        ];
  });
  if (changed.length === 0) return;
  await ctx.pg.query({
    name: 'money.keepProposals',
    text: `update bank_lines l set status = n.status, customer_id = n.customer_id, confidence = n.confidence,
        match_level = n.match_level, allocations = n.allocations,
        reasons = array(select jsonb_array_elements_text(n.reasons)),
        updated_at = $2::timestamptz, version = l.version + 1
      from jsonb_to_recordset($1::jsonb) as n(id uuid, status text, customer_id uuid, confidence smallint,
        match_level text, reasons jsonb, allocations jsonb)
      where l.id = n.id`,
    values: [JSON.stringify(changed), ctx.clock.now()],
  });
}

/** As it was written: the database orders the keys of an object its own way. */
const ordered = (allocations: Proposal['allocations']): Proposal['allocations'] =>
  allocations.map(({ invoiceId, amount }) => ({ invoiceId, amount }));
