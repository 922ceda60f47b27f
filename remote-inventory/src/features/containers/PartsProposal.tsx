import { oneOptions } from '@boxyard/shared/client';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, Button, Quantity, RefText, Skeleton, Table, ToneTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './containers.module.css';
import { enteredOf, proposedParts } from './proposal.ts';

/** What the bill of materials asks for, beside what is entered; one press fills the lines. */
export function PartsProposal({ values, patch, disabled }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const { productModelId, warehouseId } = values;
  const isKnown = typeof productModelId === 'string' && typeof warehouseId === 'string';
  const found = useQuery({
    ...oneOptions('containerParts.forAdding', {
      query: {
        productModelId: isKnown ? productModelId : '',
        warehouseId: isKnown ? warehouseId : '',
      },
      loading: false,
    }),
    enabled: isKnown,
  });
  if (!isKnown) return <Alert type="info" showIcon title={t('containers.modelFirst')} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 3 }} />;
  const wanted = found.data;
  const entered = enteredOf((values.parts ?? []) as readonly object[]);
  return (
    <div className={classes.proposal}>
      <Table
        label={t('containers.bom')}
        rows={wanted}
        rowKey={(row) => row.part.id}
        columns={[
          {
            key: 'part',
            title: t('containers.field.part'),
            render: (row) => <RefText value={row.part} />,
          },
          {
            key: 'required',
            align: 'right',
            title: t('containers.field.required'),
            render: (row) => (
              <Quantity value={row.required} unit={<RefText value={row.unit} show="name" />} />
            ),
          },
          {
            key: 'entered',
            align: 'right',
            title: t('containers.field.entered'),
            render: (row) => <Quantity value={entered.get(row.part.id) ?? 0} />,
          },
          {
            key: 'available',
            align: 'right',
            title: t('containers.field.available'),
            render: (row) => (
              <span className={row.available < row.required ? classes.short : undefined}>
                <Quantity value={row.available} />
              </span>
            ),
          },
          {
            key: 'state',
            title: t('containers.field.state'),
            render: (row) =>
              (entered.get(row.part.id) ?? 0) >= row.required ? (
                <ToneTag tone="success">{t('containers.filled')}</ToneTag>
              ) : (
                <ToneTag tone="warning">{t('containers.open')}</ToneTag>
              ),
          },
        ]}
      />
      <Button disabled={disabled} onClick={() => patch({ parts: proposedParts(wanted) })}>
        {t('containers.propose')}
      </Button>
    </div>
  );
}
