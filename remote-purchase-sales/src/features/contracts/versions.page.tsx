import { defineResource, ListPage } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useNavigate, useParams } from 'react-router-dom';
import './contracts.resource.tsx';

/** What was agreed, version by version (docs/adr/0028). */
const versions = defineResource({
  list: 'contracts.versions',
  texts: 'remote-purchase-sales:contractVersions',
  page: 'purchase-contract',
  columns: (c) => [
    c.number('versionNo'),
    c.choice('changeType'),
    c.text('reason'),
    c.date('effectiveDate'),
    c.number('changeCount'),
    c.person('createdBy'),
    c.dateTime('createdAt'),
    c.person('approvedBy'),
    c.text('sha256', { hidden: true }),
  ],
  nameOf: (row) => String((row as { versionNo: number }).versionNo),
});

/** The versions of a contract, the latest first. */
export function Page() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return (
    <ListPage
      resource={versions}
      params={{ id }}
      onCreate={false}
      onOpen={(row) =>
        void navigate(pathOf('purchase-contract-version', { id, version_id: row.id }))
      }
    />
  );
}
