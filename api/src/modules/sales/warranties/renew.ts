import { decimal, startsFrom } from '@boxyard/shared/domain';
import { percentBelow } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
import { COVERED_AHEAD_MONTHS, warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import {
  OPEN_WARRANTY_REQUESTS,
  warrantyRequestMachine,
} from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { formatDate } from '../../../documents/format.ts';
import {
  asSystem,
  type Ctx,
  conflict,
  type Input,
  type Localised,
  named,
  notify,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { loadVisible, runAction, searchTextOf } from '../../../workflow/index.ts';
import { lockProduct } from '../../containers/index.ts';
import { lockAccount } from '../../money/index.ts';
import { type WarrantyRequestRow, warrantyRequests } from '../warrantyRequests/type.ts';
import { type Holder, holderOf } from './holder.ts';
import { billWarranty, makeWarranty } from './make.ts';
import { type Change, tellChange } from './tell.ts';
import { expectHolder, expectPriceWithin, expectSameHolder, termsOf } from './terms.ts';
import { type WarrantyRow, warranties } from './type.ts';

interface Renewal {
  readonly productId: string;
  readonly months: number;
  readonly coverage?: WarrantyRow['coverage'] | null | undefined;
  /** Without VAT; that of the list unless said. */
  readonly price?: string | null | undefined;
  readonly startDate?: string | null | undefined;
  readonly exclusions?: string | null | undefined;
  readonly requestId: string | null;
}

/**
 * Makes the warranty that follows on a container, with its invoice. 409 INSPECTION_REQUIRED after a
 * long lapse, RENEWAL_WAITS while one that follows already is not paid, COVERED_TOO_FAR where it would
 * end later than anybody promises.
 */
export async function makeRenewal(ctx: Ctx, asked: Holder, renewal: Renewal) {
  const holder = await lockHolder(ctx, asked, renewal.productId);
  await lockProduct(ctx, renewal.productId);
  const waiting = await ctx.db
    .selectFrom('warranties')
    .where('productId', '=', renewal.productId)
    .where('status', '=', 'scheduled')
    .where('isSettled', '=', false)
    .select(['id', 'documentNo'])
    .executeTakeFirst();
  if (waiting) throw conflict('RENEWAL_WAITS', { warranty: named('warranties', waiting) });
  const { productId, months } = renewal;
  const terms = await termsOf(ctx, holder, { productId, months });
  if (terms.needsInspection) throw conflict('INSPECTION_REQUIRED', { days: terms.lapsedDays });
  const price = renewal.price ?? terms.price;
  if (price === null) refuseFaults([{ field: 'price', code: 'REQUIRED' }]);
  const startDate = renewal.startDate ?? terms.startDate;
  if (startDate < terms.startDate) {
    refuseFaults([{ field: 'startDate', code: 'BEFORE_END' }]);
  }
  const latest = warrantyEnd(today(ctx.clock), COVERED_AHEAD_MONTHS);
  if (warrantyEnd(startDate, months) > latest) throw conflict('COVERED_TOO_FAR', { until: latest });
  const made = await makeWarranty(ctx, holder, {
    productId,
    type: terms.type,
    startDate,
    months,
    coverage: renewal.coverage ?? terms.coverage,
    exclusions: renewal.exclusions ?? null,
    price: price ?? '0.00',
    givenPercent: percentBelow(terms.price ?? '0', price ?? '0.00'),
    previousId: terms.last?.id ?? null,
    requestId: renewal.requestId,
  });
  const isFree = decimal.isZero(price ?? '0');
  if (!isFree) {
    await billWarranty(ctx, holder, {
      id: made.id,
      documentNo: made.documentNo,
      months,
      price: price ?? '0.00',
    });
  }
  await notifyOfRenewal(ctx, holder, { ...made, startDate, isFree });
  return { ...made, isFree };
}

/**
 * Holds the account and the contract of whoever has the container, so that both stay as they are: the
 * contract may have been ended or handed over while others held them (409 HOLDER_CHANGED).
 */
export async function lockHolder(ctx: Ctx, asked: Holder, productId: string): Promise<Holder> {
  await lockAccount(ctx, asked.customerId);
  await lockContract(ctx, asked.contractId);
  const holder = await holderOf(ctx, productId);
  const isSame = holder?.contractId === asked.contractId && holder.customerId === asked.customerId;
  if (!isSame) throw conflict('HOLDER_CHANGED');
  return holder;
}

/** A contract stays as it is until the end of the transaction. */
const lockContract = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('contracts').where('id', '=', id).select('id').forShare().execute();

/** The salesperson hears what another has renewed for their customer. */
async function notifyOfRenewal(
  ctx: Ctx,
  { saleId, serialNumber }: Holder,
  made: {
    readonly id: string;
    readonly documentNo: string;
    readonly startDate: string;
    readonly isFree: boolean;
  },
): Promise<void> {
  if (saleId === ctx.actor.userId) return;
  const from = { en: formatDate(made.startDate, 'en'), th: formatDate(made.startDate, 'th') };
  await notify(ctx, [saleId], {
    category: 'news',
    type: 'success',
    title: {
      en: `Warranty of ${serialNumber} was renewed`,
      th: `ต่อประกันตู้ ${serialNumber} แล้ว`,
    },
    description: made.isFree
      ? { en: `${made.documentNo}, from ${from.en}.`, th: `${made.documentNo} ตั้งแต่ ${from.th}` }
      : {
          en: `${made.documentNo}, from ${from.en}, once it is paid.`,
          th: `${made.documentNo} ตั้งแต่ ${from.th} เมื่อชำระเงินแล้ว`,
        },
    action: warranties.path(made.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: warranties.type.subject, id: made.id },
    dedupeKey: `warranties:${made.id}:renewed`,
  });
}

/** The customer has accepted what was approved. */
export const renewByRequest = warrantyRequests.action('accept', {
  before: async (ctx, { params }) => {
    const asked = await ctx.db
      .selectFrom('warrantyRequests')
      .where('id', '=', params.id)
      .select(['productId', 'customerId'])
      .executeTakeFirst();
    if (!asked) return;
    await lockAccount(ctx, asked.customerId);
    const holder = await holderOf(ctx, asked.productId);
    if (holder) await lockContract(ctx, holder.contractId);
    await lockProduct(ctx, asked.productId);
  },
  effect: async (ctx, row) => {
    const made = await makeRenewal(ctx, await expectSameHolder(ctx, row), {
      productId: row.productId,
      months: row.months,
      coverage: row.coverage,
      price: row.price,
      requestId: row.id,
    });
    return {
      to: made.isFree ? 'fulfilled' : 'invoiced',
      diff: { warranty: named('warranties', made) },
      touches: ['warranties', 'products', 'invoices'],
    };
  },
});

/** Makes a warranty of an approved request, or at once; another price than the list's needs a reason. */
export async function createWarranty(
  ctx: Ctx,
  { body }: Input<'warranties.create'>,
): Promise<{ readonly id: string }> {
  if (body.requestId) return createByRequest(ctx, { ...body, requestId: body.requestId });
  const { productId, months, price } = body;
  if (!months) {
    refuseFaults([{ field: 'months', code: 'REQUIRED' }]);
    throw new Error('unreachable');
  }
  const holder = await expectVisibleHolder(ctx, productId);
  const terms = await termsOf(ctx, holder, { productId, months });
  const differs =
    price !== null && price !== undefined && decimal.compare(price, terms.price ?? '0') !== 0;
  if (differs && !body.reason) refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
  if (differs || terms.price === null) {
    expectPriceWithin(ctx, { price: price ?? '0.00', listed: terms.price });
  }
  return makeRenewal(ctx, holder, { ...body, months, requestId: null });
}

/** A container that this person does not see is unknown. */
export async function expectVisibleHolder(ctx: Ctx, productId: string): Promise<Holder> {
  try {
    return await expectHolder(ctx, productId);
  } catch {
    refuseFaults([{ field: 'productId', code: 'UNKNOWN_ID' }]);
    throw new Error('unreachable');
  }
}

async function createByRequest(
  ctx: Ctx,
  body: { readonly requestId: string; readonly productId: string },
): Promise<{ readonly id: string }> {
  const row: WarrantyRequestRow = await loadVisible(ctx, warrantyRequests.type, {
    id: body.requestId,
  });
  if (row.productId !== body.productId) {
    refuseFaults([{ field: 'requestId', code: 'UNKNOWN_ID' }]);
  }
  await renewByRequest(ctx, { params: { id: row.id }, body: { version: row.version } });
  return ctx.db
    .selectFrom('warranties')
    .where('requestId', '=', row.id)
    .where('status', '<>', 'voided')
    .select('id')
    .executeTakeFirstOrThrow();
}

/** The request whose warranty is paid is done. */
export async function fulfilRequest(ctx: Ctx, requestId: string): Promise<void> {
  const row = await warrantyRequests.type.load(ctx, requestId, { lock: true });
  if (!row || !startsFrom(warrantyRequestMachine, 'fulfil', row.status)) return;
  await runAction(asSystem(ctx), warrantyRequests.type, {
    action: 'fulfil',
    id: row.id,
    version: row.version,
  });
}

/** What people hear of a request that another document has ended: its number is not for all of them. */
const BY_CONTRACT: Localised = {
  en: 'The contract of its container has changed.',
  th: 'สัญญาของตู้มีการเปลี่ยนแปลง',
};

/** A request whose warranty was taken back before it was paid comes to nothing. */
export async function closeRequest(
  ctx: Ctx,
  requestId: string,
  { reason, isByContract = false }: { readonly reason: string; readonly isByContract?: boolean },
): Promise<void> {
  const row = await warrantyRequests.type.load(ctx, requestId, { lock: true });
  // One that is paid is done, whatever becomes of its warranty.
  if (!row || !startsFrom(warrantyRequestMachine, 'fulfil', row.status)) return;
  await runAction(asSystem(ctx), warrantyRequests.type, {
    action: 'cancel',
    id: row.id,
    version: row.version,
    reason,
    effect: async () => (isByContract ? { told: BY_CONTRACT } : {}),
  });
}

/** Asked for, quoted or approved: nothing is made of it yet. */
const NOT_ACCEPTED = warrantyRequestMachine.actions.cancel.from.filter(
  (status) => !startsFrom(warrantyRequestMachine, 'fulfil', status),
);

/**
 * What was asked for a container and not accepted comes to nothing, since whoever has it or what stands
 * there is another; except what its customer from now on has asked for.
 */
export async function closeOpenRequests(
  ctx: Ctx,
  { productId, exceptOf }: { readonly productId: string; readonly exceptOf?: string },
  reason: string,
): Promise<void> {
  const open = await ctx.db
    .selectFrom('warrantyRequests')
    .where('productId', '=', productId)
    .where('status', 'in', NOT_ACCEPTED)
    .$if(exceptOf !== undefined, (query) => query.where('customerId', '<>', exceptOf ?? ''))
    .orderBy('id')
    .select(['id', 'version'])
    .forUpdate()
    .execute();
  for (const { id, version } of open) {
    await runAction(asSystem(ctx), warrantyRequests.type, {
      action: 'cancel',
      id,
      version,
      reason,
      effect: async () => ({ told: BY_CONTRACT }),
    });
  }
}

/** What a customer has asked for a container and still leads to a warranty, locked. */
export const openRequestsOf = (
  ctx: Ctx,
  { productId, customerId }: Pick<WarrantyRequestRow, 'productId' | 'customerId'>,
) =>
  ctx.db
    .selectFrom('warrantyRequests')
    .where('productId', '=', productId)
    .where('customerId', '=', customerId)
    .where('status', 'in', [...OPEN_WARRANTY_REQUESTS])
    .orderBy('id')
    .select(['id', 'companyId', 'documentNo', 'status'])
    .forUpdate()
    .execute();

/** A request that waits for its money goes over to another container with its warranty. */
export async function moveRequest(
  ctx: Ctx,
  requestId: string,
  {
    productId,
    serialNumber,
    change,
  }: {
    readonly productId: string;
    readonly serialNumber: string;
    readonly change: Change;
  },
): Promise<void> {
  const words = searchTextOf({ documentNo: null, partIds: [], words: [serialNumber] });
  const moved = await ctx.db
    .updateTable('warrantyRequests')
    // Whoever looks for the container of before finds it too.
    .set({ productId, searchText: sql`search_text || ' ' || ${words}` })
    .where('id', '=', requestId)
    .where('status', 'in', [...warrantyRequestMachine.actions.fulfil.from])
    .returning(['id', 'companyId', 'documentNo', 'status'])
    .executeTakeFirst();
  if (moved) await tellChange(ctx, { ...moved, subject: 'warrantyRequests' }, change);
}
