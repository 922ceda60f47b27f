import { ListPage } from '@boxyard/shared/kit';
import { contracts } from './contracts.resource.tsx';

/** Contracts; the tabs are Pending and All (specification 2). */
export function Page() {
  return <ListPage resource={contracts} />;
}
