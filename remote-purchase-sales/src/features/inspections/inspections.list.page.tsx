import { ListPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { failures } from './failures.resource.tsx';
import { inspections } from './inspections.resource.ts';

/** Inspections, and what they found that is still faulty. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [tab, setTab] = useTabParam(['inspections', 'failures']);
  return (
    <TabbedPage
      title={t('inspections.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        {
          key: 'inspections',
          label: t('inspections.tab'),
          children: <ListPage resource={inspections} embedded />,
        },
        {
          key: 'failures',
          label: t('failures.title'),
          children: <ListPage resource={failures} embedded />,
        },
      ]}
    />
  );
}
