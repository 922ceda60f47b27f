import { bangkokDate, type TeamType } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { useSearchKey } from '../../useSearchKey.ts';
import { MoveDrawer } from './MoveDrawer.tsx';
import { moveResources } from './teams.resource.ts';
import { NEW_REQUEST } from './useOpenRequest.ts';

/** Requests to move people into teams of a type, one of them opened by its address (`?request=`). */
export function MovesTab({ type }: { readonly type: TeamType }) {
  const resource = moveResources[type];
  const [opened, open] = useSearchKey('request');
  const [search, setSearch] = useSearchParams();
  const isNew = opened === NEW_REQUEST;
  const close = () =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.delete('request');
      next.delete('person');
      return next;
    });
  return (
    <>
      <ListPage
        resource={resource}
        embedded
        query={{ filters: { type: [type] } }}
        onOpen={({ id }) => open(id)}
        onCreate={() => open(NEW_REQUEST)}
      />
      <RecordDrawer
        resource={resource}
        target={isNew ? 'new' : null}
        onClose={close}
        initialValues={{
          userId: search.get('person'),
          position: 'member',
          effectiveDate: bangkokDate(new Date()),
        }}
      />
      <MoveDrawer type={type} id={isNew ? null : opened} onClose={close} />
    </>
  );
}
