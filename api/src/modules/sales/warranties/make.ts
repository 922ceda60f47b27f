import { addDays, decimal } from '@boxyard/shared/domain';
import { type WarrantyType, warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import { CURRENT_WARRANTY_STATUSES } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { asSystem, type Ctx, today } from '../../../kernel/index.ts';
import { createDocument, type Effect, runAction, searchTextOf } from '../../../workflow/index.ts';
import { lockProduct } from '../../containers/index.ts';
import { issueFor } from '../../money/index.ts';
import type { Holder } from './holder.ts';
import { differenceOf } from './tell.ts';
import { type WarrantyRow, warranties } from './type.ts';

/** What a warranty says when it is made. */
interface NewWarranty {
  readonly productId: string;
  readonly type: WarrantyType;
  readonly startDate: string;
  /** Its last day, where that does not follow from its months: what is left of another one. */
  readonly endDate?: string;
  readonly months: number;
  readonly coverage: WarrantyRow['coverage'];
  readonly exclusions?: string | null;
  readonly price: string;
  /** Part of the list price in per cent that is given away with it. */
  readonly givenPercent?: string;
  readonly previousId: string | null;
  readonly requestId: string | null;
  /** Status and payment of the one that it goes on with; by its price and day where there is none. */
  readonly moved?: Pick<WarrantyRow, 'isSettled' | 'status'>;
}

export type Owner = Pick<
  Holder,
  | 'companyId'
  | 'contractId'
  | 'contractNo'
  | 'customerId'
  | 'saleId'
  | 'serialNumber'
  | 'code'
  | 'name'
  | 'nameEn'
>;

/**
 * Writes a warranty of a container, whose row is locked first, so that its periods follow each other.
 * It is in force at once where it is free and its first day has come.
 */
export async function makeWarranty(ctx: Ctx, owner: Owner, warranty: NewWarranty) {
  await lockProduct(ctx, warranty.productId);
  const day = today(ctx.clock);
  const isSettled = warranty.moved?.isSettled ?? decimal.isZero(warranty.price);
  const begun = isSettled && warranty.startDate <= day ? 'active' : 'scheduled';
  const made = await createDocument(ctx, warranties.type, {
    companyId: owner.companyId,
    status: warranty.moved?.status ?? begun,
    documentDate: day,
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('warranties')
        .values({
          ...head,
          productId: warranty.productId,
          customerId: owner.customerId,
          contractId: owner.contractId,
          saleId: owner.saleId,
          requestId: warranty.requestId,
          previousId: warranty.previousId,
          type: warranty.type,
          startDate: warranty.startDate,
          endDate: warranty.endDate ?? warrantyEnd(warranty.startDate, warranty.months),
          months: warranty.months,
          coverage: warranty.coverage,
          exclusions: warranty.exclusions ?? null,
          price: warranty.price,
          givenPercent: warranty.givenPercent ?? '0.00',
          isSettled,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [owner.serialNumber, owner.code, owner.name, owner.nameEn],
          }),
        })
        .execute();
    },
    after: { startDate: warranty.startDate, months: warranty.months, price: warranty.price },
  });
  await noteOnContainer(ctx, warranty.productId);
  return made;
}

/** The container says until when it is covered: its list and its page show that. */
export async function noteOnContainer(ctx: Ctx, productId: string): Promise<void> {
  await sql`update products p set warranty_start = w.first_day, warranty_end = w.last_day
    from (select min(start_date) as first_day, max(end_date) as last_day from warranties
      where product_id = ${productId} and is_settled and status in ('scheduled', 'active')) w
    where p.id = ${productId} and (p.warranty_start, p.warranty_end) is distinct from (w.first_day, w.last_day)`.execute(
    ctx.db,
  );
}

/** Takes a step of a warranty for the system: by time, by money, or with its contract. */
export async function step(
  ctx: Ctx,
  row: Pick<WarrantyRow, 'id' | 'version' | 'productId'>,
  {
    action,
    reason = null,
    set = {},
  }: {
    readonly action: 'start' | 'suspend' | 'resume' | 'expire' | 'void';
    readonly reason?: string | null;
    readonly set?: Effect<'warranties'>['set'];
  },
): Promise<void> {
  await runAction(asSystem(ctx), warranties.type, {
    action,
    id: row.id,
    version: row.version,
    reason,
    // The nights say what somebody has to know.
    effect: async (before) => ({
      set,
      diff: differenceOf({ ...before }, { ...set }),
      touches: ['products'],
      notices: [],
    }),
  });
  await noteOnContainer(ctx, row.productId);
}

/** The invoice of a warranty that is not free: due within the customer's credit (section 18). */
export async function billWarranty(
  ctx: Ctx,
  owner: Pick<Holder, 'companyId' | 'customerId' | 'serialNumber' | 'creditTermDays'>,
  warranty: {
    readonly id: string;
    readonly documentNo: string;
    readonly months: number;
    readonly price: string;
  },
): Promise<void> {
  const { id, documentNo, months, price } = warranty;
  await issueFor(ctx, [
    {
      companyId: owner.companyId,
      customerId: owner.customerId,
      source: { type: 'warranty', id, key: '1', label: documentNo },
      dueDate: addDays(today(ctx.clock), owner.creditTermDays),
      // A service: VAT is due with the money.
      taxPoint: 'payment',
      vatMode: 'exclusive',
      items: [
        {
          description: `ต่อประกันตู้ ${owner.serialNumber} ${months} เดือน / Warranty of ${owner.serialNumber} for ${months} months`,
          quantity: 1,
          unit: null,
          unitPrice: decimal.round(price, 4),
          isService: true,
        },
      ],
    },
  ]);
}

type CurrentOf = { readonly productId: string } | { readonly contractId: string };

/** Warranties of a container or contract that count, in the order of their days, locked. */
export const currentOf = (ctx: Ctx, of: CurrentOf) => currentQuery(ctx, of).forUpdate().execute();

/** The same as they are read, by whoever changes nothing. */
export const currentSeen = (ctx: Ctx, of: CurrentOf) => currentQuery(ctx, of).execute();

const currentQuery = (ctx: Ctx, of: CurrentOf) => {
  const query = ctx.db
    .selectFrom('warranties')
    .where('status', 'in', [...CURRENT_WARRANTY_STATUSES])
    .orderBy('startDate')
    .orderBy('id')
    .selectAll();
  return 'productId' in of
    ? query.where('productId', '=', of.productId)
    : query.where('contractId', '=', of.contractId);
};
