import { useQueryParams } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

const OPEN = 'open';
const PART = 'part';
const IMPORT = 'import';

/**
 * A new document is asked for beside its list, from here or from a part's own page (`?open=new&part=`)
 * or from the goods import that brought what it is about (`&import=`);
 * once saved it is looked at on `page`.
 */
export function useCreateDrawer(page: string) {
  const navigate = useNavigate();
  const [search, setSearch] = useQueryParams();
  // What was saved leads to its own page; closing the drawer must not lead back to the list.
  const isLeaving = useRef(false);
  const set = (isOpen: boolean) =>
    setSearch((current) => {
      if (isOpen) current.set(OPEN, 'new');
      else for (const key of [OPEN, PART, IMPORT]) current.delete(key);
      return new URLSearchParams(current);
    });
  return {
    partId: search.get(PART),
    importId: search.get(IMPORT),
    open: () => set(true),
    drawer: {
      target: search.get(OPEN) === 'new' ? ('new' as const) : null,
      onClose: () => {
        if (!isLeaving.current) set(false);
      },
      onSaved: (saved: { readonly id: string }) => {
        isLeaving.current = true;
        navigate(pathOf(page, { id: saved.id }));
      },
    },
  };
}
