import { can, decimal, isDraft } from '@boxyard/shared/domain';
import type { InvoiceSource, InvoiceType } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  mayUseCompany,
  record,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { changesOf, createDocument, loadVisible, searchTextOf } from '../../../workflow/index.ts';
import { customerInScope } from '../customers.ts';
import {
  amountColumns,
  amountsOf,
  discountFaults,
  expectDiscountWithin,
  type InvoiceAmounts,
  type InvoiceBody,
  itemRows,
  taxFaults,
  vatRateOf,
} from './amounts.ts';
import { storedText, wordsOf } from './source.ts';
import { type InvoiceRow, invoices } from './type.ts';

/** What stands behind an invoice that another document asks for. */
export interface Origin {
  readonly type: InvoiceType;
  readonly sourceType: InvoiceSource;
  readonly sourceId: string | null;
  readonly sourceKey: string | null;
  readonly sourceLabel: string | null;
}

/** One made by hand. */
export const BY_HAND: Origin = {
  type: 'other',
  sourceType: 'manual',
  sourceId: null,
  sourceKey: null,
  sourceLabel: null,
};

/** What its source has agreed on tax. */
export interface PlannedTax {
  /** Per cent. */
  readonly vatRate: string;
  /** Of one line: a payment plan has worked it out for the whole, and shared it out to the satang. */
  readonly shares?: { readonly vatAmount: string; readonly whtAmount: string };
}

/** What an invoice asks for, on behalf of its source. */
type Asked = Pick<InvoiceRow, 'sourceType' | 'sourceId' | 'sourceKey' | 'subTotal'>;

const plans = new Map<InvoiceSource, (ctx: Ctx, asked: Asked) => Promise<PlannedTax | null>>();

/**
 * Is asked whenever an invoice of such a source is worked out anew: what was agreed on its tax, so that
 * invoices that took the place of others, or whose discount was taken back, still add up to the plan.
 */
export function onPlan(
  source: InvoiceSource,
  hook: (ctx: Ctx, asked: Asked) => Promise<PlannedTax | null>,
): void {
  plans.set(source, hook);
}

/** The agreed tax of an invoice that another document asked for: its plan, else its own rate. */
export async function plannedOf(
  ctx: Ctx,
  row: Asked & Pick<InvoiceRow, 'vatRate'>,
): Promise<PlannedTax | undefined> {
  if (!isAgreed(row)) return undefined;
  return (await plans.get(row.sourceType)?.(ctx, row)) ?? { vatRate: row.vatRate };
}

const given = new Map<InvoiceSource, (ctx: Ctx, sourceId: string) => Promise<string>>();

/**
 * Is asked before a discount on an invoice of such a source: the part of the list price in per cent that its
 * document gave away. Both count together against a person's limit.
 */
export function onDiscount(
  source: InvoiceSource,
  hook: (ctx: Ctx, sourceId: string) => Promise<string>,
): void {
  given.set(source, hook);
}

/** The part of the list price in per cent that the document of an invoice gave away. */
export const givenBefore = async (
  ctx: Ctx,
  { sourceType, sourceId }: Pick<InvoiceRow, 'sourceType' | 'sourceId'>,
): Promise<string> =>
  (sourceId === null ? undefined : await given.get(sourceType)?.(ctx, sourceId)) ?? '0.00';

/** A discount that somebody within whose limit it was has given already. */
type Granted = Pick<InvoiceRow, 'subTotal' | 'discountTotal'>;

interface Place {
  readonly companyId: string;
  readonly planned?: PlannedTax | undefined;
  readonly granted?: Granted | undefined;
  /** Part of the list price in per cent that its document gave away. */
  readonly given?: string;
  /** The due date that it had before: it may have passed. */
  readonly before?: string;
  /** Another document asks for it: with whom and on what terms was agreed there. */
  readonly isAgreed: boolean;
}

const isAgreed = ({ sourceType }: Pick<Origin, 'sourceType'>): boolean => sourceType !== 'manual';

/** Checks a body against the tables and turns it into columns and lines. */
async function prepared(ctx: Ctx, body: InvoiceBody, place: Place) {
  const { companyId, before, planned, granted } = place;
  const [customer, company, account, vatRate] = await Promise.all([
    customerInScope(ctx, body.customerId),
    ctx.db
      .selectFrom('companies')
      .where('id', '=', companyId)
      .select(['isVatRegistered', 'isActive'])
      .executeTakeFirst(),
    body.bankAccountId
      ? ctx.db
          .selectFrom('bankAccounts')
          .where('id', '=', body.bankAccountId)
          .select(['companyId', 'isActive'])
          .executeTakeFirst()
      : undefined,
    vatRateOf(ctx, companyId),
  ]);
  const faults: FieldFault[] = [];
  if (!company || !mayUseCompany(ctx.actor, companyId)) {
    faults.push({ field: 'companyId', code: 'UNKNOWN_ID' });
  }
  if (!customer) faults.push({ field: 'customerId', code: 'UNKNOWN_ID' });
  else if (customer.companyId !== companyId) {
    faults.push({ field: 'customerId', code: 'CUSTOMER_OF_OTHER_COMPANY' });
  } else if (!customer.isActive && !place.isAgreed) {
    faults.push({ field: 'customerId', code: 'INACTIVE' });
  }
  if (body.bankAccountId && (account?.companyId !== companyId || !account.isActive)) {
    faults.push({ field: 'bankAccountId', code: 'UNKNOWN_ID' });
  }
  if (body.dueDate !== before && body.dueDate < today(ctx.clock)) {
    faults.push({ field: 'dueDate', code: 'PAST_DATE' });
  }
  faults.push(...taxFaults(body, place.isAgreed || (company?.isVatRegistered ?? true)));
  const discount = body.discount ?? null;
  const priced = {
    vatMode: body.vatMode,
    vatRate: body.vatMode === 'none' ? '0.00' : (planned?.vatRate ?? vatRate),
    whtRate: body.whtRate ?? '0.00',
    discount,
  };
  const amounts = asPlanned(amountsOf({ ...priced, items: body.items }), planned);
  faults.push(...discountFaults(discount, { subTotal: amounts.subTotal, field: 'discount.value' }));
  refuseFaults(faults);
  if (!isGranted(amounts, granted)) {
    expectDiscountWithin(ctx, { ...amounts, ...(place.given ? { given: place.given } : {}) });
  }
  const values = {
    customerId: body.customerId,
    dueDate: body.dueDate,
    taxPoint: body.taxPoint,
    bankAccountId: body.bankAccountId ?? null,
    vatMode: body.vatMode,
    vatRate: priced.vatRate,
    whtRate: priced.whtRate,
    discountType: discount?.type ?? null,
    discountValue: discount?.value ?? null,
    remark: body.remark || null,
    ...amountColumns(amounts),
  };
  return { values, amounts, customer };
}

const isGranted = (amounts: InvoiceAmounts, granted: Granted | undefined): boolean =>
  granted !== undefined &&
  decimal.compare(amounts.discountTotal, granted.discountTotal) <= 0 &&
  decimal.compare(amounts.subTotal, granted.subTotal) >= 0;

/**
 * Amounts with the tax that their plan says, as long as nothing is taken off; the last line absorbs what
 * the plan rounded otherwise.
 */
export function asPlanned(
  amounts: InvoiceAmounts,
  planned: PlannedTax | undefined,
): InvoiceAmounts {
  if (!planned?.shares || !decimal.isZero(amounts.discountTotal)) return amounts;
  const { vatAmount, whtAmount } = planned.shares;
  const rest = decimal.subtract(vatAmount, amounts.vatAmount);
  return {
    ...amounts,
    vatAmount,
    whtAmount,
    grandTotal: decimal.round(decimal.add(amounts.baseAmount, vatAmount)),
    lines: amounts.lines.map((line, index) =>
      index === amounts.lines.length - 1
        ? { ...line, vatAmount: decimal.round(decimal.add(line.vatAmount, rest)) }
        : line,
    ),
  };
}

const searchText = (
  documentNo: string | null,
  {
    customer,
    body,
    origin,
  }: {
    readonly customer:
      | { readonly code: string; readonly name: string; readonly nameEn: string | null }
      | undefined;
    readonly body: Pick<InvoiceBody, 'items' | 'remark'>;
    readonly origin: Omit<Origin, 'type'>;
  },
) =>
  searchTextOf({
    documentNo,
    partIds: [],
    words: [
      customer?.code,
      customer?.name,
      customer?.nameEn,
      body.remark,
      // The number of what it is for is looked for among what the reader may read (`list.ts`).
      ...body.items.map(({ description }) => wordsOf(origin, description)),
    ],
  });

const stored = (origin: Omit<Origin, 'type'>, items: InvoiceBody['items']): InvoiceBody['items'] =>
  items.map((item) => ({ ...item, description: storedText(origin, item.description) }));

/** Drafts an invoice; it takes its number when it is issued. */
export async function draftInvoice(
  ctx: Ctx,
  {
    companyId,
    body,
    origin = BY_HAND,
    replacesId = null,
    mayBeLate = false,
    originalDueDate,
    planned,
    granted,
  }: {
    readonly companyId: string;
    readonly body: InvoiceBody;
    readonly origin?: Origin;
    readonly replacesId?: string | null;
    /** Its source says when it was due. */
    readonly mayBeLate?: boolean;
    /** When that was first, where the invoice takes the place of another one: time given changes no more than the due date. */
    readonly originalDueDate?: string;
    readonly planned?: PlannedTax | undefined;
    readonly granted?: Granted;
  },
): Promise<{ readonly id: string }> {
  const { values, amounts, customer } = await prepared(ctx, body, {
    companyId,
    planned,
    granted,
    isAgreed: isAgreed(origin),
    ...(mayBeLate ? { before: body.dueDate } : {}),
  });
  const { id } = await createDocument(ctx, invoices.type, {
    companyId,
    status: 'draft',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('invoices')
        .values({
          ...head,
          ...values,
          ...origin,
          replacesId,
          originalDueDate: originalDueDate ?? null,
          searchText: searchText(null, { customer, body, origin }),
        })
        .execute();
      await ctx.db
        .insertInto('invoiceItems')
        .values(itemRows(head.id, stored(origin, body.items), amounts))
        .execute();
    },
    after: { customer: customer?.name, grandTotal: amounts.grandTotal, dueDate: body.dueDate },
  });
  return { id };
}

/** An invoice made by hand. */
export const createInvoice = (ctx: Ctx, { body }: Input<'invoices.create'>) => {
  const { companyId, ...rest } = body;
  return draftInvoice(ctx, { companyId, body: rest });
};

type Agreed = 'customerId' | 'taxPoint' | 'vatMode' | 'whtRate' | 'subTotal';

/**
 * Another document's invoice is changed there: in the invoice neither its customer nor its amount, nor
 * the day on which its tax is due (section 78).
 */
function agreedFaults(
  row: Pick<InvoiceRow, Agreed | 'sourceType'>,
  values: Pick<InvoiceRow, Agreed>,
): FieldFault[] {
  if (!isAgreed(row)) return [];
  const fixed = {
    customerId: row.customerId === values.customerId,
    taxPoint: row.taxPoint === values.taxPoint,
    vatMode: row.vatMode === values.vatMode,
    whtRate: decimal.compare(row.whtRate, values.whtRate) === 0,
    items: decimal.compare(row.subTotal, values.subTotal) === 0,
  };
  return Object.entries(fixed).flatMap(([field, isKept]) =>
    isKept ? [] : [{ field, code: 'NOT_CHANGEABLE' }],
  );
}

/**
 * An invoice that takes the place of another one gives the customer no more time: only whoever may defer
 * moves its due date to a later day.
 */
async function deferralFaults(
  ctx: Ctx,
  { replacesId }: Pick<InvoiceRow, 'replacesId'>,
  dueDate: string,
): Promise<FieldFault[]> {
  const { page, actions } = invoices.type.machine;
  if (replacesId === null || can(ctx.actor.grants, `${page}:${actions.defer?.verb}`)) return [];
  const replaced = await ctx.db
    .selectFrom('invoices')
    .where('id', '=', replacesId)
    .select('dueDate')
    .executeTakeFirstOrThrow();
  return dueDate > replaced.dueDate
    ? [{ field: 'dueDate', code: 'DEFERRED_BY_REPLACEMENT', params: { date: replaced.dueDate } }]
    : [];
}

/** Changes a draft. */
export const updateInvoice = invoices.action('update', async (ctx, row, body) => {
  const { values, amounts, customer } = await prepared(ctx, body, {
    companyId: row.companyId,
    before: row.dueDate,
    isAgreed: isAgreed(row),
    planned: await plannedOf(ctx, row),
    given: await givenBefore(ctx, row),
    // What was given to this customer on the invoice whose place it takes.
    granted: row.replacesId === null || body.customerId !== row.customerId ? undefined : row,
  });
  refuseFaults([...agreedFaults(row, values), ...(await deferralFaults(ctx, row, values.dueDate))]);
  await ctx.db.deleteFrom('invoiceItems').where('invoiceId', '=', row.id).execute();
  await ctx.db
    .insertInto('invoiceItems')
    .values(itemRows(row.id, stored(row, body.items), amounts))
    .execute();
  return {
    set: {
      ...values,
      searchText: searchText(null, { customer, body, origin: row }),
    },
    diff: changesOf(row, { dueDate: values.dueDate, grandTotal: amounts.grandTotal }),
  };
});

/** Removes a draft, which has no number; what was issued is voided. */
export async function deleteInvoice(ctx: Ctx, { params }: Input<'invoices.delete'>) {
  const row = await loadVisible(ctx, invoices.type, { id: params.id, lock: true });
  if (!isDraft(row.status)) throw conflict('NOT_DELETABLE', { current: row.status });
  await removeDraft(ctx, row);
  return { data: {} };
}

/** Forgets a draft that is locked; it has no number. */
export async function removeDraft(ctx: Ctx, row: InvoiceRow): Promise<void> {
  await ctx.db.deleteFrom('invoices').where('id', '=', row.id).execute();
  await record(ctx, {
    subject: 'invoices',
    subjectId: row.id,
    companyId: row.companyId,
    action: 'delete',
    from: row.status,
    before: { customerId: row.customerId, grandTotal: row.grandTotal },
  });
}
