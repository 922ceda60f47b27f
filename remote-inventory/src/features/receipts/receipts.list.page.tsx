import { ListPage } from '@boxyard/shared/kit';
import { receipts } from './receipts.resource.tsx';

export function Page() {
  return <ListPage resource={receipts} onCreate={false} />;
}
