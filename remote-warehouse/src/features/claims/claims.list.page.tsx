import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useNewBeside } from '../../useNewBeside.ts';
import { claims } from './claims.resource.tsx';

/** What a new claim begins with; the tracking page of a part names it (`?part=`). */
const freshClaim = (partId: string | null) => ({
  items: [partId === null ? { quantity: 1 } : { partId, quantity: 1 }],
});

/** Claims; a new one is opened beside the list. */
export function Page() {
  const { partId, open, drawer } = useNewBeside('claim-detail');
  return (
    <ListPage resource={claims} onCreate={open}>
      <RecordDrawer resource={claims} size="wide" initialValues={freshClaim(partId)} {...drawer} />
    </ListPage>
  );
}
