import { rowOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { FormPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { None, RelativeTime, Table } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { saleStatus } from './containers.resource.tsx';
import { useStatusDictionary } from './statusDictionary.ts';

type Entry = DataOf<Contract['products.statusLog']>[number];

/** Offers a container for sale or takes the offer back; below, every change of its three axes. */
export function Page() {
  const { id = '' } = useParams();
  useStatusDictionary();
  return (
    <>
      <FormPage
        resource={saleStatus}
        mode="edit"
        endpoint="products.statuses"
        toForm={(doc) => ({
          saleStatus: doc.saleStatus === 'available' ? 'notForSale' : 'available',
          reason: '',
        })}
      />
      <Log id={id} />
    </>
  );
}

function Log({ id }: { readonly id: string }) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const found = useQuery(rowOptions('products.statusLog', { params: { id }, loading: false }));
  const entries = (found.data ?? []) as readonly Entry[];
  const nameOf = (axis: Entry['axis'], status: string): string =>
    axis === 'lifecycle'
      ? kit(`status.product.${status}`)
      : t(`containers.choice.${axis === 'sale' ? 'saleStatus' : 'serviceStatus'}.${status}`);
  return (
    <section>
      <h2>{t('containers.section.statusLog')}</h2>
      <Table
        label={t('containers.section.statusLog')}
        rows={entries}
        rowKey={({ id: key }) => key}
        columns={[
          {
            key: 'at',
            title: t('containers.field.at'),
            render: ({ at }) => <RelativeTime value={at} />,
          },
          {
            key: 'axis',
            title: t('containers.field.axis'),
            render: ({ axis }) => t(`productStatuses.choice.axis.${axis}`),
          },
          {
            key: 'change',
            title: t('containers.field.change'),
            render: ({ axis, from, to }) =>
              from === null ? nameOf(axis, to) : `${nameOf(axis, from)} → ${nameOf(axis, to)}`,
          },
          { key: 'by', title: t('containers.field.by'), render: ({ by }) => by?.name ?? <None /> },
          {
            key: 'reason',
            title: t('containers.field.reason'),
            render: ({ reason }) => reason ?? <None />,
          },
        ]}
      />
    </section>
  );
}
