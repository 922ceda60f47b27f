import { oneOptions, registerContract } from '@boxyard/shared/client';
import type { PartDetail } from '@boxyard/shared/contract';
import { partRecordsArea } from '@boxyard/shared/contract/areas/partRecords.ts';
import { WARRANTY_STARTS } from '@boxyard/shared/domain';
import { actionFields, CallDialog } from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, EditIcon, ErrorState, Facts, None, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './parts.module.css';
import { partWarranty } from './records.resource.tsx';
import stock from './stock.module.css';

registerContract(partRecordsArea);

const FIELDS = actionFields('parts.setWarranty', (f) => [
  f.integer('months', { span: 3 }),
  f.choice('startsFrom', WARRANTY_STARTS, { span: 3 }),
  f.longText('terms', { span: 6 }),
]);

/** The warranty that goes with a part to its customer (domain-warehouse 1.4, 4.1). */
export function Warranty({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const mayEdit = useCan('parts-warehouse:update');
  const [isEditing, setEditing] = useState(false);
  const found = useQuery(oneOptions('parts.warranty', { params: { id: part.id } }));
  const warranty = found.data;
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!warranty) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { months, startsFrom, terms } = warranty;
  const items = {
    months: months > 0 ? t('warranty.months', { count: months }) : t('warranty.none'),
    startsFrom: t(`warranty.choice.startsFrom.${startsFrom}`),
  };
  return (
    <>
      {mayEdit ? (
        <div className={stock.bar}>
          <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
            {t('warranty.edit')}
          </Button>
        </div>
      ) : null}
      <div className={classes.panel}>
        <Facts
          items={[
            ...Object.entries(items).map(([key, value]) => ({
              key,
              label: t(`warranty.field.${key}`),
              value,
            })),
            {
              key: 'terms',
              label: t('warranty.field.terms'),
              value: terms || <None />,
              wide: true,
            },
          ]}
        />
      </div>
      {isEditing ? (
        <CallDialog
          endpoint="parts.setWarranty"
          params={{ id: part.id }}
          resource={partWarranty}
          title={t('warranty.edit')}
          consequence={t('warranty.consequence')}
          okText={t('warranty.save')}
          fields={FIELDS}
          initialValues={{ version: warranty.version, months, startsFrom, terms }}
          onDone={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}
