import { buffer } from 'node:stream/consumers';
import { daysBetween } from '@boxyard/shared/domain';
import { BANKS } from '@boxyard/shared/domain/money/bankAccounts.ts';
import {
  MESSAGE_CHANNELS,
  type MessageChannel,
  type MessageKind,
} from '@boxyard/shared/domain/money/reminders.ts';
import { formatDate, formatMoney } from '../../../documents/format.ts';
import {
  type App,
  AppError,
  asSystem,
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  isLineTarget,
  newId,
  notify,
  onMailGivenUp,
  pushLine,
  queueMail,
  refuseFaults,
  SYSTEM,
  sendSms,
  today,
} from '../../../kernel/index.ts';
import { invoicePdf } from '../pdf.ts';
import { type InvoiceRow, invoices } from './type.ts';

// Messages to customers about their invoices (ADR 0071).

export const HOUR = 3_600_000;

/** At most one message an hour about one thing (429). */
export function expectNotHurried(ctx: Ctx, lastAt: Date | null): void {
  if (lastAt === null) return;
  const left = lastAt.getTime() + HOUR - ctx.clock.now().getTime();
  if (left <= 0) return;
  const seconds = Math.ceil(left / 1000);
  throw new AppError(429, 'RATE_LIMIT', { details: { seconds }, retryAfterSeconds: seconds });
}

type Reach = Readonly<Record<MessageChannel, string | null>>;

/** `0812345678` as gateways take it; null: a landline, which reads no messages. */
const mobileOf = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '').replace(/^66/, '0');
  return /^0[689]\d{8}$/.test(digits) ? `+66${digits.slice(1)}` : null;
};

/** Where messages to a customer go, by each channel that this server has. */
export async function reachOf(ctx: Ctx, customerId: string): Promise<Reach> {
  const { email, lineId, phone, phone2 } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select(['email', 'lineId', 'phone', 'phone2'])
    .executeTakeFirstOrThrow();
  const { lineChannelToken, sms } = ctx.app.config;
  return {
    email,
    line: lineChannelToken !== null && lineId !== null && isLineTarget(lineId) ? lineId : null,
    sms: sms === null ? null : (mobileOf(phone) ?? (phone2 === null ? null : mobileOf(phone2))),
  };
}

/** The channels among these that reach the customer. */
export const reachable = (reach: Reach): MessageChannel[] =>
  MESSAGE_CHANNELS.filter((channel) => reach[channel] !== null);

/** Those that somebody asked for; each has to reach the customer, and one of them at least. */
function channelsFor(reach: Reach, asked: readonly MessageChannel[] | undefined) {
  const faults = (asked ?? []).flatMap((channel, index): FieldFault[] =>
    reach[channel] === null ? [{ field: `channels[${index}]`, code: 'CHANNEL_UNREACHABLE' }] : [],
  );
  refuseFaults(faults);
  const chosen = asked === undefined ? reachable(reach) : [...new Set(asked)];
  if (chosen.length === 0) throw conflict('CUSTOMER_WITHOUT_EMAIL');
  return chosen;
}

type Locale = 'en' | 'th';

function dueIn(row: InvoiceRow, { kind, day }: { kind: MessageKind; day: string }, locale: Locale) {
  const on = formatDate(row.dueDate, locale);
  const late = daysBetween(row.dueDate, day);
  if (locale === 'th') {
    if (kind === 'invoice' || late < 0) return `ครบกำหนดวันที่ ${on}`;
    return late === 0 ? 'ครบกำหนดวันนี้' : `เกินกำหนด ${late} วัน (ครบกำหนดวันที่ ${on})`;
  }
  if (kind === 'invoice' || late < 0) return `is due on ${on}`;
  return late === 0 ? 'is due today' : `is ${late} days overdue (due on ${on})`;
}

const SUBJECTS = {
  invoice: (no: string) => `ใบแจ้งหนี้ ${no} · Invoice ${no}`,
  reminder: (no: string) => `แจ้งเตือนชำระเงิน ใบแจ้งหนี้ ${no} · Reminder of invoice ${no}`,
} as const;

interface Told {
  readonly kind: MessageKind;
  readonly day: string;
}

/** What an e-mail says, in both languages: nobody knows which one its reader prefers. */
async function mailTextOf(ctx: Ctx, row: InvoiceRow, told: Told): Promise<string> {
  const account =
    row.bankAccountId === null
      ? undefined
      : await ctx.db
          .selectFrom('bankAccounts')
          .where('id', '=', row.bankAccountId)
          .selectAll()
          .executeTakeFirst();
  const name = row.customerSnapshot?.name ?? '';
  const owed = formatMoney(row.balance);
  const bank = (locale: Locale) =>
    account
      ? `${BANKS[account.bank][locale]} ${account.accountNo} ${
          locale === 'th' ? account.accountName : (account.accountNameEn ?? account.accountName)
        }`
      : '';
  return [
    `เรียน ${name}`,
    `ใบแจ้งหนี้ ${row.documentNo} ยอดค้างชำระ ${owed} บาท ${dueIn(row, told, 'th')}`,
    ...(account ? [`ชำระเข้าบัญชี ${bank('th')}`] : []),
    ...(told.kind === 'reminder' ? ['หากชำระแล้ว ขออภัยที่รบกวน'] : []),
    '',
    `Dear ${row.customerSnapshot?.nameEn ?? name},`,
    `${owed} THB of invoice ${row.documentNo} ${dueIn(row, told, 'en')}.`,
    ...(account ? [`Please pay to ${bank('en')}`] : []),
    ...(told.kind === 'reminder' ? ['If you have paid already, please ignore this message.'] : []),
  ].join('\n');
}

const shortTextOf = (row: InvoiceRow, told: Told): string =>
  `${told.kind === 'reminder' ? 'แจ้งเตือน: ' : ''}ใบแจ้งหนี้ ${row.documentNo} ยอดค้างชำระ ${formatMoney(row.balance)} บาท ${dueIn(row, told, 'th')}`;

/** The invoice as the customer gets it: in Thai and whole, whoever sends it. */
async function attachedPdf(ctx: Ctx, id: string) {
  const pdf = await invoicePdf(asSystem(ctx, 'th'), id);
  return {
    fileName: pdf.fileName,
    file: Buffer.isBuffer(pdf.file) ? pdf.file : await buffer(pdf.file),
  };
}

interface Sending {
  readonly kind: MessageKind;
  /** All that reach the customer unless said. */
  readonly channels?: readonly MessageChannel[] | undefined;
  readonly stage?: number;
}

/**
 * Queues messages about a locked invoice, one for each channel, in the transaction of what asks for
 * them; answers what the invoice notes of it.
 */
export async function notifyCustomer(ctx: Ctx, row: InvoiceRow, sending: Sending) {
  expectNotHurried(ctx, row.notifiedAt);
  const reach = await reachOf(ctx, row.customerId);
  const channels = channelsFor(reach, sending.channels);
  const told = { kind: sending.kind, day: today(ctx.clock) };
  const sentAt = ctx.clock.now();
  for (const channel of channels) {
    const id = newId();
    const to = reach[channel] ?? '';
    const mailId = channel === 'email' ? await queueInvoiceMail(ctx, row, { id, to, told }) : null;
    await ctx.db
      .insertInto('invoiceNotices')
      .values({
        id,
        invoiceId: row.id,
        channel,
        kind: sending.kind,
        stage: sending.stage ?? null,
        sentTo: to,
        mailId,
        sentAt,
        sentBy: authorId(ctx.actor),
        ...(channel === 'email' ? {} : { status: 'queued', bodyText: shortTextOf(row, told) }),
      })
      .execute();
    if (channel !== 'email') await ctx.app.addJob('sendInvoiceNotice', { id }, { ctx });
  }
  return {
    set: {
      notifiedAt: sentAt,
      ...(sending.stage === undefined ? {} : { customerStage: sending.stage }),
    },
    diff: { channels: { from: null, to: channels.join(', ') } },
    notices: [],
  };
}

async function queueInvoiceMail(
  ctx: Ctx,
  row: InvoiceRow,
  { id, to, told }: { readonly id: string; readonly to: string; readonly told: Told },
): Promise<string | null> {
  await queueMail(
    ctx,
    {
      to,
      subject: SUBJECTS[told.kind](row.documentNo ?? ''),
      text: await mailTextOf(ctx, row, told),
      hasSecret: false,
      attachment: await attachedPdf(ctx, row.id),
    },
    `invoice:${id}`,
  );
  const mail = await ctx.db
    .selectFrom('mails')
    .where('dedupeKey', '=', `invoice:${id}`)
    .select('id')
    .executeTakeFirst();
  return mail?.id ?? null;
}

/** Job: sends one message by LINE or SMS. One that is refused is told to those who can correct it. */
export async function sendInvoiceNotice(app: App, { id }: { readonly id: string }): Promise<void> {
  const row = await app.db
    .selectFrom('invoiceNotices')
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'failed'])
    .select(['invoiceId', 'channel', 'sentTo', 'bodyText', 'status', 'error'])
    .executeTakeFirst();
  if (!row?.bodyText || row.error === REFUSED) return;
  const { lineChannelToken, lineApiUrl, sms } = app.config;
  const message = { to: row.sentTo, text: row.bodyText, event: `invoice-notice:${id}` };
  let isTaken = false;
  try {
    if (row.channel === 'line' && lineChannelToken !== null) {
      isTaken = await pushLine({ url: lineApiUrl, token: lineChannelToken, ...message });
    } else if (row.channel === 'sms' && sms !== null) {
      isTaken = await sendSms({ ...sms, ...message });
    }
  } catch (error) {
    await ended(app, id, { status: 'failed', error: (error as Error).message });
    throw error;
  }
  if (isTaken) {
    await ended(app, id, { status: 'sent', error: null });
    return;
  }
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    await ctx.db
      .updateTable('invoiceNotices')
      .set({ status: 'failed', error: REFUSED })
      .where('id', '=', id)
      .execute();
    await notifyOfRefusal(ctx, { ...row, sentBy: null });
  });
}

const REFUSED = 'refused';

/** What is told of a message that does not reach its customer. */
const FAILED = {
  email: (no: string) => ({
    en: `The e-mail about ${no} was not delivered`,
    th: `ส่งอีเมลเรื่องใบแจ้งหนี้ ${no} ไม่สำเร็จ`,
  }),
  line: (no: string) => ({
    en: `LINE refuses the message about ${no}`,
    th: `ส่ง LINE เรื่องใบแจ้งหนี้ ${no} ไม่สำเร็จ`,
  }),
  sms: (no: string) => ({
    en: `SMS refuses the message about ${no}`,
    th: `ส่ง SMS เรื่องใบแจ้งหนี้ ${no} ไม่สำเร็จ`,
  }),
} satisfies Record<MessageChannel, unknown>;

async function ended(
  app: App,
  id: string,
  how: { readonly status: 'sent' | 'failed'; readonly error: string | null },
): Promise<void> {
  await app.db.updateTable('invoiceNotices').set(how).where('id', '=', id).execute();
}

onMailGivenUp(async (ctx, { id }) => {
  const notice = await ctx.db
    .selectFrom('invoiceNotices')
    .where('mailId', '=', id)
    .select(['invoiceId', 'channel', 'sentBy'])
    .executeTakeFirst();
  if (notice) await notifyOfRefusal(ctx, notice);
});

/** Salesperson, sender and accounting hear that a message did not reach its customer. */
async function notifyOfRefusal(
  ctx: Ctx,
  {
    invoiceId,
    channel,
    sentBy,
  }: {
    readonly invoiceId: string;
    readonly channel: MessageChannel;
    readonly sentBy: string | null;
  },
): Promise<void> {
  const invoice = await ctx.db
    .selectFrom('invoices')
    .where('id', '=', invoiceId)
    .select(['documentNo', 'companyId', 'saleId'])
    .executeTakeFirstOrThrow();
  const people = await audienceOf(ctx, {
    ability: 'payment-data:notify-invoice',
    companyId: invoice.companyId,
    ownerIds: [invoice.saleId],
  });
  await notify(ctx, [...new Set([invoice.saleId, sentBy, ...people])], {
    category: 'alert',
    type: 'error',
    title: FAILED[channel](invoice.documentNo ?? ''),
    description: {
      en: 'Check the customer’s contact data and the settings of the server.',
      th: 'ตรวจสอบข้อมูลติดต่อของลูกค้าและการตั้งค่าของระบบ',
    },
    action: invoices.path(invoiceId),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'invoices', id: invoiceId },
    dedupeKey: `invoices:${invoiceId}:refused:${channel}:${today(ctx.clock)}`,
  });
}
