import { ListPage } from '@boxyard/shared/kit';
import { audits } from './audits.resource.tsx';

export function Page() {
  return <ListPage resource={audits} />;
}
