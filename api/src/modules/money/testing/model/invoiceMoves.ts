import { type Decimal, decimal } from '@boxyard/shared/domain';
import { expectData } from '../../../../workflow/testing/world.ts';
import { INVOICES } from '../world.ts';
import { amountsOf, type Books, of, paid, statusOf } from './books.ts';
import { discount, issue, voidInvoice } from './deeds.ts';
import { act, dayAfter, invoicesOf, price, REASON, someOf } from './drawing.ts';
import { isPositive, NOTHING, share, sum } from './money.ts';
import { ADMINS, APPROVERS, type Draw, type Expected, type Kind, MAKERS } from './move.ts';
import { isTaxed } from './register.ts';
import type { Invoice } from './types.ts';

/** How an invoice is written. */
interface Written {
  readonly taxPoint: Invoice['taxPoint'];
  readonly vatMode: Invoice['vatMode'];
  readonly whtRate: Decimal;
  readonly items: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unitPrice: Decimal;
    readonly isService: boolean;
  }[];
}

const TAX_POINTS = ['payment', 'payment', 'payment', 'delivery', 'delivery', 'dueDate'] as const;

function written(draw: Draw): Written {
  const { random } = draw;
  const isUntaxed = random.chance(0.1);
  return {
    taxPoint: isUntaxed ? 'none' : random.pick(TAX_POINTS),
    vatMode: isUntaxed ? 'none' : random.pick(['exclusive', 'exclusive', 'inclusive'] as const),
    whtRate: random.pick(['0.00', '0.00', '3.00', '3.00', '5.00', '1.00']),
    items: Array.from({ length: random.between(1, 2) }, (_, index) => ({
      description: `Work ${index + 1}`,
      quantity: random.between(1, 3),
      unitPrice: price(draw, 10, 2000),
      isService: true,
    })),
  };
}

const netOf = ({ items }: Written): Decimal =>
  sum(items.map(({ quantity, unitPrice }) => decimal.round(decimal.multiply(unitPrice, quantity))));

const issued: Kind = {
  kind: 'issue',
  weight: 10,
  draw: (draw) => ({
    by: draw.random.pick(MAKERS),
    customer: draw.customer,
    makes: draw.label('iv'),
    days: draw.random.pick([1, 7, 15, 30]),
    more: { ...written(draw) },
  }),
  expects: () => 'done',
  send: async ({ people, companyId, bankAccountId, books }, { by, customer, days = 0, more }) => {
    const body = {
      companyId,
      bankAccountId,
      customerId: of(books.customers, customer).id,
      dueDate: dayAfter(books.today, days),
      ...more,
    };
    const draft = await people[by].post(INVOICES, body);
    if (draft.status >= 300) return draft;
    const { id, version } = draft.body.data;
    return people[by].post(`${INVOICES}/${id}/issue`, { version });
  },
  apply: (books, { makes = '', customer = '', days = 0, more }, { id, documentNo }) => {
    const terms = more as unknown as Written;
    const net = netOf(terms);
    const dueDate = dayAfter(books.today, days);
    issue(books, {
      label: makes,
      id: String(id),
      no: String(documentNo),
      customer,
      ...terms,
      ...amountsOf(net, terms),
      net,
      day: books.today,
      agreedDueDate: dueDate,
      dueDate,
      debited: NOTHING,
      credited: '0.00',
      isVoid: false,
      isDueTaxed: false,
      buyer: of(books.customers, customer).name,
    });
  },
};

/** Whether an invoice may still be changed or made void. */
function mayChange(books: Books, invoice: Invoice): Expected {
  if (!['issued', 'overdue'].includes(statusOf(books, invoice))) return 'INVALID_STATE';
  if (invoice.isAskedBack) return 'REFUND_ASKED_BACK';
  const hasNotes = isPositive(invoice.credited) || isPositive(invoice.debited.total);
  if (isPositive(paid(books, invoice)) || hasNotes) return 'INVOICE_PAID';
  if (isTaxed(books, invoice)) return 'TAX_INVOICE_ISSUED';
  return invoice.isAskedOnce ? 'CREDIT_NOTE_INSTEAD' : 'done';
}

const invoiceOf = (draw: Draw, isLikely: (one: Invoice) => boolean) =>
  someOf(draw, invoicesOf(draw), isLikely);

const discounted: Kind = {
  kind: 'discount',
  weight: 2,
  draw: (draw) => {
    const invoice = invoiceOf(draw, (one) => mayChange(draw.books, one) === 'done');
    if (!invoice) return null;
    const amount = share(invoice.net, String(draw.random.between(0, 40)), '100');
    return { by: draw.random.pick(ADMINS), invoice: invoice.label, amount };
  },
  expects: (books, { invoice }) => mayChange(books, of(books.invoices, invoice)),
  send: async ({ people, books }, { by, invoice, amount }) => {
    const { id } = of(books.invoices, invoice);
    const { version } = expectData(await people[by].get(`${INVOICES}/${id}`));
    return people[by].put(`${INVOICES}/${id}`, {
      version,
      discount: { type: 'amount', value: amount, reason: REASON },
    });
  },
  apply: (books, { invoice, amount = '0.00' }) =>
    discount(books, of(books.invoices, invoice), amount),
};

const deferred: Kind = {
  kind: 'defer',
  weight: 2,
  draw: (draw) => {
    const invoice = invoiceOf(draw, (one) => draw.books.today >= one.dueDate);
    return (
      (invoice && {
        by: draw.random.pick(APPROVERS),
        invoice: invoice.label,
        days: draw.random.between(31, 60),
      }) ??
      null
    );
  },
  expects: (books, { invoice }) =>
    ['issued', 'partiallyPaid', 'overdue'].includes(statusOf(books, of(books.invoices, invoice)))
      ? 'done'
      : 'INVALID_STATE',
  send: ({ people, books }, { by, invoice, days = 0 }) =>
    act(people[by], INVOICES, {
      id: of(books.invoices, invoice).id,
      action: 'defer',
      dueDate: dayAfter(books.today, days),
      reason: REASON,
    }),
  apply: (books, { invoice, days = 0 }) => {
    of(books.invoices, invoice).dueDate = dayAfter(books.today, days);
  },
};

const voided: Kind = {
  kind: 'void',
  weight: 2,
  draw: (draw) => {
    const invoice = invoiceOf(draw, (one) => mayChange(draw.books, one) === 'done');
    return invoice ? { by: draw.random.pick(APPROVERS), invoice: invoice.label } : null;
  },
  expects: (books, { invoice }) => mayChange(books, of(books.invoices, invoice)),
  send: ({ people, books }, { by, invoice }) =>
    act(people[by], INVOICES, {
      id: of(books.invoices, invoice).id,
      action: 'void',
      reason: REASON,
    }),
  apply: (books, { invoice }) => voidInvoice(books, of(books.invoices, invoice)),
};

export const INVOICE_MOVES: readonly Kind[] = [issued, discounted, deferred, voided];
