import {
  LabelDialog,
  ListPage,
  MasterPage,
  type Row,
  TabbedPage,
  useTabParam,
} from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { asBuilt } from './asBuilt.resource.tsx';
import { containers } from './containers.resource.tsx';
import { FleetImport } from './FleetImport.tsx';
import { ModelsTab } from './ModelsTab.tsx';
import { productStatuses, productTypes } from './models.resource.tsx';
import { RolloutsTab } from './RolloutsTab.tsx';
import { SoftwareTab } from './SoftwareTab.tsx';
import { StartRollout } from './StartRollout.tsx';
import { useStatusDictionary } from './statusDictionary.ts';

interface Chosen {
  readonly ids: readonly string[];
  readonly done: () => void;
}

/** Containers, and what they are made by, as tabs of one page. */
export function Page() {
  const t = useT('remote-inventory');
  useStatusDictionary();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [labelled, setLabelled] = useState<readonly string[] | null>(null);
  const go = useNavigate();
  // What stands in one warehouse is sent by one transfer; the form says what of it may not go.
  const send = (rows: readonly Row<'products.list'>[]) => {
    const fromWarehouseId = rows.find(({ warehouse }) => warehouse)?.warehouse?.id ?? null;
    const productIds = rows
      .filter(({ warehouse }) => warehouse?.id === fromWarehouseId)
      .map(({ id }) => id);
    void go(pathOf('container-transfer-create'), {
      state: {
        containers: { fromWarehouseId, productIds, leftOut: rows.length - productIds.length },
      },
    });
  };
  const [tab, setTab] = useTabParam([
    'containers',
    'builtIn',
    'models',
    'types',
    'software',
    'rollouts',
    'statuses',
  ]);
  return (
    <>
      <TabbedPage
        title={t('containers.title')}
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'containers',
            label: t('containers.tab'),
            children: (
              <ListPage
                resource={containers}
                embedded
                actions={<FleetImport />}
                bulk={[
                  {
                    key: 'labels',
                    ability: 'container-warehouse:view',
                    onRun: (rows, done) => {
                      setLabelled(rows.map(({ id }) => id));
                      done();
                    },
                  },
                  {
                    key: 'transfer',
                    ability: 'container-transfer:create',
                    onRun: (rows) => send(rows),
                  },
                  {
                    key: 'offer',
                    ability: 'container-warehouse:edit-status',
                    endpoint: 'products.statuses',
                    reason: true,
                    body: ({ version }, reason) => ({ version, saleStatus: 'available', reason }),
                  },
                  {
                    key: 'withhold',
                    ability: 'container-warehouse:edit-status',
                    endpoint: 'products.statuses',
                    reason: true,
                    body: ({ version }, reason) => ({ version, saleStatus: 'notForSale', reason }),
                  },
                  {
                    key: 'updateSoftware',
                    ability: 'container-warehouse:update-software',
                    onRun: (rows, done) => setChosen({ ids: rows.map(({ id }) => id), done }),
                  },
                ]}
              />
            ),
          },
          {
            key: 'builtIn',
            label: t('asBuilt.title'),
            children: <ListPage resource={asBuilt} embedded />,
          },
          { key: 'models', label: t('productModels.title'), children: <ModelsTab /> },
          {
            key: 'types',
            label: t('productTypes.title'),
            children: (
              <MasterPage resource={productTypes} embedded toForm={(type) => ({ ...type })} />
            ),
          },
          { key: 'software', label: t('software.title'), children: <SoftwareTab /> },
          { key: 'rollouts', label: t('rollouts.title'), children: <RolloutsTab /> },
          {
            key: 'statuses',
            label: t('productStatuses.title'),
            children: (
              <MasterPage
                resource={productStatuses}
                embedded
                toForm={(status) => ({ ...status })}
              />
            ),
          },
        ]}
      />
      {labelled ? (
        <Suspense fallback={null}>
          <LabelDialog
            items={labelled.map((id) => ({ kind: 'container', id, quantity: 1 }))}
            onClose={() => setLabelled(null)}
          />
        </Suspense>
      ) : null}
      {chosen ? (
        <StartRollout
          ids={chosen.ids}
          onDone={() => {
            chosen.done();
            setChosen(null);
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  );
}
