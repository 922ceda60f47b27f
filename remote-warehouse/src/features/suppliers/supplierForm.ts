import type { BodyIn, Contract, DataOf } from '@boxyard/shared/contract';

type Supplier = DataOf<Contract['suppliers.get']>;
type Body = BodyIn<Contract['suppliers.update']>;

/** A supplier as its form holds it; what a form does not show (blocking) stays as it is. */
export const formOf = (supplier: Supplier): Omit<Body, 'version'> & { readonly id: string } => ({
  id: supplier.id,
  name: supplier.name,
  nameTh: supplier.nameTh,
  taxId: supplier.taxId,
  branchCode: supplier.branchCode,
  isVatRegistered: supplier.isVatRegistered,
  address: {
    line1: supplier.address.line1,
    provinceId: supplier.address.provinceId,
    amphoeId: supplier.address.amphoeId,
    districtId: supplier.address.districtId,
    zipcode: supplier.address.zipcode,
  },
  contacts: supplier.contacts,
  bankAccounts: supplier.bankAccounts,
  categoryIds: supplier.categories.map(({ id }) => id),
  creditDays: supplier.creditDays,
  creditLimit: supplier.creditLimit,
  whtType: supplier.whtType,
  whtRate: supplier.whtRate,
  remark: supplier.remark,
  isActive: supplier.isActive,
  isBlocked: supplier.isBlocked,
  blockedReason: supplier.blockedReason,
});

/** The call that stops or resumes ordering from a supplier and changes nothing else. */
export function blockingOf(supplier: Supplier, reason: string | null): Body {
  const { id: _id, ...form } = formOf(supplier);
  return {
    ...form,
    version: supplier.version,
    isBlocked: reason !== null,
    blockedReason: reason,
  };
}
