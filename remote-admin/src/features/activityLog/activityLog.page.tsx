import { ListPage } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { activityLog } from './activityLog.resource.tsx';
import { ChainCheck } from './ChainCheck.tsx';
import { EntryDrawer } from './EntryDrawer.tsx';

/** The open entry is in the address, so that an alert or a colleague can point at it. */
const ENTRY = 'entry';

export function Page() {
  const [search, setSearch] = useSearchParams();
  const open = (id: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === null) next.delete(ENTRY);
        else next.set(ENTRY, id);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <ListPage
      resource={activityLog}
      onCreate={false}
      onOpen={(row) => open(row.id)}
      actions={<ChainCheck onOpen={open} />}
    >
      <EntryDrawer id={search.get(ENTRY)} onClose={() => open(null)} />
    </ListPage>
  );
}
