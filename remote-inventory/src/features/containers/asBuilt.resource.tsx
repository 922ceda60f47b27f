import { registerContract } from '@boxyard/shared/client';
import { productsArea } from '@boxyard/shared/contract/areas/products.ts';
import { defineResource } from '@boxyard/shared/kit';
import { None, PageLink, RefText } from '@boxyard/shared/ui';

registerContract(productsArea);

/** What is and was built into containers: searched by part, serial or lot number (domain-containers 1.1). */
export const asBuilt = defineResource({
  list: 'containerParts.list',
  texts: 'remote-inventory:asBuilt',
  page: 'container-warehouse',
  routes: { list: 'container-warehouse' },
  columns: (c) => [
    c.custom('product', {
      card: 'title',
      render: ({ product }) => (
        <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
          {product.code}
        </PageLink>
      ),
    }),
    c.custom('part', { render: ({ part }) => <RefText value={part} /> }),
    c.custom('piece', { render: ({ serialNo, lotNo }) => serialNo ?? lotNo ?? <None /> }),
    c.number('quantity'),
    c.custom('receipt', {
      render: ({ receipt }) =>
        receipt ? (
          <PageLink page="receipt-detail" params={{ id: receipt.id }}>
            {receipt.documentNo}
          </PageLink>
        ) : (
          <None />
        ),
    }),
    c.custom('supplier', {
      render: ({ supplier }) => (supplier ? <RefText value={supplier} show="name" /> : <None />),
    }),
    c.dateTime('installedAt'),
    c.dateTime('removedAt'),
    c.choice('disposition'),
  ],
});
