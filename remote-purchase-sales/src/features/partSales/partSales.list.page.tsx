import { ListPage } from '@boxyard/shared/kit';
import { partSales } from './partSales.resource.tsx';

/** Part sales. */
export function Page() {
  return <ListPage resource={partSales} />;
}
