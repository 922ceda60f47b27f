import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import type { Office } from './office.ts';
import { picture } from './picture.ts';

const CREW = {
  clerk: 'accounting-officer',
  manager: 'accounting-manager',
  admin: 'company-admin',
} as const;

interface Invoice {
  readonly id: string;
  readonly version: number;
  readonly balance: string;
  readonly netReceivable: string;
  readonly whtAmount: string;
  readonly customer: { readonly id: string };
}
interface Payment {
  readonly id: string;
  readonly version: number;
  readonly creditAmount: string;
}

interface Charge {
  /** Of the customers that accounting chooses from. */
  readonly customer: number;
  readonly what: string;
  readonly price: string;
  readonly isService?: boolean;
  readonly whtRate?: string;
  /** In how many days it is due. */
  readonly inDays?: number;
}

interface Paying {
  /** Of the invoice. */
  readonly amount: string;
  /** Where more came in than that. */
  readonly paid?: string;
  /** Method and evidence; cash unless said. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly files?: readonly ReturnType<typeof picture>[];
}

/** Reminders that were sent by hand. */
const MOST_REMINDED = 2;

/**
 * What accounting does by hand in the last weeks, each on its day beside everything else that happens
 * then, so that numbers follow their dates.
 */
export class Books {
  readonly #office: Office;
  readonly #today: string;
  readonly #agenda = new Agenda();
  #companyId = '';
  #customers: readonly { readonly id: string }[] = [];

  constructor({ office, until }: { readonly office: Office; readonly until: string }) {
    this.#office = office;
    this.#today = addDays(until, 1);
    this.#plan();
  }

  async day(today: string): Promise<void> {
    await this.#agenda.work(today);
  }

  /** What is planned so many days before today; on a Sunday it waits for Monday. */
  #ago(days: number, act: () => Promise<void>): void {
    const date = addDays(this.#today, -days);
    this.#agenda.later(date, 0, act);
  }

  #plan(): void {
    this.#services();
    this.#lateFee();
    this.#taxes();
    this.#corrections();
    this.#cheques();
    this.#billingNotes();
  }

  async #open(): Promise<void> {
    if (this.#companyId !== '') return;
    const [company] = await this.#office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
    this.#customers = await this.#office.rows<{ readonly id: string }>(
      CREW.clerk,
      'customers.master',
      { limit: '20' },
    );
    this.#companyId = company?.id ?? '';
  }

  async #draft(charge: Charge) {
    await this.#open();
    const customer = this.#customers[charge.customer % Math.max(this.#customers.length, 1)];
    if (!customer) throw new Error('the demonstration has no customers yet');
    const isService = charge.isService ?? true;
    return this.#office.act(CREW.clerk, 'invoices.create', {
      body: {
        companyId: this.#companyId,
        customerId: customer.id,
        dueDate: addDays(bangkokDate(this.#office.clock.now()), charge.inDays ?? 30),
        taxPoint: isService ? 'payment' : 'delivery',
        vatMode: 'exclusive',
        ...(charge.whtRate ? { whtRate: charge.whtRate } : {}),
        items: [{ description: charge.what, quantity: 1, unitPrice: charge.price, isService }],
      },
    });
  }

  async #issue(charge: Charge): Promise<Invoice> {
    const drafted = await this.#draft(charge);
    return this.#office.act(CREW.clerk, 'invoices.issue', {
      params: { id: drafted.id },
      body: { version: drafted.version },
    });
  }

  #enter(invoice: Invoice, { amount, paid, files, with: by }: Paying): Promise<Payment> {
    return this.#office.act(CREW.clerk, 'payments.create', {
      body: {
        customerId: invoice.customer.id,
        method: 'cash',
        paidAt: this.#office.clock.now().toISOString(),
        amount: paid ?? amount,
        allocations: [{ invoiceId: invoice.id, amount }],
        ...by,
      },
      ...(files ? { files } : {}),
    });
  }

  async #pay(invoice: Invoice, how: Paying): Promise<Payment> {
    const payment = await this.#enter(invoice, how);
    return this.#office.act(CREW.manager, 'payments.verify', {
      params: { id: payment.id },
      body: { version: payment.version },
    });
  }

  /** What was charged by hand, in every state. */
  #services(): void {
    const charge = (days: number, given: Charge, then?: (invoice: Invoice) => Promise<unknown>) =>
      this.#ago(days, async () => {
        const invoice = await this.#issue(given);
        await then?.(invoice);
      });
    charge(38, { customer: 0, what: 'ค่าขนย้ายและติดตั้งตู้', price: '4500.0000' });
    charge(38, { customer: 3, what: 'ค่าตรวจเช็กตู้ประจำไตรมาส', price: '2800.0000' }, (invoice) =>
      this.#pay(invoice, { amount: invoice.balance }),
    );
    charge(12, { customer: 6, what: 'ค่าเปลี่ยนสติกเกอร์หน้าตู้', price: '6200.0000' }, (invoice) =>
      this.#pay(invoice, { amount: '2000.00' }),
    );
    charge(6, { customer: 9, what: 'ค่าฝึกอบรมการใช้งานตู้', price: '3500.0000' }, (invoice) =>
      this.#enter(invoice, { amount: invoice.balance }),
    );
    charge(2, { customer: 12, what: 'ค่าเช่าพื้นที่จัดเก็บตู้', price: '1900.0000' });
  }

  /** A rate for what is paid late, and an invoice that nobody has paid for two months. */
  #lateFee(): void {
    this.#ago(70, async () => {
      await this.#issue({
        customer: 4,
        what: 'ค่าซ่อมระบบทำความเย็น',
        price: '12500.0000',
        inDays: 7,
      });
    });
    // Once more than a month ago: the first night of this month charges it.
    this.#ago(35, async () => {
      await this.#open();
      await this.#office.act(CREW.admin, 'settings.set', {
        params: { id: this.#companyId, key: 'contract.lateFeePercent' },
        body: {
          value: '1.50',
          effectiveFrom: bangkokDate(this.#office.clock.now()),
          reason: 'ตามเงื่อนไขการชำระเงินในสัญญา',
        },
      });
    });
  }

  /** Services of which tax was withheld, one with its certificate, and goods that were charged too low. */
  #taxes(): void {
    const made: { repaired?: Invoice; moved?: Invoice; goods?: Invoice } = {};
    this.#ago(16, async () => {
      made.repaired = await this.#issue({
        customer: 1,
        what: 'ค่าบำรุงรักษาตู้รายไตรมาส',
        price: '5000.0000',
        whtRate: '3.00',
      });
      made.moved = await this.#issue({
        customer: 2,
        what: 'ค่าบริการย้ายจุดติดตั้งตู้',
        price: '3200.0000',
        whtRate: '3.00',
      });
      made.goods = await this.#issue({
        customer: 0,
        what: 'ชั้นวางสินค้าในตู้ 12 ชุด',
        price: '9600.0000',
        isService: false,
      });
    });
    this.#ago(5, async () => {
      const { repaired, moved, goods } = made;
      if (!repaired || !moved || !goods) return;
      await this.#pay(repaired, { amount: repaired.netReceivable });
      await this.#pay(repaired, {
        amount: repaired.whtAmount,
        with: {
          method: 'whtCert',
          whtCertNo: '50-1/0042',
          whtCertDate: bangkokDate(this.#office.clock.now()),
        },
        files: [picture('wht-certificate.png', false)],
      });
      await this.#pay(moved, { amount: moved.netReceivable });
      const note = await this.#askMore(goods, {
        cause: 'moreDelivered',
        amount: '1712.00',
        reason: 'ส่งชั้นวางเพิ่มอีก 2 ชุดตามใบส่งของ',
      });
      await this.#office.act(CREW.manager, 'debitNotes.approve', {
        params: { id: note.id },
        body: { version: note.version },
      });
    });
    this.#ago(1, async () => {
      if (!made.goods) return;
      await this.#askMore(made.goods, {
        cause: 'undercharged',
        amount: '321.00',
        reason: 'คิดค่าติดตั้งต่ำกว่าใบเสนอราคา',
      });
    });
  }

  #askMore(
    { id }: Invoice,
    note: {
      readonly cause: 'moreDelivered' | 'undercharged';
      readonly amount: string;
      readonly reason: string;
    },
  ) {
    return this.#office.act(CREW.clerk, 'debitNotes.create', { body: { invoiceId: id, ...note } });
  }

  /** An invoice that was made out anew, one that was credited, and money that was paid back. */
  #corrections(): void {
    this.#ago(20, async () => {
      const wrong = await this.#issue({
        customer: 5,
        what: 'ค่าติดตั้งป้ายไฟหน้าตู้',
        price: '3900.0000',
      });
      const gone = await this.#office.act(CREW.manager, 'invoices.void', {
        params: { id: wrong.id },
        body: { version: wrong.version, reason: 'ระบุชื่อลูกค้าผิดสาขา', replace: true },
      });
      const draft = gone.related.find(
        ({ type, status }) => type === 'invoice' && status === 'draft',
      );
      if (!draft) return;
      await this.#office.act(CREW.clerk, 'invoices.issue', {
        params: { id: draft.id },
        body: { version: 1 },
      });
    });
    this.#ago(14, async () => {
      const goods = await this.#issue({
        customer: 7,
        what: 'ชุดช่องหยอดเหรียญ 4 ชุด',
        price: '7200.0000',
        isService: false,
      });
      const note = await this.#office.act(CREW.clerk, 'creditNotes.create', {
        body: {
          invoiceId: goods.id,
          cause: 'priceReduced',
          amount: '770.40',
          reason: 'ลดราคาตามรายการส่งเสริมการขายประจำเดือน',
        },
      });
      await this.#office.act(CREW.manager, 'creditNotes.approve', {
        params: { id: note.id },
        body: { version: note.version },
      });
    });
    this.#ago(9, async () => {
      const invoice = await this.#issue({
        customer: 8,
        what: 'ค่าทำความสะอาดตู้ประจำเดือน',
        price: '1500.0000',
      });
      const paid = await this.#pay(invoice, {
        amount: invoice.balance,
        paid: '2000.00',
      });
      const asked = await this.#office.act(CREW.clerk, 'payments.requestRefund', {
        params: { id: paid.id },
        body: {
          version: paid.version,
          reason: 'ลูกค้าโอนเกินและขอรับเงินคืน',
          refundAmount: paid.creditAmount,
        },
      });
      await this.#office.act(CREW.manager, 'payments.approveRefund', {
        params: { id: asked.id },
        body: { version: asked.version },
      });
    });
  }

  /** A cheque that bounced, and one whose day is still to come. */
  #cheques(): void {
    const cheque = async (
      invoice: Invoice,
      { number, inDays }: { readonly number: string; readonly inDays: number },
    ) => {
      const [account] = await this.#office.rows<{ readonly id: string }>(
        CREW.clerk,
        'bankAccounts.master',
      );
      return {
        amount: invoice.balance,
        with: {
          method: 'cheque',
          bankAccountId: account?.id,
          payerBank: 'SCB',
          chequeNo: number,
          chequeDate: addDays(bangkokDate(this.#office.clock.now()), inDays),
        },
      };
    };
    this.#ago(11, async () => {
      const invoice = await this.#issue({
        customer: 10,
        what: 'ค่าปรับปรุงระบบไฟฟ้าตู้',
        price: '8400.0000',
      });
      const paid = await this.#pay(
        invoice,
        await cheque(invoice, { number: '00412876', inDays: 0 }),
      );
      await this.#office.act(CREW.manager, 'payments.reverse', {
        params: { id: paid.id },
        body: { version: paid.version, reason: 'ธนาคารคืนเช็ค เงินในบัญชีไม่พอจ่าย' },
      });
    });
    this.#ago(4, async () => {
      const invoice = await this.#issue({
        customer: 11,
        what: 'ค่าบริการเติมสินค้ารายเดือน',
        price: '5600.0000',
      });
      await this.#enter(invoice, await cheque(invoice, { number: '00871540', inDays: 18 }));
    });
  }

  /** Invoices of one customer, presented together and accepted; reminders of what is late. */
  #billingNotes(): void {
    this.#ago(8, async () => {
      const both = [
        await this.#issue({ customer: 13, what: 'ค่าบำรุงรักษาตู้ สาขาบางนา', price: '4200.0000' }),
        await this.#issue({ customer: 13, what: 'ค่าบำรุงรักษาตู้ สาขารังสิต', price: '4200.0000' }),
      ];
      const [first] = both;
      if (!first) return;
      const day = bangkokDate(this.#office.clock.now());
      const drafted = await this.#office.act(CREW.clerk, 'billingNotes.create', {
        body: {
          customerId: first.customer.id,
          collectOn: addDays(day, 25),
          lines: both.map(({ id }) => ({ invoiceId: id })),
        },
      });
      const note = await this.#office.act(CREW.clerk, 'billingNotes.issue', {
        params: { id: drafted.id },
        body: { version: drafted.version },
      });
      await this.#office.act(CREW.clerk, 'billingNotes.acknowledge', {
        params: { id: note.id },
        body: {
          version: note.version,
          acknowledgedOn: day,
          acknowledgedBy: 'คุณมาลี ฝ่ายบัญชี',
          collectOn: addDays(day, 22),
        },
      });
    });
    this.#ago(2, async () => {
      const late = await this.#office.rows<Invoice>(CREW.clerk, 'invoices.list', {
        status: 'overdue',
        sort: 'dueDate',
        limit: '10',
      });
      for (const { id, version } of late.slice(0, MOST_REMINDED)) {
        await this.#office.act(CREW.clerk, 'invoices.remind', {
          params: { id },
          body: { version },
        });
      }
    });
  }
}
