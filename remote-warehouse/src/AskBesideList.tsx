import type { ListName } from '@boxyard/shared/contract';
import {
  type BulkAction,
  type FormValues,
  ListPage,
  RecordDrawer,
  type Resource,
  useQueryParams,
} from '@boxyard/shared/kit';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

const OPEN = 'open';
const PART = 'part';

interface Props<L extends ListName> {
  readonly resource: Resource<L>;
  /** What a new one begins with; the tracking page of a part names the part. */
  readonly fresh: (partId: string | null) => FormValues;
  /** The page of what was just made. */
  readonly pathOf: (id: string) => string;
  readonly bulk: readonly BulkAction<L>[];
}

/** Documents that have no page to be made on: asked for in a drawer beside their list (handbook D1). */
export function AskBesideList<L extends ListName>({ resource, fresh, pathOf, bulk }: Props<L>) {
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
    <ListPage resource={resource} onCreate={() => set(true)} bulk={bulk}>
      <RecordDrawer
        resource={resource}
        size="wide"
        target={search.get(OPEN) === 'new' ? 'new' : null}
        onClose={() => {
          if (!isLeaving.current) set(false);
        }}
        initialValues={fresh(search.get(PART))}
        onSaved={(saved) => {
          isLeaving.current = true;
          navigate(pathOf((saved as { readonly id: string }).id));
        }}
      />
    </ListPage>
  );
}
