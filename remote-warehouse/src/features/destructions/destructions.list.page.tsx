import { ListPage, RecordDrawer, useQueryParams } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { freshDestruction } from './destructionForm.ts';
import { destructions } from './destructions.resource.tsx';

const OPEN = 'open';
const PART = 'part';

/** Destructions; a new one is asked for beside the list, from here or from a part's own page. */
export function Page() {
  const navigate = useNavigate();
  const [search, setSearch] = useQueryParams();
  // What was saved leads to its own page; closing the drawer must not lead back to the list.
  const isLeaving = useRef(false);
  const set = (isOpen: boolean) =>
    setSearch((current) => {
      if (isOpen) current.set(OPEN, 'new');
      else for (const key of [OPEN, PART]) current.delete(key);
      return new URLSearchParams(current);
    });
  return (
    <ListPage
      resource={destructions}
      onCreate={() => set(true)}
      bulk={[
        {
          key: 'approve',
          ability: 'destruction:approve',
          endpoint: 'destructions.approve',
          body: (row) => ({ version: row.version }),
        },
        {
          key: 'reject',
          ability: 'destruction:approve',
          danger: true,
          reason: true,
          endpoint: 'destructions.reject',
          body: (row, reason) => ({ version: row.version, reason }),
        },
      ]}
    >
      <RecordDrawer
        resource={destructions}
        size="wide"
        target={search.get(OPEN) === 'new' ? 'new' : null}
        onClose={() => {
          if (!isLeaving.current) set(false);
        }}
        initialValues={freshDestruction(search.get(PART))}
        onSaved={(saved) => {
          isLeaving.current = true;
          navigate(pathOf('destruction-update', { id: saved.id }));
        }}
      />
    </ListPage>
  );
}
