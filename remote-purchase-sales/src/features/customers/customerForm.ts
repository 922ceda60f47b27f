import type { CustomerDetail } from '@boxyard/shared/contract';
import type { FormValues } from '@boxyard/shared/kit';

/** What a new customer begins with. */
export const NEW_CUSTOMER: FormValues = {
  type: 'juristic',
  branchCode: '00000',
  contacts: [],
  registeredAddress: {},
  installAddresses: [],
  creditTermDays: 0,
  hasConsent: false,
};

type Address = NonNullable<CustomerDetail['registeredAddress']>;

const addressOf = (address: Address | null) =>
  address && {
    line1: address.line1,
    provinceId: address.provinceId,
    amphoeId: address.amphoeId,
    districtId: address.districtId,
    zipcode: address.zipcode,
  };

/** A customer as its form holds it. */
export const formOf = (customer: CustomerDetail): FormValues => ({
  id: customer.id,
  type: customer.type,
  prefix: customer.prefix,
  firstName: customer.firstName,
  lastName: customer.lastName,
  companyName: customer.companyName,
  nameEn: customer.nameEn,
  taxId: customer.taxId,
  branchCode: customer.branchCode,
  phone: customer.phone,
  phone2: customer.phone2,
  email: customer.email,
  lineId: customer.lineId,
  birthDate: customer.birthDate,
  contacts: customer.contacts,
  registeredAddress: addressOf(customer.registeredAddress) ?? {},
  billingAddress: addressOf(customer.billingAddress),
  shippingAddress: addressOf(customer.shippingAddress),
  installAddresses: (customer.installAddresses ?? []).map((place) => ({
    ...place,
    address: addressOf(place.address),
  })),
  saleId: customer.sale?.id ?? null,
  source: customer.source,
  creditTermDays: customer.creditTermDays,
  hasConsent: customer.consentAt !== null,
  remark: customer.remark,
  isActive: customer.isActive,
});

/** The body of a call: what belongs to the other type is not sent. */
export function bodyOf({ id: _id, ...values }: FormValues): FormValues {
  const isJuristic = values.type === 'juristic';
  return {
    ...values,
    ...(isJuristic
      ? { firstName: null, lastName: null, birthDate: null }
      : { companyName: null, branchCode: null }),
  };
}
