import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import type { BuyerSnapshot } from '../../../db/schema/partSales.ts';
import { addressText, type Ctx, type FieldFault } from '../../../kernel/index.ts';
import { seesPersonalData, visibleCustomers } from '../../partners/index.ts';

interface Buying {
  readonly saleId: string;
  readonly words: readonly string[];
}

/** The customer, if this person may sell to them in that company; else what speaks against it. */
export async function buyingCustomer(
  ctx: Ctx,
  { customerId, companyId }: { readonly customerId: string; readonly companyId: string },
): Promise<{ readonly faults: readonly FieldFault[]; readonly customer: Buying | null }> {
  const row = await visibleCustomers(ctx)
    .where('c.id', '=', customerId)
    .where('c.companyId', '=', companyId)
    .select(['c.code', 'c.name', 'c.nameEn', 'c.saleId', 'c.isActive', 'c.isBlacklisted'])
    .executeTakeFirst();
  const fault = (code: string) => ({ faults: [{ field: 'customerId', code }], customer: null });
  if (!row) return fault('UNKNOWN_ID');
  if (!row.isActive) return fault('INACTIVE');
  if (row.isBlacklisted) return fault('CUSTOMER_BLACKLISTED');
  const words = [row.code, row.name, row.nameEn].filter((word) => word !== null);
  return { faults: [], customer: { saleId: row.saleId, words } };
}

/** The customer as documents name them, as they are today; locked ones stay so until the commit. */
export async function buyerNow(
  ctx: Ctx,
  customerId: string,
): Promise<BuyerSnapshot & { readonly isActive: boolean; readonly isBlacklisted: boolean }> {
  const row = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select(['name', 'taxId', 'branchCode', 'phone', 'registeredAddress', 'billingAddress'])
    .select(['isActive', 'isBlacklisted'])
    .executeTakeFirstOrThrow();
  const { registeredAddress, billingAddress, ...rest } = row;
  return { ...rest, address: addressText(billingAddress ?? registeredAddress, 'th') };
}

/** What of a buyer this person may see: without the ability only who it is. */
export const shownBuyer = (ctx: Ctx, buyer: BuyerSnapshot): BuyerSnapshot => {
  const { name, taxId, branchCode, phone, address } = buyer;
  return seesPersonalData(ctx)
    ? { name, taxId, branchCode, phone, address }
    : {
        name,
        taxId: taxId && masked(taxId),
        branchCode,
        phone: phone && masked(phone),
        address: null,
      };
};
