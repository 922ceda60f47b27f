import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { transfers } from './transfers.resource.tsx';

/** Transfers have no page to be made on: they are asked for beside the list (domain-warehouse D1). */
export function Page() {
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  return (
    <ListPage
      resource={transfers}
      onCreate={() => setNew(true)}
      bulk={[
        {
          key: 'approve',
          ability: 'parts-transfer:approve',
          endpoint: 'transfers.approve',
          body: (row) => ({ version: row.version }),
        },
        {
          key: 'reject',
          ability: 'parts-transfer:approve',
          danger: true,
          reason: true,
          endpoint: 'transfers.reject',
          body: (row, reason) => ({ version: row.version, reason }),
        },
      ]}
    >
      <RecordDrawer
        resource={transfers}
        size="wide"
        target={isNew ? 'new' : null}
        onClose={() => setNew(false)}
        initialValues={{
          expectedDate: addDays(bangkokDate(new Date()), 2),
          items: [{ quantity: 1 }],
        }}
        onSaved={(saved) => navigate(pathOf('parts-transfer-detail', { id: saved.id }))}
      />
    </ListPage>
  );
}
