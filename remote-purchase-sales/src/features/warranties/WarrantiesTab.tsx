import { useEndpointMutation } from '@boxyard/shared/client';
import type { WarrantyDetail } from '@boxyard/shared/contract/areas/warranties.ts';
import { decimal } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import {
  CallDialog,
  DocumentDrawer,
  known,
  LinesTable,
  ListPage,
  useQueryKey,
} from '@boxyard/shared/kit';
import { pathOf, useCan, useT } from '@boxyard/shared/runtime';
import { DateText, Money, PageLink, RefText, StatusTag } from '@boxyard/shared/ui';
import { useNavigate } from 'react-router-dom';
import { moneyPath } from '../../moneyTabs.ts';
import { DaysLeft } from './DaysLeft.tsx';
import { renewalFields, warranties } from './warranties.resource.tsx';

const NEW = 'new';
/** Months that are offered unless somebody says otherwise. */
const USUAL_MONTHS = 12;

/** Warranties, one of them opened by its address; what ends soon is offered from here. */
export function WarrantiesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const mayRenew = useCan('warranty:renew');
  return (
    <ListPage
      resource={warranties}
      embedded
      onCreate={mayRenew ? () => open(NEW) : false}
      onOpen={({ id }) => open(id)}
      bulk={[{ key: 'offer', ability: 'warranty:request', endpoint: 'warranties.offer' }]}
    >
      <WarrantyDrawer id={record === NEW ? null : record} onClose={() => open(null)} />
      {record === NEW ? (
        <CallDialog
          endpoint="warranties.create"
          resource={warranties}
          title={t('warranties.renew.title')}
          consequence={t('warranties.renew.text')}
          okText={t('warranties.renew.ok')}
          fields={renewalFields}
          initialValues={{ months: USUAL_MONTHS, coverage: 'full', price: null }}
          onDone={(made) => open(made.id)}
          onClose={() => open(null)}
        />
      ) : null}
    </ListPage>
  );
}

function WarrantyDrawer({
  id,
  onClose,
}: {
  readonly id: string | null;
  readonly onClose: () => void;
}) {
  const t = useT('remote-purchase-sales');
  const go = useNavigate();
  const offer = useEndpointMutation('warranties.offer');
  const toRequest = (record: string) => pathOf('warranty', {}, { tab: 'requests', record });
  return (
    <DocumentDrawer
      resource={warranties}
      id={id}
      title={t('warranties.one')}
      onClose={onClose}
      related={{
        contract: 'purchase-contract-detail',
        warrantyRequest: (_doc, related) => toRequest(related),
        invoice: (_doc, related) => moneyPath('invoices', related),
      }}
      facts={(doc) => [
        {
          key: 'product',
          value: (
            <PageLink page="container-warehouse-tracking-info" params={{ id: doc.product.id }}>
              {doc.product.serialNumber}
            </PageLink>
          ),
        },
        { key: 'customer', value: <RefText value={doc.customer} show="name" /> },
        { key: 'type', value: t(`warranties.choice.type.${doc.type}`) },
        { key: 'startDate', value: <DateText value={doc.startDate} /> },
        { key: 'endDate', value: <DateText value={doc.endDate} /> },
        ...known('daysLeft', doc.daysLeft, (value) => <DaysLeft value={value} />),
        { key: 'coverage', value: t(`warranties.choice.coverage.${doc.coverage}`) },
        ...(decimal.isZero(doc.price)
          ? []
          : [{ key: 'price', value: <Money value={doc.price} /> }]),
        ...(doc.isSettled ? [] : [{ key: 'isSettled', value: t('warranties.unpaid') }]),
        ...known('movedFrom', doc.movedFrom, (value) => <Moved of={value} />),
        ...known('movedTo', doc.movedTo, (value) => <Moved of={value} />),
        ...known('sale', doc.sale, (value) => value.name),
        ...known('exclusions', doc.exclusions),
        ...(doc.usage.parts > 0
          ? [
              {
                key: 'usage',
                value: t('warranties.usage', {
                  parts: doc.usage.parts,
                  claims: doc.usage.claims,
                }),
              },
            ]
          : []),
        ...known('partsCost', doc.usage.partsCost, (value) => <Money value={value} />),
      ]}
      sections={[
        {
          key: 'chain',
          count: (doc) => doc.chain.length,
          render: (doc) => <Chain rows={doc.chain} />,
        },
      ]}
      links={[
        {
          key: 'offer',
          ability: 'warranty:request',
          show: (doc) => doc.daysLeft !== null || doc.status === 'expired',
          onClick: ({ id: warrantyId, version }) =>
            offer.mutate(
              { params: { id: warrantyId }, body: { version } },
              { onSuccess: ({ data }) => void go(toRequest(data.id)) },
            ),
        },
      ]}
    />
  );
}

/** The warranty of another container that this one goes on with, or that goes on with it. */
function Moved({ of }: { readonly of: NonNullable<WarrantyDetail['movedTo']> }) {
  return (
    <>
      <PageLink page="warranty" query={{ tab: 'warranties', record: of.id }}>
        {of.documentNo}
      </PageLink>{' '}
      <PageLink page="container-warehouse-tracking-info" params={{ id: of.product.id }}>
        {of.product.serialNumber}
      </PageLink>
    </>
  );
}

function Chain({ rows }: { readonly rows: WarrantyDetail['chain'] }) {
  return (
    <LinesTable
      resource={warranties}
      rows={rows}
      columns={(c) => [
        c.custom('documentNo', {
          render: ({ id, documentNo }) => (
            <PageLink page="warranty" query={{ tab: 'warranties', record: id }}>
              {documentNo}
            </PageLink>
          ),
        }),
        c.date('startDate'),
        c.date('endDate'),
        c.custom('status', {
          render: ({ status }) => <StatusTag machine={warrantyMachine} status={status} />,
        }),
      ]}
    />
  );
}
