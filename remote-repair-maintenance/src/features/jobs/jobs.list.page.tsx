import { ListPage } from '@boxyard/shared/kit';
import { jobs } from './jobs.resource.ts';

/** Jobs. */
export function Page() {
  return <ListPage resource={jobs} bulk={['approve', 'reject']} />;
}
