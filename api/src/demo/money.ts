import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';

const CREW = { clerk: 'accounting-officer', manager: 'accounting-manager' } as const;
const DAY_MS = 86_400_000;
/** So long ago the first of them was sent; it was due within a month. */
const AGE_DAYS = 38;

/** What customers were asked for by hand, and how far it has come. */
const INVOICES = [
  { service: 'ค่าขนย้ายและติดตั้งตู้', price: '4500.0000', age: AGE_DAYS, end: 'overdue' },
  { service: 'ค่าตรวจเช็กตู้ประจำไตรมาส', price: '2800.0000', age: AGE_DAYS, end: 'paid' },
  { service: 'ค่าเปลี่ยนสติกเกอร์หน้าตู้', price: '6200.0000', age: 12, end: 'partiallyPaid' },
  { service: 'ค่าฝึกอบรมการใช้งานตู้', price: '3500.0000', age: 6, end: 'unverified' },
  { service: 'ค่าเช่าพื้นที่จัดเก็บตู้', price: '1900.0000', age: 2, end: 'issued' },
] as const;

type End = (typeof INVOICES)[number]['end'];

interface Invoice {
  readonly id: string;
  readonly version: number;
  readonly balance: string;
  readonly customer: { readonly id: string };
}

/** Cash over the counter: so much of an invoice. */
async function pay(
  office: Office,
  invoice: Invoice,
  { amount, isVerified }: { readonly amount: string; readonly isVerified: boolean },
): Promise<void> {
  const payment = await office.act(CREW.clerk, 'payments.create', {
    body: {
      customerId: invoice.customer.id,
      method: 'cash',
      paidAt: office.clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId: invoice.id, amount }],
    },
  });
  if (!isVerified) return;
  await office.act(CREW.manager, 'payments.verify', {
    params: { id: payment.id },
    body: { version: payment.version },
  });
}

const PART = '2000.00';
const paidOf = (end: End, balance: string) =>
  ({
    paid: { amount: balance, isVerified: true },
    partiallyPaid: { amount: PART, isVerified: true },
    unverified: { amount: balance, isVerified: false },
    overdue: null,
    issued: null,
  })[end];

/** Invoices by hand in every state; sent before the sales of today, as their numbers say. */
export async function makeInvoices(office: Office): Promise<void> {
  const now = office.clock.now();
  const customers = await office.rows<{ readonly id: string }>(CREW.clerk, 'customers.master', {
    limit: '20',
  });
  const [company] = await office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
  if (!company) return;
  for (const [index, { service, price, age, end }] of INVOICES.entries()) {
    const customer = customers[(index * 3) % Math.max(customers.length, 1)];
    if (!customer) return;
    office.clock.set(new Date(now.getTime() - age * DAY_MS));
    const day = bangkokDate(office.clock.now());
    const drafted = await office.act(CREW.clerk, 'invoices.create', {
      body: {
        companyId: company.id,
        customerId: customer.id,
        dueDate: addDays(day, 30),
        taxPoint: 'payment',
        vatMode: 'exclusive',
        items: [{ description: service, quantity: 1, unitPrice: price, isService: true }],
      },
    });
    const invoice = await office.act(CREW.clerk, 'invoices.issue', {
      params: { id: drafted.id },
      body: { version: drafted.version },
    });
    const payment = paidOf(end, invoice.balance);
    if (payment) await pay(office, invoice, payment);
  }
  office.clock.set(now);
}

/** The deposit of a contract is paid. */
export async function payDeposit(office: Office): Promise<void> {
  const [deposit] = await office.rows<Invoice>(CREW.clerk, 'invoices.list', {
    sourceType: 'deposit',
    limit: '10',
  });
  if (deposit) await pay(office, deposit, { amount: deposit.balance, isVerified: true });
}
