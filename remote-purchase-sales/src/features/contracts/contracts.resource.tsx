import { registerContract } from '@boxyard/shared/client';
import { contractsArea } from '@boxyard/shared/contract/areas/contracts.ts';
import { VAT_MODES } from '@boxyard/shared/domain';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { CONTRACT_COVERAGES } from '@boxyard/shared/domain/sales/contracts.ts';
import {
  CONTRACT_TYPES,
  INTEREST_TYPES,
  PLAN_INTERVALS,
  TITLE_HOLDERS,
} from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { actionFields, defineResource, type FormValues } from '@boxyard/shared/kit';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import { ContainerTag } from './ContainerTag.tsx';
import { DueDayInput } from './DueDayInput.tsx';
import { followListPrice } from './listPrice.ts';
import { PaymentStatus } from './PaymentStatus.tsx';
import { SettlementStatus } from './SettlementStatus.tsx';
import { SiteInput } from './SiteInput.tsx';
import { WitnessesInput } from './WitnessesInput.tsx';
import '../../kitTexts.ts';

registerContract(contractsArea);

const isSale = ({ type }: FormValues) => type === 'sale';
const isRegular = (values: FormValues) => !isSale(values);
const isHirePurchase = ({ type }: FormValues) => type === 'installment';
const isLease = ({ type }: FormValues) => type === 'lease';
const bearsInterest = (values: FormValues) =>
  isHirePurchase(values) && values.interestType !== 'none';

/** Only a proposal begins with a day from which it counts. */
const amendmentFields = actionFields('contracts.amend', (f) => [
  f.date('effectiveDate', {
    only: 'edit',
    help: 'help.effectiveDate',
    show: ({ effectiveDate }) => effectiveDate !== undefined,
  }),
]);

/** Contracts with customers (docs/domain/containers.md "Contract", specification 2). */
export const contracts = defineResource({
  list: 'contracts.list',
  texts: 'remote-purchase-sales:contracts',
  page: 'purchase-contract',
  machine: contractMachine,
  // The specification names the tabs.
  firstTab: 'all',
  routes: {
    list: 'purchase-contract',
    create: 'purchase-contract-create',
    document: 'purchase-contract-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.ref('customer', { show: 'name' }),
    c.person('sale'),
    c.custom('paymentStatus', { render: (row) => <PaymentStatus contract={row} /> }),
    c.status(contractMachine),
    c.custom('settlementStatus', {
      hidden: true,
      render: (row) => <SettlementStatus value={row.settlementStatus} />,
    }),
    c.date('documentDate', { hidden: true }),
    c.choice('type', { hidden: true }),
    c.ref('productModel', { show: 'name', hidden: true }),
    c.custom('product', {
      hidden: true,
      render: (row) => <ContainerTag contract={row} />,
    }),
    c.money('grandTotal', { hidden: true }),
    c.money('outstandingAmount', { hidden: true }),
    c.date('nextDueDate', { hidden: true }),
    c.date('startDate', { hidden: true }),
    c.date('endDate', { hidden: true }),
  ],
  form: (f) => [
    f.section('general', [
      f.choice('type', CONTRACT_TYPES, { autoFocus: true }),
      f.record('customerId', 'customers.master', {
        span: 4,
        follow: ({ id: customerId }, _values, form) => followListPrice({ ...form, customerId }),
      }),
      f.record('saleId', 'users.all', { help: 'help.saleId' }),
      f.record('productModelId', 'productModels.all', {
        follow: ({ id: productModelId }, _values, form) =>
          followListPrice({ ...form, productModelId, price: null }),
      }),
      f.date('documentDate'),
      f.date('startDate'),
      f.date('endDate', { show: isLease }),
    ]),
    f.section('site', [f.custom('installSite', (props) => <SiteInput {...props} />, { span: 6 })]),
    f.section('price', [
      f.money('price', { help: 'help.price' }),
      f.custom(
        'discountValue',
        ({ values, patch, id, disabled }) => (
          <DiscountInput
            id={id}
            value={
              values.discountValue
                ? ({ type: values.discountType, value: values.discountValue } as Discount)
                : null
            }
            onChange={(discount) =>
              patch({
                discountType: discount?.type ?? null,
                discountValue: discount?.value ?? null,
              })
            }
            disabled={disabled}
          />
        ),
        { span: 2 },
      ),
      f.text('discountReason', { show: (values) => Boolean(values.discountValue) }),
      f.choice('vatMode', VAT_MODES),
      f.percent('whtRate', { help: 'help.whtRate' }),
      f.money('depositAmount'),
      f.flag('depositRefundable'),
    ]),
    f.section('plan', [
      f.money('downPayment', { show: isHirePurchase }),
      f.integer('installmentCount', { show: isRegular }),
      f.choice('interval', PLAN_INTERVALS, { show: isRegular }),
      f.custom('dueDay', (props) => <DueDayInput {...props} />, { show: isRegular, span: 2 }),
      f.date('firstDueDate', { help: 'help.firstDueDate' }),
      f.choice('interestType', INTEREST_TYPES, { show: isHirePurchase }),
      f.percent('interestRate', { show: bearsInterest }),
      f.choice('titleHolder', TITLE_HOLDERS, { show: isHirePurchase, help: 'help.titleHolder' }),
    ]),
    f.section('terms', [
      f.integer('warrantyMonths'),
      f.choice('coverage', CONTRACT_COVERAGES),
      f.custom('witnesses', (props) => <WitnessesInput {...props} />, { span: 2 }),
      f.longText('terms', { span: 6, help: 'help.terms' }),
      f.longText('remark', { span: 6 }),
      f.text('versionReason', {
        only: 'edit',
        span: 6,
        help: 'help.versionReason',
        show: ({ currentVersionNo }) => Number(currentVersionNo) > 0,
      }),
      ...amendmentFields,
    ]),
  ],
});
