import { can, decimal, isDraft } from '@boxyard/shared/domain';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { formatMoney } from '../../../documents/format.ts';
import { asSystem, type Ctx, type Input, money, refuseFaults } from '../../../kernel/index.ts';
import { hiddenDocuments, loadVisible } from '../../../workflow/index.ts';
import {
  draftInvoice,
  expectDiscountWithin,
  holdingAccount,
  paymentFor,
} from '../../money/index.ts';
import type { EstimateRow } from '../estimates/type.ts';
import { type ChargedLine, chargePeriods, proposalOf } from './billing.ts';
import { invoicesOfJob } from './invoices.ts';
import { type JobRow, jobs } from './type.ts';

/** Per cent that a company withholds of a service it pays for (domain-containers 0). */
const WITHHELD_OF_SERVICES = '3.00';

/** This person charges the customer of a job, and so tells them what it would cost. */
export const chargesFor = (ctx: Ctx, row: JobRow): boolean =>
  can(ctx.actor.grants, `${JOB_PAGES[row.kind]}:invoice`);

/**
 * Invoices of a job: all of them for whoever charges its customer, those in their scope for readers of
 * invoices, none for anybody else.
 */
export async function billingFor(ctx: Ctx, row: JobRow) {
  const all = await invoicesOfJob(ctx, row.id);
  const isCharging = chargesFor(ctx, row);
  const hidden = isCharging
    ? new Set<string>()
    : await hiddenDocuments(
        ctx,
        all.map(({ id }) => ({ type: 'invoices', id })),
      );
  const shown = all.filter(({ id }) => !hidden.has(id));
  const proposal = isCharging ? await proposalOf(ctx, row) : null;
  return {
    invoices: shown.map(({ sourceKey: _, createdAt: __, ...invoice }) => ({
      ...invoice,
      grandTotal: money(invoice.grandTotal),
      balance: money(invoice.balance),
    })),
    proposal: proposal && {
      items: proposal.items,
      listTotal: proposal.listTotal,
      dueDate: proposal.dueDate,
      vatRate: proposal.vatRate,
      approvedTotal: proposal.approved && money(proposal.approved.subTotal),
    },
    balance: decimal.round(
      decimal.add(
        '0',
        ...shown.filter(({ status }) => !isDraft(status)).map(({ balance }) => balance),
      ),
    ),
  };
}

/** The same as a call of its own. 404 outside this person's scope of jobs. */
export const jobInvoices = async (ctx: Ctx, { params }: Input<'jobs.invoices'>) => ({
  data: await billingFor(ctx, await loadVisible(ctx, jobs.type, { id: params.id })),
});

type Charged = Input<'jobs.invoice'>['body']['items'];

/** Part of a total that another one does not reach, in THB. */
function missingOf(total: string, reached: string): string {
  const missing = decimal.subtract(total, reached);
  return decimal.compare(missing, 0) > 0 ? decimal.round(missing) : '0.00';
}

/** Total of the lines that are charged. */
const chargedTotal = (items: Charged): string =>
  decimal.add(
    '0',
    ...items.map(({ quantity, unitPrice }) =>
      decimal.round(decimal.multiply(String(quantity), unitPrice)),
    ),
  );

/** An invoice above the estimate says so, and why. */
const aboveEstimate = ({ documentNo, subTotal }: EstimateRow, reason: string): string =>
  `เกินใบประเมินราคา ${documentNo} ที่ตกลงไว้ ${formatMoney(subTotal)} บาท (ก่อนภาษี): ${reason}`;

/** Lines that name a part name one of the job. */
const partFaults = (items: Charged, proposed: readonly ChargedLine[]) => {
  const known = new Set(proposed.map(({ partId }) => partId));
  return items.flatMap(({ partId }, index) =>
    partId == null || known.has(partId)
      ? []
      : [{ field: `items[${index}].partId`, code: 'UNKNOWN_ID' }],
  );
};

/**
 * Drafts the invoice of a completed job; accounting reads and issues it (2.10). What is charged below list
 * prices is a discount, with a reason and within this person's limit.
 */
export const invoiceJob = holdingAccount(
  'jobs',
  jobs.action('invoice', async (ctx, row, body) => {
    const proposal = await proposalOf(ctx, row);
    if (proposal === null || row.customerId === null) {
      throw new Error(`job ${row.id} charges nobody`);
    }
    const { items, listTotal, customer, isCharging, dueDate, approved } = proposal;
    const charged = chargedTotal(body.items);
    const discountTotal = missingOf(listTotal, charged);
    const excess = approved === null ? '0.00' : missingOf(charged, approved.subTotal);
    const reason = body.reason || null;
    refuseFaults([
      ...partFaults(body.items, items),
      ...(!decimal.isZero(discountTotal) && reason === null
        ? [{ field: 'reason', code: 'REQUIRED' }]
        : []),
      ...(approved !== null && !decimal.isZero(excess) && reason === null
        ? [{ field: 'reason', code: 'ABOVE_ESTIMATE', params: { max: money(approved.subTotal) } }]
        : []),
    ]);
    const remark = [
      ...(approved === null || decimal.isZero(excess) || reason === null
        ? []
        : [aboveEstimate(approved, reason)]),
      ...(body.remark ? [body.remark] : []),
    ];
    expectDiscountWithin(ctx, { discountTotal, subTotal: listTotal });
    // Each charge of a job has its own: one that goes takes the place of no other.
    const sourceKey = `${row.id}:job:${row.version}`;
    await draftInvoice(asSystem(ctx), {
      companyId: row.companyId,
      origin: {
        type: 'other',
        sourceType: row.kind,
        sourceId: row.id,
        sourceKey,
        sourceLabel: row.documentNo,
      },
      body: {
        customerId: row.customerId,
        dueDate: body.dueDate ?? dueDate,
        // Repairing is a service: its VAT is due with the money.
        taxPoint: isCharging ? 'payment' : 'none',
        vatMode: isCharging ? 'exclusive' : 'none',
        whtRate: customer.type === 'juristic' ? WITHHELD_OF_SERVICES : '0.00',
        remark: remark.length === 0 ? null : remark.join('\n'),
        items: body.items.map(({ partId: _, ...item }) => item),
      },
    });
    return {
      set: await chargePeriods(ctx, row, sourceKey),
      diff: {
        ...(decimal.isZero(discountTotal)
          ? {}
          : { discountTotal: { from: '0.00', to: discountTotal } }),
        ...(decimal.isZero(excess) ? {} : { aboveEstimate: { from: '0.00', to: excess } }),
      },
      notices: [],
      touches: ['invoices'],
    };
  }),
);

/** The invoices that a payment settles, oldest first, as far as it reaches. */
async function allocationsOf(ctx: Ctx, jobId: string, amount: string) {
  let rest = amount;
  const allocations: { invoiceId: string; amount: string }[] = [];
  for (const { id, status, balance } of await invoicesOfJob(ctx, jobId)) {
    if (!(owedStatuses as readonly string[]).includes(status) || decimal.isZero(rest)) continue;
    const part = decimal.round(decimal.minimum(rest, balance));
    allocations.push({ invoiceId: id, amount: part });
    rest = decimal.subtract(rest, part);
  }
  return allocations;
}

/**
 * Enters money that the customer of a job paid, for the job's invoices. It counts once somebody in
 * accounting has verified it (2.8).
 */
export const payForJob = (ctx: Ctx, input: Input<'jobs.manualPayment'>) =>
  holdingAccount(
    'jobs',
    jobs.action('manualPayment', async (inner, row, { version: _, ...body }) => {
      if (row.customerId === null) throw new Error(`job ${row.id} is nobody's`);
      const allocations = await allocationsOf(inner, row.id, body.amount);
      await paymentFor(inner, {
        body: { ...body, customerId: row.customerId, allocations },
        files: input.files,
      });
      return { notices: [], touches: ['payments'] };
    }),
  )(ctx, input);
