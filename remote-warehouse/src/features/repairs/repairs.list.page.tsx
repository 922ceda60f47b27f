import { ListPage } from '@boxyard/shared/kit';
import { repairs } from './repairs.resource.tsx';

export function Page() {
  return <ListPage resource={repairs} bulk={['approve', 'reject']} />;
}
