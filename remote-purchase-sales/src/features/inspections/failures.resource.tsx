import { registerContract } from '@boxyard/shared/client';
import { inspectionsArea } from '@boxyard/shared/contract/areas/inspections.ts';
import { defineResource } from '@boxyard/shared/kit';
import { useLocale } from '@boxyard/shared/runtime';
import { None, nameIn, PageLink } from '@boxyard/shared/ui';

registerContract(inspectionsArea);

interface Named {
  readonly name: string;
  readonly nameTh: string | null;
}

const Name = ({ of }: { readonly of: Named }) => nameIn(of, useLocale());

/** What inspections found faulty and no later one has found sound (domain-containers 1.1). */
export const failures = defineResource({
  list: 'inspections.failures',
  texts: 'remote-purchase-sales:failures',
  page: 'container-inspection',
  routes: { list: 'container-inspection' },
  columns: (c) => [
    c.custom('product', {
      card: 'title',
      render: ({ product }) => (
        <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
          {product.serialNumber}
        </PageLink>
      ),
    }),
    c.ref('productModel', { show: 'name' }),
    c.custom('name', { render: (row) => <Name of={row} /> }),
    c.custom('measured', {
      render: ({ measured, unit }) => (measured ? `${measured} ${unit ?? ''}` : <None />),
    }),
    c.text('note'),
    c.dateTime('openSince'),
    c.custom('inspection', {
      render: ({ inspection }) => (
        <PageLink page="inspection-detail" params={{ id: inspection.id }}>
          {inspection.documentNo}
        </PageLink>
      ),
    }),
  ],
});
