import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { addMonths } from '@boxyard/shared/domain/sales/warranties.ts';
import type { Office } from './office.ts';
import { picture } from './picture.ts';

const CREW = {
  clerk: 'accounting-officer',
  manager: 'accounting-manager',
  admin: 'company-admin',
} as const;
const DAY_MS = 86_400_000;
/** So long ago it was charged. */
const AGE_DAYS = 16;

interface Invoice {
  readonly id: string;
  readonly version: number;
  readonly netReceivable: string;
  readonly whtAmount: string;
  readonly customer: { readonly id: string };
}

async function issue(office: Office, body: Parameters<typeof charge>[1]): Promise<Invoice> {
  const drafted = await charge(office, body);
  return office.act(CREW.clerk, 'invoices.issue', {
    params: { id: drafted.id },
    body: { version: drafted.version },
  });
}

const charge = (
  office: Office,
  given: {
    readonly companyId: string;
    readonly customerId: string;
    readonly description: string;
    readonly unitPrice: string;
    readonly isService: boolean;
  },
) =>
  office.act(CREW.clerk, 'invoices.create', {
    body: {
      companyId: given.companyId,
      customerId: given.customerId,
      dueDate: addDays(bangkokDate(office.clock.now()), 30),
      taxPoint: given.isService ? 'payment' : 'delivery',
      vatMode: 'exclusive',
      ...(given.isService ? { whtRate: '3.00' } : {}),
      items: [
        {
          description: given.description,
          quantity: 1,
          unitPrice: given.unitPrice,
          isService: given.isService,
        },
      ],
    },
  });

async function pay(
  office: Office,
  invoice: Invoice,
  { amount, certificateNo }: { readonly amount: string; readonly certificateNo?: string },
): Promise<void> {
  const payment = await office.act(CREW.clerk, 'payments.create', {
    body: {
      customerId: invoice.customer.id,
      paidAt: office.clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId: invoice.id, amount }],
      ...(certificateNo
        ? {
            method: 'whtCert',
            whtCertNo: certificateNo,
            whtCertDate: bangkokDate(office.clock.now()),
          }
        : { method: 'cash' }),
    },
    ...(certificateNo ? { files: [picture('wht-certificate.png', false)] } : {}),
  });
  await office.act(CREW.manager, 'payments.verify', {
    params: { id: payment.id },
    body: { version: payment.version },
  });
}

/** So long ago the late one was charged; it was due a week later. */
const LATE_DAYS = 70;

/**
 * A rate for what is paid late, and an invoice that nobody has paid for two months: `charge` is the
 * night in which its fee of the last month is charged.
 */
export async function makeLateFee(office: Office, charge: () => Promise<void>): Promise<void> {
  const now = office.clock.now();
  const [company] = await office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
  const customers = await office.rows<{ readonly id: string }>(CREW.clerk, 'customers.master', {
    limit: '20',
  });
  const customer = customers[4];
  if (!company || !customer) return;
  office.clock.set(new Date(now.getTime() - LATE_DAYS * DAY_MS));
  const day = bangkokDate(office.clock.now());
  await office.act(CREW.admin, 'settings.set', {
    params: { id: company.id, key: 'contract.lateFeePercent' },
    body: { value: '1.50', effectiveFrom: day, reason: 'ตามเงื่อนไขการชำระเงินในสัญญา' },
  });
  const drafted = await office.act(CREW.clerk, 'invoices.create', {
    body: {
      companyId: company.id,
      customerId: customer.id,
      dueDate: addDays(day, 7),
      taxPoint: 'payment',
      vatMode: 'exclusive',
      items: [
        {
          description: 'ค่าซ่อมระบบทำความเย็น',
          quantity: 1,
          unitPrice: '12500.0000',
          isService: true,
        },
      ],
    },
  });
  await office.act(CREW.clerk, 'invoices.issue', {
    params: { id: drafted.id },
    body: { version: drafted.version },
  });
  // The first night of this month.
  office.clock.set(new Date(`${bangkokDate(now).slice(0, 7)}-01T00:05:00+07:00`));
  await charge();
  office.clock.set(now);
}

/**
 * Two services of which tax was withheld, one with its certificate; goods that were charged too low,
 * with one debit note issued and one that waits; and months whose VAT was declared.
 */
export async function makeTaxes(office: Office): Promise<void> {
  const now = office.clock.now();
  const customers = await office.rows<{ readonly id: string }>(CREW.clerk, 'customers.master', {
    limit: '20',
  });
  const [company] = await office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
  const [first, second, third] = customers;
  if (!company || !first || !second || !third) return;
  const companyId = company.id;
  office.clock.set(new Date(now.getTime() - AGE_DAYS * DAY_MS));
  const repaired = await issue(office, {
    companyId,
    customerId: second.id,
    description: 'ค่าบำรุงรักษาตู้รายไตรมาส',
    unitPrice: '5000.0000',
    isService: true,
  });
  const moved = await issue(office, {
    companyId,
    customerId: third.id,
    description: 'ค่าบริการย้ายจุดติดตั้งตู้',
    unitPrice: '3200.0000',
    isService: true,
  });
  const goods = await issue(office, {
    companyId,
    customerId: first.id,
    description: 'ชั้นวางสินค้าในตู้ 12 ชุด',
    unitPrice: '9600.0000',
    isService: false,
  });
  office.clock.set(new Date(now.getTime() - 5 * DAY_MS));
  await pay(office, repaired, { amount: repaired.netReceivable });
  await pay(office, repaired, { amount: repaired.whtAmount, certificateNo: '50-1/0042' });
  await pay(office, moved, { amount: moved.netReceivable });
  const ask = (cause: 'moreDelivered' | 'undercharged', amount: string, reason: string) =>
    office.act(CREW.clerk, 'debitNotes.create', {
      body: { invoiceId: goods.id, cause, amount, reason },
    });
  const note = await ask('moreDelivered', '1712.00', 'ส่งชั้นวางเพิ่มอีก 2 ชุดตามใบส่งของ');
  await office.act(CREW.manager, 'debitNotes.approve', {
    params: { id: note.id },
    body: { version: note.version },
  });
  office.clock.set(now);
  await ask('undercharged', '321.00', 'คิดค่าติดตั้งต่ำกว่าใบเสนอราคา');
  // The month before the last is declared; the last one waits for somebody to close it.
  const today = bangkokDate(now);
  for (const months of [3, 2]) {
    await office.act(CREW.manager, 'taxPeriods.close', {
      body: { companyId, period: addMonths(`${today.slice(0, 7)}-01`, -months).slice(0, 7) },
    });
  }
}
