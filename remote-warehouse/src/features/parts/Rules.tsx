import type { PartDetail, StockRule } from '@boxyard/shared/contract';
import { CallDialog } from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, EditIcon, None, Quantity, RefText, Table } from '@boxyard/shared/ui';
import { useState } from 'react';
import { ruleFields } from './levels.tsx';
import { parts } from './parts.resource.tsx';
import { StockLevel } from './StockLevel.tsx';
import classes from './stock.module.css';

const LEVELS = ['minStock', 'reorderPoint', 'maxStock', 'reorderQty'] as const;

const lineOf = ({ warehouse, bin, version, abcClass, ...rule }: StockRule) => ({
  warehouseId: warehouse.id,
  version,
  ...Object.fromEntries(LEVELS.map((name) => [name, rule[name]])),
  binId: bin?.id ?? null,
  abcClass,
});

type Line = Partial<ReturnType<typeof lineOf>>;

/** Levels of a part by warehouse, beside those of the part itself (domain-warehouse 1.4). */
export function Rules({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const mayEdit = useCan('parts-warehouse:update');
  const [isEditing, setEditing] = useState(false);
  const rules = part.stockRules;
  const button = mayEdit ? (
    <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
      {t('rules.edit')}
    </Button>
  ) : null;
  /** A line taken out is a rule taken away. */
  const toBody = (values: Readonly<Record<string, unknown>>) => {
    const lines = (values.rules ?? []) as readonly Line[];
    const gone = rules.filter(({ warehouse }) =>
      lines.every(({ warehouseId }) => warehouseId !== warehouse.id),
    );
    return {
      rules: [
        ...lines.map((line) => ({ ...line, partId: part.id })),
        ...gone.map(({ warehouse, version }) => ({
          partId: part.id,
          warehouseId: warehouse.id,
          version,
          remove: true,
        })),
      ],
    };
  };
  return (
    <>
      {rules.length > 0 ? <div className={classes.bar}>{button}</div> : null}
      <Table<StockRule>
        label={t('rules.title')}
        rows={rules}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'warehouse',
            title: t('rules.field.warehouse'),
            render: (row) => <RefText value={row.warehouse} />,
          },
          {
            key: 'level',
            title: t('parts.field.stock'),
            card: 'corner' as const,
            render: (row) => <StockLevel level={row.level} />,
          },
          ...LEVELS.map((name) => ({
            key: name,
            title: t(`parts.field.${name}`),
            align: 'right' as const,
            render: (row: StockRule) => <Quantity value={row[name]} />,
          })),
          {
            key: 'bin',
            title: t('rules.field.bin'),
            render: (row) => <RefText value={row.bin} show="code" />,
          },
          {
            key: 'abcClass',
            title: t('rules.field.abcClass'),
            render: (row) => row.abcClass ?? <None />,
          },
        ]}
        empty={{ text: t('rules.emptyText'), action: button }}
      />
      {isEditing ? (
        <CallDialog
          endpoint="parts.setRules"
          resource={parts}
          title={t('rules.title')}
          consequence={t('rules.consequence')}
          okText={t('rules.save')}
          fields={ruleFields}
          initialValues={{ rules: rules.length > 0 ? rules.map(lineOf) : [{}] }}
          toBody={toBody}
          onDone={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}
