import { can } from '@boxyard/shared/domain';
import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import type { CustomerSnapshot } from '../../db/schema/money.ts';
import { anyId, type Ctx } from '../../kernel/index.ts';
import { mustRef } from '../masterData/index.ts';
import { visibleCustomers } from '../partners/index.ts';

/** Customers as labels, by id. */
export async function customerRefs(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('customers')
    .where('id', '=', anyId([...new Set(ids)]))
    .select(['id', 'code', 'name', 'nameEn'])
    .execute();
  const found = new Map(
    rows.map((row) => [
      row.id,
      mustRef(row.id, row.code, { name: row.nameEn ?? row.name, nameTh: row.name }),
    ]),
  );
  return (id: string) => {
    const ref = found.get(id);
    if (!ref) throw new Error(`the customer ${id} is missing`);
    return ref;
  };
}

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
  const inFull = can(ctx.actor.grants, 'customer-data:view-pii');
  return {
    code: to.code,
    name: to.name,
    nameEn: to.nameEn,
    taxId: to.taxId === null || inFull ? to.taxId : masked(to.taxId),
    branchCode: to.branchCode,
    address: inFull ? (ctx.locale === 'th' ? to.address : to.addressEn) : null,
  };
}

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
      'c.creditTermDays',
    ])
    .executeTakeFirst();
