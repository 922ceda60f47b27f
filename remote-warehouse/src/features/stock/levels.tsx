import { ABC_CLASSES } from '@boxyard/shared/contract';
import { actionFields } from '@boxyard/shared/kit';

/** Levels of one part, a line for each warehouse that has its own. */
export const ruleFields = actionFields('parts.setRules', (f) => [
  f.lines('rules', {
    columns: (l) => [
      l.record('warehouseId', 'masterData.subWarehouses', {
        width: 200,
        query: () => ({ storage: true }),
        disabled: (line) => line.version !== undefined,
      }),
      l.quantity('minStock', { width: 100 }),
      l.quantity('reorderPoint', { width: 100 }),
      l.quantity('maxStock', { width: 100 }),
      l.quantity('reorderQty', { width: 100 }),
      l.record('binId', 'masterData.bins', {
        width: 130,
        disabled: (line) => !line.warehouseId,
        query: (line) => ({ warehouseId: [line.warehouseId ?? ''] }),
      }),
      l.choice('abcClass', ABC_CLASSES, { width: 90 }),
    ],
  }),
]);
