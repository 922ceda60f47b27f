import type { MessageChannel } from '@boxyard/shared/domain/money/reminders.ts';
import { masked, maskedEmail } from '@boxyard/shared/domain/sales/customers.ts';
import type { CustomerSnapshot } from '../../db/schema/money.ts';
import type { Ctx } from '../../kernel/index.ts';
import { seesPersonalData, visibleCustomers } from '../partners/index.ts';

/** The customer as documents name it today. */
export async function snapshotOf(ctx: Ctx, customerId: string): Promise<CustomerSnapshot> {
  const row = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select(['code', 'name', 'nameEn', 'taxId', 'branchCode', 'phone', 'email'])
    .select(['registeredAddress', 'billingAddress'])
    .executeTakeFirstOrThrow();
  const { registeredAddress, billingAddress, ...said } = row;
  const address = billingAddress ?? registeredAddress;
  return { ...said, address: address.textTh, addressEn: address.text };
}

/** What this person sees of whom a document was made out to. */
export function shownSnapshot(ctx: Ctx, to: CustomerSnapshot) {
  const inFull = seesPersonalData(ctx);
  return {
    code: to.code,
    name: to.name,
    nameEn: to.nameEn,
    taxId: to.taxId === null || inFull ? to.taxId : masked(to.taxId),
    branchCode: to.branchCode,
    address: inFull ? (ctx.locale === 'th' ? to.address : to.addressEn) : null,
  };
}

/** Where a message of a document went. */
export const shownReceiver = (
  ctx: Ctx,
  { channel, sentTo }: { readonly channel: MessageChannel; readonly sentTo: string },
): string => {
  if (seesPersonalData(ctx)) return sentTo;
  return channel === 'email' ? maskedEmail(sentTo) : masked(sentTo);
};

/** A customer that this person may make out something to. */
export const customerInScope = (ctx: Ctx, id: string) =>
  visibleCustomers(ctx)
    .where('c.id', '=', id)
    .select([
      'c.id',
      'c.companyId',
      'c.code',
      'c.name',
      'c.nameEn',
      'c.isActive',
      'c.mergedIntoId',
      'c.creditTermDays',
      'c.saleId',
    ])
    .executeTakeFirst();
