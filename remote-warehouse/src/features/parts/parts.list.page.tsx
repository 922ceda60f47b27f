import type { Contract, RowOf } from '@boxyard/shared/contract';
import { ListPage, PageTitle, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money, Tabs } from '@boxyard/shared/ui';
import { useState } from 'react';
import { BulkLevels } from '../stock/BulkLevels.tsx';
import { Periods } from '../stock/Periods.tsx';
import { Reorder } from '../stock/Reorder.tsx';
import { PartDrawer } from './PartDrawer.tsx';
import { PartFigures } from './PartFigures.tsx';
import { parts } from './parts.resource.tsx';

/** Parts with their stock, what of them to buy, and the months of their books. */
export function Page() {
  const t = useT('remote-warehouse');
  const [tab, setTab] = useTabParam(['parts', 'reorder', 'periods']);
  return (
    <>
      <PageTitle>{t('parts.title')}</PageTitle>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'parts', label: t('parts.tab'), children: <Parts /> },
          { key: 'reorder', label: t('reorder.tab'), children: <Reorder /> },
          { key: 'periods', label: t('periods.tab'), children: <Periods /> },
        ]}
      />
    </>
  );
}

interface Setting {
  readonly rows: readonly RowOf<Contract['parts.list']>[];
  readonly done: () => void;
}

function Parts() {
  const [isNew, setNew] = useState(false);
  const [setting, setSetting] = useState<Setting | null>(null);
  return (
    <ListPage
      resource={parts}
      embedded
      onCreate={() => setNew(true)}
      bulk={[
        {
          key: 'levels',
          ability: 'parts-warehouse:update',
          onRun: (rows, done) => setSetting({ rows, done }),
        },
      ]}
      summary={(summary) => <PartFigures summary={summary} />}
      totals={(summary) =>
        summary.totalValue === null ? {} : { stockValue: <Money value={summary.totalValue} /> }
      }
    >
      <PartDrawer target={isNew ? 'new' : null} onClose={() => setNew(false)} />
      {setting ? (
        <BulkLevels
          rows={setting.rows}
          onClose={() => setSetting(null)}
          onDone={() => {
            setting.done();
            setSetting(null);
          }}
        />
      ) : null}
    </ListPage>
  );
}
