import { LinesTable, useSourceDocument } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DateTimeText, RefText } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { purchaseOrders } from './purchaseOrders.resource.tsx';

/** What the order was before each revision, newest first: its lines, its sums, who opened it again. */
export function EarlierVersions({ orderId }: { readonly orderId: string }) {
  const t = useT('remote-purchase-sales');
  const { doc: versions, pending } = useSourceDocument('purchaseOrders.revisions', orderId);
  if (versions === null) return pending;
  return versions.map((version) => (
    <article key={version.revisionNo}>
      <h2>
        {version.revisionNo === 0
          ? t('orders.firstVersion')
          : t('orders.revision', { number: version.revisionNo })}
      </h2>
      <p>
        {version.by?.name} · <DateTimeText value={version.at} />
      </p>
      <LinesTable
        resource={purchaseOrders}
        rows={version.items}
        columns={(c) => [
          c.number('lineNo', { width: 48 }),
          c.custom('part', {
            render: (item) => (item.part ? <RefText value={item.part} /> : item.description),
          }),
          c.quantity('quantity', { unit: (item) => item.unit }),
          c.money('unitPrice', { places: 4 }),
          c.money('lineTotal'),
        ]}
      />
      <AmountsPanel amounts={version} />
    </article>
  ));
}
