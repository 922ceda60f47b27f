import { ListPage } from '@boxyard/shared/kit';
import { maintainedContainers } from './maintenance.resource.tsx';

export function Page() {
  return <ListPage resource={maintainedContainers} onCreate={false} />;
}
