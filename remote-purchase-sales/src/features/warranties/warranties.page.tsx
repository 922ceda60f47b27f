import { MasterPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { RequestsTab } from './RequestsTab.tsx';
import { WarrantiesTab } from './WarrantiesTab.tsx';
import { warrantyPrices } from './warranties.resource.tsx';

/** Warranties, requests for them and their prices, as tabs of one page; a record opens by `?record=`. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [tab, setTab] = useTabParam(['warranties', 'requests', 'prices']);
  return (
    <TabbedPage
      title={t('warranties.page')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'warranties', label: t('warranties.title'), children: <WarrantiesTab /> },
        { key: 'requests', label: t('warrantyRequests.title'), children: <RequestsTab /> },
        {
          key: 'prices',
          label: t('warrantyPrices.title'),
          children: (
            <MasterPage
              resource={warrantyPrices}
              embedded
              initialValues={{ ageFromMonths: 0 }}
              toForm={(price) => ({ ...price, productModelId: price.productModel?.id ?? null })}
            />
          ),
        },
      ]}
    />
  );
}
