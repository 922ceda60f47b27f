import type { ReorderRow } from '@boxyard/shared/contract';
import { CallDialog, ListPage } from '@boxyard/shared/kit';
import { notifySuccess, pathOf, useT } from '@boxyard/shared/runtime';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reorder, requestFields } from './reorder.resource.tsx';

interface Asking {
  readonly rows: readonly ReorderRow[];
  readonly done: () => void;
}

/** What to buy, and the purchase requests that it becomes. */
export function Reorder() {
  const t = useT('remote-warehouse');
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <ListPage
      resource={reorder}
      embedded
      onCreate={false}
      onOpen={(row) => navigate(pathOf('parts-warehouse-tracking', { id: row.part.id }))}
      bulk={[
        {
          key: 'request',
          ability: 'purchase-requests:create',
          onRun: (rows, done) => setAsking({ rows, done }),
        },
      ]}
    >
      {asking ? (
        <CallDialog
          endpoint="stock.createRequests"
          resource={reorder}
          title={t('reorder.request.title')}
          consequence={t('reorder.request.consequence')}
          okText={t('reorder.request.ok')}
          fields={requestFields}
          initialValues={{ items: asking.rows.flatMap(lineOf) }}
          onClose={() => setAsking(null)}
          onDone={({ requests }) => {
            asking.done();
            setAsking(null);
            const [only] = requests;
            const numbers = requests.map(({ documentNo }) => documentNo).join(', ');
            notifySuccess(t('reorder.request.made', { count: requests.length }), numbers);
            if (requests.length === 1 && only) {
              navigate(pathOf('purchase-request-detail', { id: only.id }));
            }
          }}
        />
      ) : null}
    </ListPage>
  );
}

/** A row without a warehouse of this person's cannot be delivered anywhere. */
const lineOf = ({ part, warehouse, unit, suggestedQty, pack }: ReorderRow) =>
  warehouse === null
    ? []
    : [
        {
          partId: part.id,
          warehouseId: warehouse.id,
          // What is covered already was chosen on purpose: one pack to begin with.
          quantity: suggestedQty || pack,
          partName: part,
          warehouseName: warehouse,
          unitName: unit,
        },
      ];
