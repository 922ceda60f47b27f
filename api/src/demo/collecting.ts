import type { Contract, RowOf } from '@boxyard/shared/contract';
import { addDays, decimal } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Random } from './random.ts';

type Invoice = RowOf<Contract['invoices.list']>;

const CREW = { clerk: 'accounting-officer', manager: 'accounting-manager' } as const;
/** Days of the month on which customers' money is looked for. */
const PAY_DAYS: readonly number[] = [6, 21];
/** What falls due soon is paid with it. */
const AHEAD_DAYS = 5;
/** How often a customer has paid by then; who has not is late, and pays another time. */
const PUNCTUAL = 0.88;
/** One customer in so many does not pay at all. */
const BAD_PAYERS = 25;

/** What customers pay by transfer, entered from the bank's list and verified by somebody else. */
export class Collecting {
  readonly #office: Office;
  readonly #random: Random;
  readonly #bad = new Set<string>();
  #account: { readonly id: string } | undefined;
  #seen = 0;

  constructor({ office, random }: { readonly office: Office; readonly random: Random }) {
    this.#office = office;
    this.#random = random;
  }

  async day(today: string): Promise<void> {
    if (!PAY_DAYS.includes(Number(today.slice(8)))) return;
    await this.#refund();
    const owed = await this.#office.rows<Invoice>(CREW.clerk, 'invoices.list', {
      status: 'issued,partiallyPaid,overdue',
      sort: 'dueDate',
      limit: '100',
    });
    // What was charged by hand is collected by hand (books.ts).
    const due = owed.filter(
      ({ dueDate, sourceType }) => sourceType !== 'manual' && dueDate <= addDays(today, AHEAD_DAYS),
    );
    for (const invoices of Object.values(Object.groupBy(due, ({ customer }) => customer.id))) {
      if (invoices && this.#pays(invoices[0]?.customer.id ?? '')) {
        await this.#enter(today, invoices);
      }
    }
  }

  /** Pays back what settled contracts left of their deposits. */
  async #refund(): Promise<void> {
    const asked = await this.#office.rows<RowOf<Contract['payments.list']>>(
      CREW.clerk,
      'payments.list',
      { status: 'refundRequested', limit: '100' },
    );
    for (const { id, version } of asked) {
      await this.#office.act(CREW.manager, 'payments.approveRefund', {
        params: { id },
        body: { version },
      });
    }
  }

  #pays(customerId: string): boolean {
    this.#seen += 1;
    if (this.#seen % BAD_PAYERS === 0) this.#bad.add(customerId);
    return !this.#bad.has(customerId) && this.#random.chance(PUNCTUAL);
  }

  async #enter(today: string, invoices: readonly Invoice[]): Promise<void> {
    const [first] = invoices;
    if (first === undefined) return;
    this.#account ??= await this.#payInto();
    const amount = invoices.map(({ balance }) => balance).reduce((a, b) => decimal.add(a, b));
    const payment = await this.#office.act(CREW.clerk, 'payments.create', {
      body: {
        customerId: first.customer.id,
        method: 'billPayment',
        paidAt: this.#office.clock.now().toISOString(),
        amount,
        bankAccountId: this.#account.id,
        bankReference: `BP${today}${first.documentNo}`.replaceAll(/\W/g, ''),
        allocations: invoices.map(({ id, balance }) => ({ invoiceId: id, amount: balance })),
      },
    });
    await this.#office.act(CREW.manager, 'payments.verify', {
      params: { id: payment.id },
      body: { version: payment.version },
    });
  }

  /** The account that is printed on invoices. */
  async #payInto(): Promise<{ readonly id: string }> {
    const [account] = await this.#office.rows<{ readonly id: string }>(
      CREW.clerk,
      'bankAccounts.list',
    );
    if (!account) throw new Error('the demonstration has no bank account');
    return account;
  }
}
