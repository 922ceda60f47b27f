import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useCreateDrawer } from '../../useCreateDrawer.ts';
import { transfers } from './transfers.resource.tsx';

/** Transfers have no page to be made on: they are asked for beside the list (domain-warehouse D1). */
export function Page() {
  const { partId, open, drawer } = useCreateDrawer('parts-transfer-detail');
  return (
    <ListPage resource={transfers} onCreate={open} bulk={['approve', 'reject']}>
      <RecordDrawer
        resource={transfers}
        size="wide"
        initialValues={{
          expectedDate: addDays(bangkokDate(new Date()), 2),
          items: [{ quantity: 1, ...(partId === null ? {} : { partId }) }],
        }}
        {...drawer}
      />
    </ListPage>
  );
}
