import { ListPage, RecordDrawer, useQueryParams } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { claims } from './claims.resource.tsx';

const OPEN = 'open';
const PART = 'part';

/** What a new claim begins with; the tracking page of a part names it (`?part=`). */
const freshClaim = (partId: string | null) => ({
  items: [partId === null ? { quantity: 1 } : { partId, quantity: 1 }],
});

/** Claims; a new one is opened beside the list, from here or from a part's own page. */
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
    <ListPage resource={claims} onCreate={() => set(true)}>
      <RecordDrawer
        resource={claims}
        size="wide"
        target={search.get(OPEN) === 'new' ? 'new' : null}
        onClose={() => {
          if (!isLeaving.current) set(false);
        }}
        initialValues={freshClaim(search.get(PART))}
        onSaved={(saved) => {
          isLeaving.current = true;
          navigate(pathOf('claim-detail', { id: saved.id }));
        }}
      />
    </ListPage>
  );
}
