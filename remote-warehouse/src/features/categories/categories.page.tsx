import { MasterPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Button } from '@boxyard/shared/ui';
import { useNavigate } from 'react-router-dom';
import { categories } from './categories.resource.tsx';
import { units } from './units.resource.ts';

/** Categories, and the units of measure beside them (domain-conventions "Pages"). */
export function Page() {
  const t = useT('remote-warehouse');
  const navigate = useNavigate();
  const [tab, setTab] = useTabParam(['categories', 'units']);
  return (
    <TabbedPage
      title={t('categories.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        {
          key: 'categories',
          label: t('categories.tab'),
          children: (
            <MasterPage
              resource={categories}
              embedded
              initialValues={{ sortOrder: 0 }}
              toForm={(category) => ({
                ...category,
                parentId: category.parent?.id ?? null,
                defaultUnitId: category.defaultUnit?.id ?? null,
              })}
              drawerActions={(category, close) =>
                category.childCount > 0 ? (
                  <Button
                    size="small"
                    onClick={() => {
                      close();
                      navigate(pathOf('categories', {}, { parentId: category.id }));
                    }}
                  >
                    {t('categories.children', { count: category.childCount })}
                  </Button>
                ) : null
              }
            />
          ),
        },
        {
          key: 'units',
          label: t('units.title'),
          children: (
            <MasterPage
              resource={units}
              embedded
              initialValues={{ allowFraction: false, factor: 1 }}
              toForm={(unit) => ({ ...unit, baseUnitId: unit.baseUnit?.id ?? null })}
            />
          ),
        },
      ]}
    />
  );
}
