import { ListPage } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { useState } from 'react';
import { PartDrawer } from './PartDrawer.tsx';
import { PartFigures } from './PartFigures.tsx';
import { parts } from './parts.resource.tsx';

export function Page() {
  const [isNew, setNew] = useState(false);
  return (
    <ListPage
      resource={parts}
      onCreate={() => setNew(true)}
      summary={(summary) => <PartFigures summary={summary} />}
      totals={(summary) =>
        summary.totalValue === null ? {} : { stockValue: <Money value={summary.totalValue} /> }
      }
    >
      <PartDrawer target={isNew ? 'new' : null} onClose={() => setNew(false)} />
    </ListPage>
  );
}
