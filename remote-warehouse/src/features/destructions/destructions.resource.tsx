import { registerContract } from '@boxyard/shared/client';
import { destructionsArea } from '@boxyard/shared/contract/areas/destructions.ts';
import {
  DESTRUCTION_METHODS,
  DESTRUCTION_REASONS,
  destructionMachine,
} from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { LinePlace } from '../../places/LinePlace.tsx';

registerContract(destructionsArea);

/** Destruction of parts: asked for, approved, carried out before witnesses (domain-warehouse 2.12). */
export const destructions = defineResource({
  list: 'destructions.list',
  texts: 'remote-warehouse:destructions',
  page: 'destruction',
  machine: destructionMachine,
  routes: { list: 'destruction', document: 'destruction-update' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.choice('reason'),
    c.choice('method', { hidden: true }),
    c.ref('warehouse', { show: 'name' }),
    c.date('scheduledAt', { due: destructionMachine }),
    c.number('itemCount'),
    c.money('bookValue', { ability: 'parts-warehouse:view-cost' }),
    c.money('salvageAmount', { hidden: true }),
    c.date('destroyedAt'),
    c.person('createdBy'),
    c.status(destructionMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
        habit: true,
      }),
      f.choice('reason', DESTRUCTION_REASONS),
      f.choice('method', DESTRUCTION_METHODS),
      f.date('scheduledAt'),
      f.records('witnessIds', 'users.all', { span: 4, help: 'help.witnessIds' }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 230,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            // What lay of the part before says nothing of this one.
            onPick: (part) =>
              ({
                trackingType: part.trackingType,
                binId: null,
                condition: null,
                lotNo: null,
                serials: [],
              }) as object,
          }),
          l.custom('binId', (line, context) => <LinePlace line={line} context={context} />, {
            width: 300,
          }),
          l.quantity('quantity', {
            width: 100,
            disabled: (line) => (line.serials ?? []).length > 0,
          }),
        ],
      }),
    ]),
  ],
});
