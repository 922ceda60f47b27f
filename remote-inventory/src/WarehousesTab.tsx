import { LabelDialog, MasterPage } from '@boxyard/shared/kit';
import { RecordPanels, useT } from '@boxyard/shared/runtime';
import { Button, Drawer } from '@boxyard/shared/ui';
import { Suspense, useState } from 'react';
import { bins, warehouses } from './features/warehouses/warehouses.resource.ts';

interface Chosen {
  readonly id: string;
  readonly code: string;
}

/** Warehouses; each opens its bins in a drawer of their own. */
export function WarehousesTab() {
  const t = useT('remote-inventory');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [labelled, setLabelled] = useState<readonly string[] | null>(null);
  return (
    <MasterPage
      resource={warehouses}
      embedded
      initialValues={{ kind: 'branch', holds: 'parts', isPickable: true, managerIds: [] }}
      toForm={(warehouse) => ({
        ...warehouse,
        managerIds: warehouse.managers.map(({ id }) => id),
        // Only the company's own warehouses are offered as the one above.
        companyId: warehouse.company.id,
        parentId: warehouse.parent?.id ?? null,
      })}
      drawerActions={(warehouse, close) => (
        <Button
          size="small"
          onClick={() => {
            close();
            setChosen({ id: warehouse.id, code: warehouse.code });
          }}
        >
          {t('bins.open', { count: warehouse.binCount })}
        </Button>
      )}
      drawerExtra={({ id }) => (
        <RecordPanels on="company-groups" record={{ kind: 'warehouse', id }} />
      )}
    >
      <Drawer
        open={chosen !== null}
        onClose={() => setChosen(null)}
        size="large"
        destroyOnHidden
        title={chosen ? t('bins.of', { code: chosen.code }) : ''}
      >
        {chosen ? (
          <MasterPage
            resource={bins}
            params={{ id: chosen.id }}
            embedded
            bulk={[{ key: 'labels', onRun: (rows) => setLabelled(rows.map(({ id }) => id)) }]}
          />
        ) : null}
      </Drawer>
      {labelled ? (
        <Suspense fallback={null}>
          <LabelDialog
            items={labelled.map((id) => ({ kind: 'bin', id, quantity: 1 }))}
            onClose={() => setLabelled(null)}
          />
        </Suspense>
      ) : null}
    </MasterPage>
  );
}
