import { ListPage } from '@boxyard/shared/kit';
import { containerTransfers } from './containerTransfers.resource.tsx';

/** Transfers of containers. */
export function Page() {
  return <ListPage resource={containerTransfers} />;
}
