import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { activityLog } from './activityLog.resource.tsx';
import { ChainCheck } from './ChainCheck.tsx';
import { EntryDrawer } from './EntryDrawer.tsx';

/** The open entry is in the address, so that an alert or a colleague can point at it. */
const ENTRY = 'entry';

export function Page() {
  const [entry, open] = useQueryKey(ENTRY);
  return (
    <ListPage
      resource={activityLog}
      onCreate={false}
      onOpen={(row) => open(row.id)}
      actions={<ChainCheck onOpen={open} />}
    >
      <EntryDrawer id={entry} onClose={() => open(null)} />
    </ListPage>
  );
}
