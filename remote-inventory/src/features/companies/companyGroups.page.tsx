import { MasterPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { WarehousesTab } from '../../WarehousesTab.tsx';
import { companies, companyBodyOf, NEW_COMPANY } from './companies.resource.tsx';

/** Companies, their warehouses and bins on one page (domain-conventions "Pages"). */
export function Page() {
  const t = useT('remote-inventory');
  const [tab, setTab] = useTabParam(['companies', 'warehouses']);
  return (
    <TabbedPage
      title={t('groups.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        {
          key: 'companies',
          label: t('companies.title'),
          children: (
            <MasterPage
              resource={companies}
              embedded
              initialValues={NEW_COMPANY}
              toForm={(company) => ({ ...company, parentId: company.parent?.id ?? null })}
              toBody={companyBodyOf}
            />
          ),
        },
        { key: 'warehouses', label: t('warehouses.title'), children: <WarehousesTab /> },
      ]}
    />
  );
}
