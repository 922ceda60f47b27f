import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { FaultReportDrawer } from './FaultReportDrawer.tsx';
import { faultReports } from './faultReports.resource.tsx';

const MAY = 'repair-list:create';

/** Fault reports that wait for a decision, and what became of the others. */
export function FaultReportsTab() {
  const [record, open] = useQueryKey('record');
  return (
    <ListPage
      resource={faultReports}
      embedded
      onCreate={false}
      onOpen={({ id }) => open(id)}
      bulk={[
        {
          key: 'spam',
          endpoint: 'faultReports.spam',
          ability: MAY,
          danger: true,
          body: ({ version }) => ({ version, reach: 'report' }),
        },
      ]}
    >
      <FaultReportDrawer key={record} id={record} onClose={() => open(null)} />
    </ListPage>
  );
}
