import { rowOptions } from '@boxyard/shared/client';
import type { DataOf } from '@boxyard/shared/contract';
import type { contractsArea } from '@boxyard/shared/contract/areas/contracts.ts';
import { decimal } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { ErrorState, Money, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './contracts.module.css';

type Facts = DataOf<(typeof contractsArea)['contracts.decision']>;

/** Facts for a decision on a contract: price, discount, margin, debt and stock. */
export function Decision({ contractId }: { readonly contractId: string }) {
  const t = useT('remote-purchase-sales');
  const found = useQuery({
    ...rowOptions('contracts.decision', {
      params: { id: contractId },
      silent: true,
      loading: false,
    }),
    staleTime: 0,
  });
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const facts = found.data as Facts | undefined;
  if (!facts) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { listPrice, discountPercent, discountLimit, margin, marginPercent } = facts;
  const isAbove = discountLimit !== null && decimal.compare(discountPercent, discountLimit) > 0;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ...(listPrice === null ? [] : [['listPrice', <Money key="list" value={listPrice} />] as const]),
    ['price', <Money key="price" value={facts.price} />],
    [
      listPrice === null ? 'discountGiven' : 'discount',
      isAbove
        ? `${discountPercent} % · ${t('contracts.aboveLimit', { limit: discountLimit })}`
        : `${discountPercent} %`,
    ],
    ['warranty', <Warranty key="warranty" {...facts.warranty} />],
    ...(margin === null
      ? []
      : [
          [
            'margin',
            <>
              <Money value={margin} />
              {marginPercent === null ? null : ` (${marginPercent} %)`}
            </>,
          ] as const,
        ]),
    ['customerBalance', <Money key="balance" value={facts.customerBalance} />],
    ['freeStock', facts.freeStock],
  ];
  return (
    <dl className={classes.decision} aria-label={t('contracts.decision.title')}>
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`contracts.decision.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Months of warranty, and what those beyond the model's would cost. */
function Warranty({ months, modelMonths, price }: Facts['warranty']) {
  const t = useT('remote-purchase-sales');
  const isGift = price === null || decimal.compare(price, 0) > 0;
  return (
    <>
      {t('contracts.warrantyGiven', { months, modelMonths })}
      {isGift ? ' · ' : null}
      {isGift && price !== null ? <Money value={price} /> : null}
      {price === null ? t('contracts.warrantyUnlisted') : null}
    </>
  );
}
