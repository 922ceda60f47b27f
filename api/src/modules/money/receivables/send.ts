import { buffer } from 'node:stream/consumers';
import { formatDate, formatMoney } from '../../../documents/format.ts';
import {
  asSystem,
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type Handler,
  newId,
  notify,
  onMailGivenUp,
  queueMail,
  record,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { lockAccount } from '../account.ts';
import { shownReceiver } from '../customers.ts';
import { expectNotHurried } from '../invoices/messages.ts';
import { statementPdf } from '../pdf.ts';
import { statementOf } from './statement.ts';

/** Sends that the log of an account shows. */
const MOST_SHOWN = 20;

/** To whom statements of a customer went, and what became of each. */
export async function sentLogOf(ctx: Ctx, customerId: string) {
  const rows = await ctx.db
    .selectFrom('statementNotices as n')
    .leftJoin('mails as m', 'm.id', 'n.mailId')
    .where('n.customerId', '=', customerId)
    .orderBy('n.sentAt', 'desc')
    .limit(MOST_SHOWN)
    .select(['n.id', 'n.sentAt', 'n.sentBy', 'n.sentTo', 'n.startDate', 'n.endDate', 'm.status'])
    .execute();
  const people = await loadRefs(ctx, { user: rows.map(({ sentBy }) => sentBy) });
  return rows.map((row) => ({
    id: row.id,
    at: row.sentAt,
    by: people.userOrNull(row.sentBy),
    to: shownReceiver(ctx, { channel: 'email', sentTo: row.sentTo }),
    startDate: row.startDate,
    endDate: row.endDate,
    result: row.status,
  }));
}

/** Sender and accounting hear that a statement did not reach its customer. */
onMailGivenUp(async (ctx, { id }) => {
  const sent = await ctx.db
    .selectFrom('statementNotices as n')
    .innerJoin('customers as c', 'c.id', 'n.customerId')
    .where('n.mailId', '=', id)
    .select([
      'n.id',
      'n.sentBy',
      'c.id as customerId',
      'c.companyId',
      'c.code',
      'c.name',
      'c.saleId',
    ])
    .executeTakeFirst();
  if (!sent) return;
  const { companyId, customerId, code, name } = sent;
  const people = await audienceOf(ctx, {
    ability: 'payment-data:notify-invoice',
    companyId,
    ownerIds: [sent.saleId],
  });
  await notify(ctx, [sent.sentBy, ...people], {
    category: 'alert',
    type: 'error',
    title: {
      en: `The statement of account of ${code} was not delivered`,
      th: `ส่งใบแจ้งยอดบัญชีของ ${code} ไม่สำเร็จ`,
    },
    description: {
      en: `Check the e-mail address of ${name}.`,
      th: `ตรวจสอบอีเมลของ ${name}`,
    },
    action: `/sales-management/payment-data?tab=ageing&customerId=${customerId}`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'customers', id: customerId },
    dedupeKey: `statements:${sent.id}:failed`,
  });
});

/** Whom a statement goes to: a customer with consent and a mailbox, at most once an hour. */
async function receiverOf(ctx: Ctx, customerId: string) {
  await lockAccount(ctx, customerId);
  const customer = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select(['email', 'consentAt', 'companyId', 'code', 'name', 'nameEn'])
    .executeTakeFirstOrThrow();
  if (customer.consentAt === null) throw conflict('CUSTOMER_WITHOUT_CONSENT');
  if (customer.email === null) throw conflict('CUSTOMER_WITHOUT_EMAIL');
  const last = await ctx.db
    .selectFrom('statementNotices')
    .where('customerId', '=', customerId)
    .orderBy('sentAt', 'desc')
    .limit(1)
    .select('sentAt')
    .executeTakeFirst();
  expectNotHurried(ctx, last?.sentAt ?? null);
  return { ...customer, email: customer.email };
}

/** Sends a statement of account as a PDF, in Thai and whole whoever sends it. */
export const sendStatement: Handler<'receivables.send'> = async (ctx, { params, body }) => {
  const { customerId } = params;
  const statement = await statementOf(ctx, { params, query: body });
  const to = await receiverOf(ctx, customerId);
  const pdf = await statementPdf(asSystem(ctx, 'th'), statement);
  const id = newId();
  const sentAt = ctx.clock.now();
  const range = (locale: 'en' | 'th') =>
    `${formatDate(statement.startDate, locale)} – ${formatDate(statement.endDate, locale)}`;
  const owed = formatMoney(statement.closing);
  await queueMail(
    ctx,
    {
      to: to.email,
      subject: `ใบแจ้งยอดบัญชี ${to.code} · Statement of account ${to.code}`,
      text: [
        `เรียน ${to.name}`,
        `ใบแจ้งยอดบัญชี ${range('th')} ยอดคงเหลือ ${owed} บาท ตามไฟล์แนบ`,
        '',
        `Dear ${to.nameEn ?? to.name},`,
        `Please find attached the statement of account ${range('en')}. Balance: ${owed} THB.`,
      ].join('\n'),
      hasSecret: false,
      attachment: {
        fileName: `${to.code} ${statement.endDate}.pdf`,
        file: Buffer.isBuffer(pdf.file) ? pdf.file : await buffer(pdf.file),
      },
    },
    `statement:${id}`,
  );
  const mail = await ctx.db
    .selectFrom('mails')
    .where('dedupeKey', '=', `statement:${id}`)
    .select('id')
    .executeTakeFirst();
  await ctx.db
    .insertInto('statementNotices')
    .values({
      id,
      customerId,
      startDate: statement.startDate,
      endDate: statement.endDate,
      closing: statement.closing,
      sentTo: to.email,
      mailId: mail?.id ?? null,
      sentAt,
      sentBy: authorId(ctx.actor),
    })
    .execute();
  await record(ctx, {
    subject: 'customers',
    subjectId: customerId,
    companyId: to.companyId,
    action: 'notify',
    label: to.code,
    after: { startDate: statement.startDate, endDate: statement.endDate },
    timeline: false,
    touches: ['receivables'],
  });
  return { data: { id, sentAt } };
};
