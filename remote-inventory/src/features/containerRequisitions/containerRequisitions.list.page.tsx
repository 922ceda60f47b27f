import { ListPage } from '@boxyard/shared/kit';
import { containerRequisitions } from './containerRequisitions.resource.tsx';

/** Requisitions of containers. */
export function Page() {
  return <ListPage resource={containerRequisitions} />;
}
