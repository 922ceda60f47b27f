import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { bangkokDate } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';

/** What a new contract begins with. */
export const newContract = (): FormValues => ({
  type: 'sale',
  documentDate: bangkokDate(new Date()),
  startDate: bangkokDate(new Date()),
  vatMode: 'exclusive',
  whtRate: '0.00',
  depositAmount: '0.00',
  depositRefundable: false,
  downPayment: '0.00',
  installmentCount: 12,
  interval: 'month',
  dueDay: 'last',
  interestType: 'none',
  interestRate: '0.00',
  titleHolder: 'customer',
  warrantyMonths: 12,
  coverage: 'full',
  witnesses: [],
});

/** The form of a contract as it is. */
export const formOf = (doc: ContractDetail): FormValues => ({
  type: doc.type,
  documentDate: doc.documentDate,
  customerId: doc.customer.id,
  saleId: doc.sale?.id ?? null,
  productModelId: doc.productModel.id,
  installSite: doc.installSite,
  startDate: doc.startDate,
  endDate: doc.endDate,
  price: doc.price,
  discountType: doc.discountType,
  discountValue: doc.discountValue,
  discountReason: doc.discountReason,
  vatMode: doc.vatMode,
  whtRate: doc.whtRate,
  depositAmount: doc.depositAmount,
  depositRefundable: doc.depositRefundable,
  downPayment: doc.downPayment,
  installmentCount: doc.installmentCount,
  interval: doc.interval,
  dueDay: doc.dueDay,
  firstDueDate: doc.firstDueDate,
  interestType: doc.interestType,
  interestRate: doc.interestRate,
  titleHolder: doc.titleHolder,
  warrantyMonths: doc.warrantyMonths,
  coverage: doc.coverage,
  witnesses: doc.witnesses,
  terms: doc.terms,
  remark: doc.remark,
  currentVersionNo: doc.currentVersionNo,
});

/** Without what only the form knows. */
export const bodyOf = ({ currentVersionNo: _form, ...values }: FormValues): FormValues => values;
