import { DocumentDrawer, known, ListPage, RecordDrawer, useQueryKey } from '@boxyard/shared/kit';
import { pathOf, useCan, useT } from '@boxyard/shared/runtime';
import { Alert, DateText, Money, PageLink, RefText } from '@boxyard/shared/ui';
import { quoteFields, warrantyRequests } from './warranties.resource.tsx';

const NEW = 'new';
const USUAL_MONTHS = 12;

/** Requests for warranties, from the question to the customer's answer. */
export function RequestsTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const mayAsk = useCan('warranty:request');
  return (
    <ListPage
      resource={warrantyRequests}
      embedded
      onCreate={mayAsk ? () => open(NEW) : false}
      onOpen={({ id }) => open(id)}
    >
      <DocumentDrawer
        resource={warrantyRequests}
        id={record === NEW ? null : record}
        title={t('warrantyRequests.one')}
        onClose={() => open(null)}
        related={{
          warranty: (_doc, related) =>
            pathOf('warranty', {}, { tab: 'warranties', record: related }),
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
          { key: 'channel', value: t(`warrantyRequests.choice.channel.${doc.channel}`) },
          { key: 'months', value: String(doc.months) },
          { key: 'coverage', value: t(`warrantyRequests.choice.coverage.${doc.coverage}`) },
          ...known('price', doc.price, (value) => <Money value={value} />),
          {
            key: 'period',
            value: (
              <>
                <DateText value={doc.terms.startDate} /> – <DateText value={doc.terms.endDate} />
              </>
            ),
          },
          ...known('listPrice', doc.terms.price, (value) => <Money value={value} />),
          ...known('quotedBy', doc.quotedBy, (value) => value.name),
          ...known('remark', doc.remark),
        ]}
        banner={(doc) =>
          doc.terms.needsInspection && doc.warranty === null ? (
            <Alert
              type="warning"
              showIcon
              title={t('warranties.needsInspection', { count: doc.terms.lapsedDays })}
            />
          ) : null
        }
        sections={[]}
        actions={{
          quote: {
            fields: quoteFields,
            initialValues: (doc) => ({
              productId: doc.product.id,
              months: doc.months,
              coverage: doc.coverage,
              price: doc.price ?? doc.terms.price,
            }),
            body: (_doc, { months, coverage, price }) => ({ months, coverage, price }),
          },
          approve: { asks: true },
          accept: { asks: true },
        }}
      />
      <RecordDrawer
        resource={warrantyRequests}
        target={record === NEW ? NEW : null}
        onClose={() => open(null)}
        initialValues={{ months: USUAL_MONTHS, coverage: 'full', channel: 'customer' }}
        toForm={(doc) => ({ ...doc })}
        onSaved={({ id }) => open(id)}
      />
    </ListPage>
  );
}
