import { ListPage } from '@boxyard/shared/kit';
import { inspections } from './inspections.resource.ts';

/** Inspections. */
export function Page() {
  return <ListPage resource={inspections} />;
}
