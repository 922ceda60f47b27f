import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useCreateDrawer } from '../../useCreateDrawer.ts';
import { freshTransformation } from './transformationForm.ts';
import { transformations } from './transformations.resource.tsx';

/** Transformations; a new one is asked for beside the list. */
export function Page() {
  const { partId, open, drawer } = useCreateDrawer('transformation-detail');
  return (
    <ListPage resource={transformations} onCreate={open} bulk={['approve', 'reject']}>
      <RecordDrawer
        resource={transformations}
        size="wide"
        initialValues={freshTransformation(partId)}
        {...drawer}
      />
    </ListPage>
  );
}
