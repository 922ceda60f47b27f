import type { Contract, RowOf } from '@boxyard/shared/contract';
import { bangkokDate, daysBetween } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { useT } from '@boxyard/shared/runtime';
import { RefText, StatusTag } from '@boxyard/shared/ui';
import classes from './contracts.module.css';

/** Status, place and age of a container, at the end of its option. */
export function ContainerAside({
  choice: { status, warehouse, site, documentDate },
}: {
  readonly choice: RowOf<Contract['contracts.available']>;
}) {
  const t = useT('remote-purchase-sales');
  return (
    <span className={classes.container}>
      <StatusTag machine={productMachine} status={status} />
      {warehouse ? (
        <RefText value={warehouse} show="name" />
      ) : (
        <span>{[site?.holder, site?.address].filter(Boolean).join(', ')}</span>
      )}
      <span>
        {t('contracts.ageInDays', { count: daysBetween(documentDate, bangkokDate(new Date())) })}
      </span>
    </span>
  );
}
