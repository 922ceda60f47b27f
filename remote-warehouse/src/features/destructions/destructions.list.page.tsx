import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useCreateDrawer } from '../../useCreateDrawer.ts';
import { freshDestruction } from './destructionForm.ts';
import { destructions } from './destructions.resource.tsx';

/** Destructions; a new one is asked for beside the list. */
export function Page() {
  const { partId, open, drawer } = useCreateDrawer('destruction-update');
  return (
    <ListPage resource={destructions} onCreate={open} bulk={['approve', 'reject']}>
      <RecordDrawer
        resource={destructions}
        size="wide"
        initialValues={freshDestruction(partId)}
        {...drawer}
      />
    </ListPage>
  );
}
