import { createHash } from 'node:crypto';
import { addDays, bangkokDate, decimal, voidStatuses } from '@boxyard/shared/domain';
import { withholdable } from '@boxyard/shared/domain/money/expected.ts';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { EVIDENCE, paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { sql } from 'kysely';
import {
  asSystem,
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  named,
  notify,
  refuseFaults,
  today,
  type UploadedFile,
} from '../../../kernel/index.ts';
import { createDocument, searchTextOf, storeFile } from '../../../workflow/index.ts';
import { onMerging } from '../../partners/index.ts';
import { type LockedInvoice, lockAccount, lockInvoices } from '../account.ts';
import { customerInScope } from '../customers.ts';
import { payments } from './type.ts';

type Body = Input<'payments.create'>['body'];

/** A clock that is a little ahead is no payment from the future (docs/domain/containers.md "Money"). */
export const AHEAD_MS = 5 * 60_000;
/** Money of more than a year ago is no news: somebody mistook the year. */
export const OLDEST_DAYS = 366;

/** What the method asks for. */
export function evidenceFaults(
  body: Body,
  { hasSlip }: { readonly hasSlip: boolean },
): FieldFault[] {
  const needs = EVIDENCE[body.method];
  const required = (field: keyof Body & string, isNeeded: true | undefined): FieldFault[] =>
    isNeeded && !body[field] ? [{ field, code: 'REQUIRED' }] : [];
  return [
    ...required('bankAccountId', needs.bankAccount),
    ...required('bankReference', needs.reference),
    ...required('chequeNo', needs.cheque),
    ...required('chequeDate', needs.cheque),
    ...required('payerBank', needs.cheque),
    ...required('whtCertNo', needs.certificate),
    ...required('whtCertDate', needs.certificate),
    ...(needs.slip && !hasSlip ? [{ field: 'slip', code: 'FILE_REQUIRED' }] : []),
  ];
}

const hashOf = (files: readonly UploadedFile[]): string | null =>
  files[0] ? createHash('sha256').update(files[0].content).digest('hex') : null;

/** Statuses in which a payment came to nothing: what proves it may be used again. */
const GONE = voidStatuses(paymentMachine);

// A certificate proves one payment of a customer: two of the same number cannot belong to the one that stays.
onMerging(async (ctx, { duplicateId, keptId }) => {
  const { rows } = await sql<{ number: string }>`
    select p.wht_cert_no as number
    from payments p join payments o on o.wht_cert_no = p.wht_cert_no and o.company_id = p.company_id
      and extract(year from o.wht_cert_date) = extract(year from p.wht_cert_date)
    where p.customer_id = ${duplicateId}::uuid and o.customer_id = ${keptId}::uuid
      and not (p.status = any(${GONE}::text[])) and not (o.status = any(${GONE}::text[]))
    order by p.created_at limit 1`.execute(ctx.db);
  const [both] = rows;
  if (both) throw conflict('CERTIFICATE_OF_BOTH', { number: both.number });
});

interface Proof {
  readonly companyId: string;
  readonly customerName: string;
  readonly saleId: string | null;
  /** A person has entered it, and did not confirm what the bank has said. */
  readonly isByHand: boolean;
  readonly isOfLine: boolean;
  readonly slipSha256: string | null;
  readonly day: string;
  readonly body: Body;
}

/**
 * The same slip, reference, cheque or certificate is one payment: the one that has it is named. Numbers of
 * cheques and certificates come from books: the same number of a bank is the same cheque where customer,
 * or amount and day, are the same; certificates of a customer begin anew with each year.
 */
async function expectNew(ctx: Ctx, proof: Proof): Promise<void> {
  const { companyId, slipSha256, day, body, isOfLine } = proof;
  const { bankReference = null, bankAccountId = null, chequeNo = null, whtCertNo = null } = body;
  const isSlip = sql<boolean>`p.slip_sha256 = ${slipSha256}`;
  // Of two lines with one reference each is a movement of its own: the bank itself has told of both.
  const isReference = sql<boolean>`p.bank_account_id = ${bankAccountId}::uuid
    and upper(p.bank_reference) = upper(${bankReference})
    and p.amount = ${body.amount}::numeric and p.document_date = ${day}::date
    and not (${isOfLine} and exists (select from bank_lines l where l.payment_id = p.id))`;
  const isCheque = sql<boolean>`p.payer_bank = ${body.payerBank ?? null} and p.cheque_no = ${chequeNo}
    and (p.customer_id = ${body.customerId}::uuid
      or p.amount = ${body.amount}::numeric and p.cheque_date = ${body.chequeDate ?? null}::date)`;
  const isCertificate = sql<boolean>`p.customer_id = ${body.customerId}::uuid and p.wht_cert_no = ${whtCertNo}
    and extract(year from p.wht_cert_date) = extract(year from ${body.whtCertDate ?? null}::date)`;
  const { rows } = await sql<Known>`
    select p.id, p.document_no as "documentNo", case
        when ${isSlip} then 'slip'
        when ${isReference} then 'bankReference'
        when ${isCheque} then 'chequeNo'
        else 'whtCertNo'
      end as field
    from payments p
    where p.company_id = ${companyId}::uuid and not (p.status = any(${GONE}::text[]))
      and (${isSlip} or ${isReference} or ${isCheque} or ${isCertificate})
    order by p.created_at limit 1`.execute(ctx.db);
  const [known] = rows;
  if (!known) return;
  if (proof.isByHand) await ctx.app.aside(ctx, (inner) => notifyOfRepeat(inner, proof, known));
  const params = { documentNo: named('payments', known) };
  throw conflict('DUPLICATE_PAYMENT', params, [
    { field: known.field, code: 'DUPLICATE_PAYMENT', params },
  ]);
}

interface Known {
  readonly id: string;
  readonly documentNo: string;
  readonly field: keyof typeof EVIDENCE_NAMES;
}

const EVIDENCE_NAMES = {
  slip: { en: 'slip', th: 'สลิป' },
  bankReference: { en: 'bank reference', th: 'เลขอ้างอิงธนาคาร' },
  chequeNo: { en: 'cheque', th: 'เช็ค' },
  whtCertNo: { en: 'certificate', th: 'หนังสือรับรองหัก ณ ที่จ่าย' },
} as const;

/** Whoever verifies hears once that somebody has tried to enter a payment again. */
async function notifyOfRepeat(ctx: Ctx, proof: Proof, known: Known): Promise<void> {
  const { companyId, customerName, saleId, body } = proof;
  const people = await audienceOf(ctx, {
    ability: 'payment-data:verify',
    companyId,
    ownerIds: [saleId],
    except: [ctx.actor.userId],
  });
  const by = EVIDENCE_NAMES[known.field];
  await notify(ctx, people, {
    category: 'alert',
    type: 'warning',
    title: {
      en: `A payment was refused: it repeats ${known.documentNo}`,
      th: `ไม่รับรายการรับชำระที่ซ้ำกับ ${known.documentNo}`,
    },
    description: {
      en: `${customerName}, ${body.amount} THB, with the same ${by.en}.`,
      th: `${customerName} จำนวน ${body.amount} บาท ใช้${by.th}เดียวกัน`,
    },
    action: payments.path(known.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'payments', id: known.id },
    dedupeKey: `payments:${known.id}:repeated:${known.field}`,
  });
}

interface Allocation {
  readonly invoiceId: string;
  readonly amount: string;
}

/** Invoices that a payment is meant for are the customer's, owed, and not asked for more than that. */
export async function expectOwed(
  ctx: Ctx,
  {
    customerId,
    allocations,
  }: { readonly customerId: string; readonly allocations: readonly Allocation[] },
) {
  const found = new Map(
    (
      await lockInvoices(
        ctx,
        allocations.map(({ invoiceId }) => invoiceId),
      )
    ).map((invoice) => [invoice.id, invoice]),
  );
  const seen = new Set<string>();
  const faults: FieldFault[] = allocations.flatMap(({ invoiceId }, index): FieldFault[] => {
    const at = (code: string): FieldFault[] => [{ field: `allocations[${index}].invoiceId`, code }];
    if (found.get(invoiceId)?.customerId !== customerId) return at('UNKNOWN_ID');
    if (seen.has(invoiceId)) return at('REPEATED');
    seen.add(invoiceId);
    return [];
  });
  refuseFaults(faults);
  const over = allocations.flatMap(({ invoiceId, amount }, index): FieldFault[] => {
    const invoice = found.get(invoiceId);
    const isOwed = (owedStatuses as readonly string[]).includes(invoice?.status ?? '');
    const max = isOwed ? decimal.round(invoice?.balance ?? '0') : '0.00';
    return decimal.compare(amount, max) > 0
      ? [{ field: `allocations[${index}].amount`, code: 'OVER_OWED', params: { max } }]
      : [];
  });
  // Somebody else may have settled it meanwhile: that is a state of things, not a wrong entry.
  const [first] = over;
  if (first) throw conflict('OVER_BALANCE', { ...first.params }, over);
  return found;
}

/** A certificate names invoices that still have so much tax to be withheld. */
function expectWithholdable(
  owed: ReadonlyMap<string, LockedInvoice>,
  allocations: readonly Allocation[],
): void {
  const over = allocations.flatMap(({ invoiceId, amount }, index): FieldFault[] => {
    const invoice = owed.get(invoiceId);
    const max = invoice ? withholdable(invoice) : '0.00';
    const params = { ...(invoice ? { invoice: named('invoices', invoice) } : {}), max };
    return decimal.compare(amount, max) > 0
      ? [{ field: `allocations[${index}].amount`, code: 'OVER_WITHHELD', params }]
      : [];
  });
  refuseFaults(over);
}

/** Enters a payment; it counts once a second person has verified it. */
export const enterPayment = (ctx: Ctx, { body, files }: Input<'payments.create'>) =>
  enter(ctx, { body, files, faults: evidenceFaults(body, { hasSlip: files.length > 0 }) });

/**
 * Enters what a customer paid for a document that this person may bill, though the customer is outside
 * their scope: whoever sends people to a job need not be the customer's salesperson.
 */
export const paymentFor = (
  ctx: Ctx,
  { body, files }: { readonly body: Body; readonly files: readonly UploadedFile[] },
) =>
  enter(ctx, {
    body,
    files,
    faults: evidenceFaults(body, { hasSlip: files.length > 0 }),
    isOfDocument: true,
  });

/**
 * Enters the payment that a line of a bank statement is. The bank itself is its evidence: nothing of
 * what the method asks for is asked of somebody who has it from there.
 */
export const paymentOfLine = (ctx: Ctx, body: Body) =>
  enter(ctx, { body, files: [], faults: [], isOfBank: true, isOfLine: true });

/** Enters the payment that a bank or gateway reports; nobody is asked whether it came in. */
export const paymentOfGateway = (ctx: Ctx, body: Body) =>
  enter(ctx, { body, files: [], faults: [], isOfBank: true, isCertain: true });

/** Enters money that came in before the business kept its books here: those books are its evidence. */
export const openingPayment = (ctx: Ctx, body: Body) =>
  enter(ctx, { body, files: [], faults: [], isOpening: true });

async function enter(
  ctx: Ctx,
  {
    body,
    files,
    faults,
    isOfBank = false,
    isOfLine = false,
    isCertain = false,
    isOpening = false,
    isOfDocument = false,
  }: {
    readonly body: Body;
    readonly files: readonly UploadedFile[];
    readonly faults: FieldFault[];
    /** The bank's own word: its account may be closed by now. */
    readonly isOfBank?: boolean;
    /** A line of a statement, which no other line is. */
    readonly isOfLine?: boolean;
    /** It is verified at once. */
    readonly isCertain?: boolean;
    /** It was received, and its receipt given, before the business kept its books here. */
    readonly isOpening?: boolean;
    /** A document of this person's names the customer. */
    readonly isOfDocument?: boolean;
  },
) {
  const allocations = body.allocations ?? [];
  const paidAt = new Date(body.paidAt);
  const day = bangkokDate(paidAt);
  const customer = await customerInScope(isOfDocument ? asSystem(ctx) : ctx, body.customerId);
  const account = body.bankAccountId
    ? await ctx.db
        .selectFrom('bankAccounts')
        .where('id', '=', body.bankAccountId)
        .select(['companyId', 'isActive'])
        .executeTakeFirst()
    : undefined;
  if (!customer) faults.push({ field: 'customerId', code: 'UNKNOWN_ID' });
  else if (customer.mergedIntoId !== null) {
    faults.push({ field: 'customerId', code: 'CUSTOMER_MERGED' });
  }
  if (paidAt.getTime() > ctx.clock.now().getTime() + AHEAD_MS) {
    faults.push({ field: 'paidAt', code: 'FUTURE_DATE' });
  }
  const earliest = addDays(today(ctx.clock), -OLDEST_DAYS);
  if (!isOfBank && !isOpening && day < earliest) {
    faults.push({ field: 'paidAt', code: 'PAID_TOO_LONG_AGO', params: { date: earliest } });
  }
  const isKnown = account && (account.isActive || isOfBank);
  if (body.bankAccountId && (!isKnown || account.companyId !== customer?.companyId)) {
    faults.push({ field: 'bankAccountId', code: 'UNKNOWN_ID' });
  }
  const meant = decimal.add('0', ...allocations.map(({ amount }) => amount));
  if (decimal.compare(meant, body.amount) > 0) {
    faults.push({ field: 'allocations', code: 'OVER_PAYMENT', params: { max: body.amount } });
  } else if (body.method === 'whtCert' && decimal.compare(meant, body.amount) < 0) {
    faults.push({ field: 'allocations', code: 'CERTIFICATE_NOT_WHOLE' });
  }
  refuseFaults(faults);
  if (!customer) throw new Error('a payment without a customer was refused');
  await lockAccount(ctx, customer.id);
  const slipSha256 = hashOf(files);
  const { companyId } = customer;
  const customerName = customer.name;
  await expectNew(ctx, {
    companyId,
    customerName,
    saleId: customer.saleId,
    isByHand: !isOfBank,
    isOfLine,
    slipSha256,
    day,
    body,
  });
  const referenceOccurrence = isOfLine ? await occurrenceOf(ctx, body, day) : 1;
  const owed = await expectOwed(ctx, { customerId: customer.id, allocations });
  if (body.method === 'whtCert') expectWithholdable(owed, allocations);
  const { id, documentNo } = await createDocument(ctx, payments.type, {
    companyId,
    status: 'pending',
    documentDate: day,
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('payments')
        .values({
          ...head,
          customerId: customer.id,
          method: body.method,
          paidAt,
          amount: body.amount,
          bankAccountId: body.bankAccountId ?? null,
          payerBank: body.payerBank ?? null,
          payerName: body.payerName || null,
          bankReference: body.bankReference || null,
          referenceOccurrence,
          chequeNo: body.chequeNo || null,
          chequeDate: body.chequeDate ?? null,
          whtCertNo: body.whtCertNo || null,
          whtCertDate: body.whtCertDate ?? null,
          slipSha256,
          isOpening,
          remark: body.remark || null,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [
              customer.code,
              customer.name,
              customer.nameEn,
              body.bankReference,
              body.chequeNo,
              body.whtCertNo,
              body.payerName,
            ],
          }),
        })
        .execute();
      if (allocations.length > 0) {
        await ctx.db
          .insertInto('paymentAllocations')
          .values(allocations.map((one) => ({ ...one, paymentId: head.id })))
          .execute();
      }
      await keepSlips(ctx, head.id, files);
    },
    after: { customer: customer.name, amount: body.amount, method: body.method },
  });
  if (!isCertain) {
    const alike = await chequeAlike(ctx, { id, companyId, body });
    await askToVerify(ctx, {
      ...{ id, documentNo, companyId, amount: body.amount, name: customer.name },
      alike,
    });
  }
  return { id, documentNo };
}

/** How often the bank has given this reference to money of the same day and amount. */
async function occurrenceOf(ctx: Ctx, body: Body, day: string): Promise<number> {
  if (!body.bankReference || !body.bankAccountId) return 1;
  const last = await ctx.db
    .selectFrom('payments')
    .where('bankAccountId', '=', body.bankAccountId)
    .where(sql<boolean>`upper(bank_reference) = upper(${body.bankReference})`)
    .where('amount', '=', body.amount)
    .where('documentDate', '=', day)
    .where('status', 'not in', GONE)
    .select(({ fn }) => fn.max('referenceOccurrence').as('last'))
    .executeTakeFirst();
  return (last?.last ?? 0) + 1;
}

/** A cheque of another customer with the same number of the same bank: of another book, or a mistake. */
async function chequeAlike(
  ctx: Ctx,
  { id, companyId, body }: { readonly id: string; readonly companyId: string; readonly body: Body },
): Promise<string | null> {
  if (!body.chequeNo || !body.payerBank) return null;
  const alike = await ctx.db
    .selectFrom('payments')
    .where('companyId', '=', companyId)
    .where('payerBank', '=', body.payerBank)
    .where('chequeNo', '=', body.chequeNo)
    .where('status', 'not in', GONE)
    .where('id', '<>', id)
    .orderBy('createdAt')
    .select('documentNo')
    .executeTakeFirst();
  return alike?.documentNo ?? null;
}

async function keepSlips(ctx: Ctx, paymentId: string, files: readonly UploadedFile[]) {
  for (const file of files) {
    const fileId = await storeFile(ctx, file);
    await ctx.db
      .insertInto('attachments')
      .values({
        subjectType: 'payments',
        subjectId: paymentId,
        fileId,
        kind: 'other',
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
      })
      .execute();
  }
}

/** Whoever verifies hears of it, except who entered it. */
async function askToVerify(
  ctx: Ctx,
  payment: {
    readonly id: string;
    readonly documentNo: string;
    readonly companyId: string;
    readonly amount: string;
    readonly name: string;
    /** The payment by a cheque of the same number. */
    readonly alike: string | null;
  },
): Promise<void> {
  const people = await audienceOf(ctx, {
    ability: 'payment-data:verify',
    companyId: payment.companyId,
    except: [ctx.actor.userId],
  });
  const { alike } = payment;
  await notify(ctx, people, {
    category: 'reminder',
    type: alike === null ? 'info' : 'warning',
    title: {
      en: `Payment ${payment.documentNo} waits for verification`,
      th: `รายการรับชำระ ${payment.documentNo} รอตรวจสอบ`,
    },
    description: {
      en: `${payment.name}, ${payment.amount} THB.${alike === null ? '' : ` ${alike} has a cheque of the same bank and number.`}`,
      th: `${payment.name} จำนวน ${payment.amount} บาท${alike === null ? '' : ` เลขที่เช็คและธนาคารตรงกับ ${alike} โปรดตรวจสอบว่าเป็นคนละฉบับ`}`,
    },
    action: payments.path(payment.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'payments', id: payment.id },
    dedupeKey: `payments:${payment.id}:verify`,
  });
}
