import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { bangkokDate, decimal, isDraft, startsFrom } from '@boxyard/shared/domain';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { CHARGE_KINDS, MAX_CHARGES } from '@boxyard/shared/domain/sales/settlement.ts';
import { actionFields, DocumentPage, FormPage, known, useDraftDeletion } from '@boxyard/shared/kit';
import { lazyParts, mayOpen, pathOf, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  Facts,
  Money,
  PageLink,
  RefText,
  registerOptionAside,
  ToneTag,
} from '@boxyard/shared/ui';
import { useParams, useSearchParams } from 'react-router-dom';
import { moneyPath } from '../../moneyTabs.ts';
import { ClauseSet } from './ClauseSet.tsx';
import { ContainerAside } from './ContainerAside.tsx';
import { bodyOf, formOf } from './contractForm.ts';
import classes from './contracts.module.css';
import { contracts } from './contracts.resource.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { Schedule } from './Schedule.tsx';
import { Settlement, SettlementPreview } from './Settlement.tsx';
import { furtherFactsOf, useReader } from './terms.tsx';

registerOptionAside('contracts.available', ContainerAside);

const TerminationPreview = lazyParts(() => import('./Termination.tsx')).part(
  ({ TerminationPreview }) => TerminationPreview,
);
const Proposed = lazyParts(() => import('./Proposed.tsx')).part(({ Proposed }) => Proposed);
const Decision = lazyParts(() => import('./Decision.tsx')).part(({ Decision }) => Decision);

type Doc = ContractDetail;

const today = () => bangkokDate(new Date());

/** A contract, or its form: `?edit=1` while nothing is agreed, `?amend=1` to propose a change. */
export function Page() {
  const [search] = useSearchParams();
  if (search.get('edit')) {
    return (
      <FormPage
        resource={contracts}
        mode="edit"
        toForm={formOf}
        toBody={bodyOf}
        aside={(values) => <PlanPreview values={values} />}
      />
    );
  }
  return search.get('amend') ? <Amendment /> : <Document />;
}

/** Proposes a change of what was agreed. */
function Amendment() {
  const { id } = useParams();
  return (
    <FormPage
      resource={contracts}
      mode="edit"
      endpoint="contracts.amend"
      toForm={(doc) => ({ ...formOf(doc), effectiveDate: today() })}
      toBody={({ versionReason, ...values }) => ({ ...bodyOf(values), reason: versionReason })}
      aside={(values) => <PlanPreview values={values} contractId={id} />}
    />
  );
}

/** A proposed change that nobody has decided on. */
const isUndecided = ({ proposal }: Doc): boolean =>
  proposal !== null && proposal.decidedAt === null;
/** An exchange that takes place once the other container is set up. */
const isExchangeAgreed = ({ proposal }: Doc): boolean =>
  proposal !== null && proposal.decidedAt !== null;
/** The customer waits for a container. */
const isToDeliver = (doc: Doc): boolean =>
  startsFrom(contractMachine, 'activate', doc.status) || isExchangeAgreed(doc);

const step = (action: string) => ({
  endpoint: 'contracts.changeStatus' as const,
  body: (_doc: Doc, values: Readonly<Record<string, unknown>>) => ({ ...values, action }),
});
/** The way to the requisition that hands its container out: of the warehouse where it is held, if it is. */
const requesting = (key: string, isIn: (doc: Doc) => boolean) => ({
  key,
  show: (doc: Doc) => doc.handOut !== null && isIn(doc) && mayOpen('container-requisition-create'),
  to: (doc: Doc) =>
    pathOf(
      'container-requisition-create',
      {},
      {
        for: 'contracts',
        contract: doc.id,
        warehouse: doc.handOut?.warehouseId ?? undefined,
        purpose: isExchangeAgreed(doc) ? 'exchange' : undefined,
      },
    ),
});
/** Where a container that is taken down may come back to. */
const returnWarehousesOf = (company: Doc['company']) => ({
  companyId: company.id,
  storage: true,
  containers: true,
});
const settleFields = actionFields('contracts.settle', (f) => [
  f.lines('charges', {
    max: MAX_CHARGES,
    newLine: () => ({ kind: 'damage' as const }),
    columns: (l) => [
      l.choice('kind', CHARGE_KINDS, { label: 'line.charge', width: 160 }),
      l.text('reason'),
      l.money('amount', { width: 150 }),
    ],
    totals: (values) => <SettlementPreview values={values} />,
  }),
  f.longText('remark', { span: 6 }),
]);

function Document() {
  const t = useT('remote-purchase-sales');
  const deletion = useDraftDeletion(contracts);
  return (
    <DocumentPage
      resource={contracts}
      facts={(doc) => [
        {
          key: 'customer',
          value: (
            <PageLink page="customer-data" query={{ record: doc.customer.id }}>
              <RefText value={doc.customer} />
            </PageLink>
          ),
        },
        { key: 'type', value: t(`contracts.choice.type.${doc.type}`) },
        ...(doc.formerNo === null ? [] : [{ key: 'formerNo', value: doc.formerNo }]),
        { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
        { key: 'paymentStatus', value: <PaymentStatus contract={doc} /> },
        ...(decimal.isZero(doc.outstandingAmount)
          ? []
          : [{ key: 'outstandingAmount', value: <Money value={doc.outstandingAmount} /> }]),
        ...(decimal.isZero(doc.overdueAmount)
          ? []
          : [{ key: 'overdueAmount', value: <Money value={doc.overdueAmount} /> }]),
        ...known('nextDueDate', doc.nextDueDate, (value) => <DateText value={value} />),
        { key: 'productModel', value: <RefText value={doc.productModel} show="name" /> },
        ...known('product', doc.product, (value) => (
          <PageLink page="container-warehouse-tracking-info" params={{ id: value.id }}>
            {value.serialNumber}
          </PageLink>
        )),
        ...known('sale', doc.sale, (value) => value.name),
        { key: 'startDate', value: <DateText value={doc.startDate} /> },
        ...known('endDate', doc.endDate, (value) => <DateText value={value} />),
        {
          key: 'installSite',
          value: `${doc.installSite.address} · ${doc.installSite.contactName} ${doc.installSite.contactPhone}`,
        },
        ...known('reservedUntil', doc.reservedUntil, (value) => <DateTimeText value={value} />),
        ...known('installedOn', doc.installedOn, (value) => <DateText value={value} />),
        ...known('activatedOn', doc.activatedOn, (value) => <DateText value={value} />),
        ...known('endedOn', doc.endedOn, (value) => <DateText value={value} />),
        ...(doc.currentVersionNo > 0
          ? [
              {
                key: 'currentVersionNo',
                value: (
                  <PageLink page="purchase-contract-versions" params={{ id: doc.id }}>
                    {t('contracts.versionOf', { number: doc.currentVersionNo })}
                  </PageLink>
                ),
              },
            ]
          : []),
        ...known('remark', doc.remark),
      ]}
      banner={({ proposal, grandTotal, product }, n) => [
        proposal &&
          n.warning(
            proposal.decidedAt === null ? 'proposal' : 'exchangeAgreed',
            { name: (proposal.decidedBy ?? proposal.proposedBy)?.name ?? '' },
            proposal.exchange ? (
              <>
                {proposal.reason} · {product?.serialNumber} →{' '}
                {proposal.exchange.product.serialNumber}
              </>
            ) : (
              <>
                {proposal.reason} · <Money value={grandTotal} /> →{' '}
                <Money value={proposal.grandTotal} />
              </>
            ),
          ),
        n.reason,
      ]}
      sections={[
        {
          key: 'checklist',
          show: (doc) => doc.checklist.some(({ isMet }) => !isMet),
          render: (doc) => <Checklist doc={doc} />,
        },
        {
          key: 'proposal',
          show: (doc) => doc.proposal !== null,
          render: (doc) => <Proposed doc={doc} />,
        },
        // Once it is over, what is left to settle comes first.
        {
          key: 'settlement',
          show: (doc) => doc.settlement !== null,
          render: (doc) => (doc.settlement ? <Settlement of={doc.settlement} /> : null),
        },
        {
          key: 'schedule',
          count: (doc) => doc.schedule.length,
          render: (doc) => <Schedule rows={doc.schedule} totals={doc.totals} />,
        },
        { key: 'agreed', render: (doc) => <Agreed doc={doc} /> },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        amend: { to: () => ({ search: '?amend=1' }) },
        reserve: {
          fields: ({ id, productModel }) =>
            actionFields('contracts.reserve', (f) => [
              f.flag('atCustomer', { span: 6, help: 'help.atCustomer' }),
              f.record('productId', 'contracts.available', {
                span: 6,
                help: 'help.productId',
                required: ({ atCustomer }) => Boolean(atCustomer),
                query: ({ atCustomer }) =>
                  atCustomer ? { atCustomerOf: id } : { productModelId: productModel.id },
              }),
            ]),
          initialValues: () => ({ atCustomer: false }),
          body: (_doc, { productId, atCustomer }) => ({
            atCustomer: atCustomer ?? false,
            productId: productId ?? null,
          }),
        },
        extend: {
          fields: actionFields('contracts.extend', (f) => [f.text('reason', { span: 6 })]),
        },
        submit: { ...step('submit'), asks: true },
        withdraw: step('withdraw'),
        approve: {
          ...step('approve'),
          asks: true,
          fields: ({ id }) =>
            actionFields('contracts.changeStatus', (f) => [
              f.panel('decision', () => <Decision contractId={id} />, {
                label: 'decision.title',
                span: 6,
              }),
            ]),
        },
        reject: step('reject'),
        revise: step('revise'),
        activate: { ...step('activate'), asks: true },
        'swap-product': {
          fields: ({ id, company }) =>
            actionFields('contracts.swapProduct', (f) => [
              f.record('productId', 'contracts.available', {
                label: 'field.newProduct',
                span: 6,
                help: 'help.newProduct',
                query: () => ({ insteadOf: id }),
              }),
              f.record('returnWarehouseId', 'masterData.subWarehouses', {
                span: 6,
                query: () => returnWarehousesOf(company),
              }),
            ]),
        },
        'withdraw-change': {
          asks: true,
          // Others reject it.
          hidden: (doc) => !doc.allowedActions.includes('withdraw-change'),
        },
        'approve-change': { asks: true, hidden: (doc) => !isUndecided(doc) },
        'reject-change': { hidden: (doc) => !isUndecided(doc) },
        'call-off-exchange': { hidden: (doc) => !isExchangeAgreed(doc) },
        'change-sale': {
          fields: actionFields('contracts.changeSale', (f) => [
            f.record('saleID', 'users.all', { span: 3 }),
            f.date('effectiveDate', { span: 3 }),
          ]),
          initialValues: () => ({ effectiveDate: today() }),
        },
        'change-customer': {
          fields: actionFields('contracts.changeCustomer', (f) => [
            f.record('customerID', 'customers.master', { span: 3 }),
            f.date('effectiveDate', { span: 3 }),
            f.flag('assumeOutstanding', { span: 6 }),
          ]),
          initialValues: () => ({ effectiveDate: today() }),
        },
        renew: {
          fields: actionFields('contracts.renew', (f) => [
            f.date('startDate', { span: 3 }),
            f.date('endDate', { span: 3 }),
          ]),
        },
        settle: {
          // Without a deposit a settlement is offered and nobody's duty.
          primary: (doc) => doc.settlementStatus === 'open',
          fields: settleFields,
          initialValues: (doc) => ({ charges: [], settlement: doc.settlement }),
          body: (_doc, { charges, remark }) => ({ charges, remark: remark ?? null }),
        },
        terminate: {
          ...step('terminate'),
          fields: ({ id, company }) =>
            actionFields('contracts.changeStatus', (f) => [
              f.date('effectiveDate', { span: 3 }),
              f.record('returnWarehouseId', 'masterData.subWarehouses', {
                span: 3,
                help: 'help.returnWarehouseId',
                query: () => returnWarehousesOf(company),
              }),
              f.panel(
                'termination',
                ({ values }) => <TerminationPreview contractId={id} values={values} />,
                { label: 'termination.title', span: 6 },
              ),
            ]),
          initialValues: () => ({ effectiveDate: today() }),
        },
        cancel: {
          ...step('cancel'),
          hidden: (doc) => isDraft(doc.status) && doc.documentNo === null,
        },
      }}
      links={[
        deletion,
        requesting('requestContainer', (doc) => !isToDeliver(doc)),
        // Nothing else brings what was agreed on to the customer.
        { ...requesting('handOut', isToDeliver), primary: true },
        {
          key: 'versions',
          show: (doc) => doc.currentVersionNo > 0,
          to: (doc) => pathOf('purchase-contract-versions', { id: doc.id }),
        },
      ]}
      related={{
        contract: 'purchase-contract-detail',
        containerRequisition: 'container-requisition-detail',
        containerReceipt: 'import-warehouse-inventory-detail',
        warranty: (_doc, related) => pathOf('warranty', {}, { tab: 'warranties', record: related }),
        invoice: (_doc, record) => moneyPath('invoices', record),
      }}
    />
  );
}

/** Terms that the head does not say. */
function Agreed({ doc }: { readonly doc: Doc }) {
  const reader = useReader();
  return (
    <div className={classes.agreed}>
      <Facts items={furtherFactsOf(doc, reader)} />
      {doc.terms === null ? <ClauseSet of={doc.clauseSet} /> : null}
    </div>
  );
}

/** What the next step still needs. */
function Checklist({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-purchase-sales');
  return (
    <ul className={classes.checks}>
      {doc.checklist.map(({ guard, isMet }) => (
        <li key={guard}>
          <ToneTag tone={isMet ? 'success' : 'warning'}>
            {t(isMet ? 'contracts.met' : 'contracts.unmet')}
          </ToneTag>{' '}
          {t(`contracts.guard.${guard}`)}
        </li>
      ))}
    </ul>
  );
}
