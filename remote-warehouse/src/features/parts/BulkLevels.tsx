import type { Contract, ListName, RowOf } from '@boxyard/shared/contract';
import { ABC_CLASSES } from '@boxyard/shared/contract/areas/stock.ts';
import { CallDialog, type Field, fieldFactory } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { parts } from './parts.resource.tsx';

type PartRow = RowOf<Contract[Extract<ListName, 'parts.list'>]>;

interface Levels {
  readonly warehouseId: string;
  readonly minStock: number;
  readonly reorderPoint: number;
  readonly maxStock: number;
  readonly reorderQty: number;
  readonly abcClass: (typeof ABC_CLASSES)[number];
}

const f = fieldFactory<Levels>();
const FIELDS: readonly Field[] = [
  f.record('warehouseId', 'masterData.subWarehouses', {
    query: () => ({ storage: true }),
    help: 'help.levelsOf',
    span: 6,
  }),
  f.quantity('minStock', { span: 3 }),
  f.quantity('maxStock', { span: 3 }),
  f.quantity('reorderPoint', { span: 3 }),
  f.quantity('reorderQty', { span: 3 }),
  f.choice('abcClass', ABC_CLASSES, { span: 3, show: (values) => Boolean(values.warehouseId) }),
];

interface Props {
  readonly rows: readonly PartRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The same levels for many parts at once; what is left empty stays as it is. */
export function BulkLevels({ rows, onDone, onClose }: Props) {
  const t = useT('remote-warehouse');
  return (
    <CallDialog
      endpoint="parts.setRules"
      resource={parts}
      title={t('rules.bulk', { count: rows.length })}
      consequence={t('rules.bulkConsequence')}
      okText={t('rules.save')}
      fields={FIELDS}
      initialValues={{}}
      toBody={(values) => {
        const given = Object.entries(values).filter(([, value]) => value != null && value !== '');
        return { rules: rows.map(({ id }) => ({ partId: id, ...Object.fromEntries(given) })) };
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
