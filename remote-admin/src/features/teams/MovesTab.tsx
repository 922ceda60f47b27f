import { bangkokDate, type TeamType } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer, useQueryKey, useQueryParams } from '@boxyard/shared/kit';
import { MoveDrawer } from './MoveDrawer.tsx';
import { moveResources } from './teams.resource.ts';
import { NEW_REQUEST } from './useOpenRequest.ts';

/** Requests to move people into teams of a type, one of them opened by its address (`?request=`). */
export function MovesTab({ type }: { readonly type: TeamType }) {
  const resource = moveResources[type];
  const [opened, open] = useQueryKey('request');
  const [search, setSearch] = useQueryParams();
  const isNew = opened === NEW_REQUEST;
  const close = () =>
    setSearch((current) => {
      current.delete('request');
      current.delete('person');
      return current;
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
