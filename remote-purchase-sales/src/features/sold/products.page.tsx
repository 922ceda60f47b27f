import { oneOptions } from '@boxyard/shared/client';
import type { SoldContainer } from '@boxyard/shared/contract';
import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { RecordPanels, useCan, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  Drawer,
  Facts,
  Money,
  None,
  PageLink,
  PieceAnswer,
  RefText,
  RelativeTime,
  Tabs,
  Timeline,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Keys } from './Keys.tsx';
import { Changes, Settings } from './Settings.tsx';
import { soldContainers } from './sold.resource.tsx';

const DRAWER_WIDTH = 880;

/** Containers that are sold or leased now, with what is set for each in a drawer. */
export function Page() {
  const [record, setRecord] = useQueryKey('record');
  return (
    <ListPage resource={soldContainers} onCreate={false} onOpen={(row) => setRecord(row.id)}>
      {record === null ? null : <OneContainer id={record} onClose={() => setRecord(null)} />}
    </ListPage>
  );
}

function OneContainer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(oneOptions('productContracts.get', { params: { id } }));
  return (
    <Drawer open size={DRAWER_WIDTH} title={query.data?.serialNumber ?? ''} onClose={onClose}>
      <PieceAnswer query={query}>
        {(row) => (
          <>
            <About row={row} />
            <Details row={row} />
          </>
        )}
      </PieceAnswer>
    </Drawer>
  );
}

function About({ row }: { readonly row: SoldContainer }) {
  const t = useT('remote-purchase-sales');
  const fact = (key: string, value: ReactNode) => ({
    key,
    label: t(`sold.field.${key}`),
    value,
  });
  return (
    <Facts
      items={[
        fact('customer', <RefText value={row.customer} show="name" />),
        fact('contract', row.contract.documentNo ?? <None />),
        fact('sale', row.sale.name),
        fact('inForceFrom', <DateText value={row.inForceFrom} />),
        fact(
          'lastSaleAt',
          row.lastSaleAt === null ? (
            <None />
          ) : (
            <PageLink page="product-transactions" query={{ productId: row.productId }}>
              <RelativeTime value={row.lastSaleAt} />
            </PageLink>
          ),
        ),
        ...(row.monthRevenue === null
          ? []
          : [fact('monthRevenue', <Money value={row.monthRevenue} />)]),
        fact('softwareVersion', row.softwareVersion ?? <None />),
        fact(
          'warrantyEnd',
          row.warrantyEnd === null ? <None /> : <DateText value={row.warrantyEnd} />,
        ),
      ]}
    />
  );
}

function Details({ row }: { readonly row: SoldContainer }) {
  const t = useT('remote-purchase-sales');
  const mayKeys = useCan('products:manage-key');
  const [tab, setTab] = useState('settings');
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'settings', label: t('sold.tab.settings'), children: <Settings row={row} /> },
          { key: 'changes', label: t('sold.tab.changes'), children: <Changes row={row} /> },
          ...(mayKeys
            ? [{ key: 'keys', label: t('sold.tab.keys'), children: <Keys row={row} /> }]
            : []),
          {
            key: 'history',
            label: t('sold.tab.history'),
            children: (
              <Timeline
                entries={row.history}
                labelOf={(field) => t([`sold.field.${field}`, field])}
              />
            ),
          },
        ]}
      />
      <RecordPanels on="products" record={{ kind: 'container', id: row.productId }} />
    </>
  );
}
