import { ListPage } from '@boxyard/shared/kit';
import { requisitions } from './requisitions.resource.tsx';

export function Page() {
  return <ListPage resource={requisitions} bulk={['approve', 'reject']} />;
}
