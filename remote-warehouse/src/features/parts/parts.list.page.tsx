import type { Contract, RowOf } from '@boxyard/shared/contract';
import { LabelDialog, ListPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';
import { Suspense, useState } from 'react';
import { useCreateDrawer } from '../../useCreateDrawer.ts';
import { BulkLevels } from './BulkLevels.tsx';
import { Ledger, StockBalances } from './Ledger.tsx';
import { PartDrawer } from './PartDrawer.tsx';
import { PartFigures } from './PartFigures.tsx';
import { PartsImport } from './PartsImport.tsx';
import { Periods } from './Periods.tsx';
import { parts } from './parts.resource.tsx';
import { Reorder } from './Reorder.tsx';

/** Parts with their stock, what of them to buy, and the months of their books. */
export function Page() {
  const t = useT('remote-warehouse');
  const [tab, setTab] = useTabParam(['parts', 'balances', 'ledger', 'reorder', 'periods']);
  return (
    <TabbedPage
      title={t('parts.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'parts', label: t('parts.tab'), children: <Parts /> },
        { key: 'balances', label: t('stock.balances.tab'), children: <StockBalances /> },
        { key: 'ledger', label: t('stock.ledger.tab'), children: <Ledger /> },
        { key: 'reorder', label: t('reorder.tab'), children: <Reorder /> },
        { key: 'periods', label: t('periods.tab'), children: <Periods /> },
      ]}
    />
  );
}

interface Setting {
  readonly rows: readonly RowOf<Contract['parts.list']>[];
  readonly done: () => void;
}

function Parts() {
  const { open, drawer } = useCreateDrawer('parts-warehouse-tracking');
  const [setting, setSetting] = useState<Setting | null>(null);
  const [labelled, setLabelled] = useState<Setting['rows'] | null>(null);
  return (
    <ListPage
      resource={parts}
      embedded
      actions={<PartsImport />}
      onCreate={open}
      bulk={[
        {
          key: 'levels',
          ability: 'parts-warehouse:update',
          onRun: (rows, done) => setSetting({ rows, done }),
        },
        { key: 'labels', onRun: (rows) => setLabelled(rows) },
      ]}
      summary={(summary) => <PartFigures summary={summary} />}
      totals={(summary) =>
        summary.totalValue === null ? {} : { stockValue: <Money value={summary.totalValue} /> }
      }
    >
      <PartDrawer {...drawer} />
      {labelled ? (
        <Suspense fallback={null}>
          <LabelDialog
            items={labelled.map(({ id }) => ({ kind: 'part', id, quantity: 1 }))}
            onClose={() => setLabelled(null)}
          />
        </Suspense>
      ) : null}
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
