import { oneOptions } from '@boxyard/shared/client';
import { mayDo, useT } from '@boxyard/shared/runtime';
import { Money, Quantity, type Reference, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './supply.module.css';

interface Line {
  readonly part: Reference | null;
}

/** The part of a line; under it what whoever decides has to know of it (domain-warehouse 2.2, 2.4). */
export function PartWithSupply({
  part,
  companyId,
  lines,
}: {
  readonly part: Reference;
  readonly companyId: string;
  /** All lines of the document: they are asked about at once. */
  readonly lines: readonly Line[];
}) {
  return (
    <>
      <RefText value={part} />
      <Supply part={part} companyId={companyId} lines={lines} />
    </>
  );
}

/** Whether this person decides about purchases, and so may ask for it. */
export const decidesPurchases = (): boolean =>
  mayDo('purchase-requests:approve') || mayDo('purchase-orders:approve');

function Supply({
  part,
  companyId,
  lines,
}: {
  readonly part: Reference;
  readonly companyId: string;
  readonly lines: readonly Line[];
}): ReactNode {
  const t = useT('remote-purchase-sales');
  const partIds = [...new Set(lines.flatMap((line) => line.part?.id ?? []))].sort();
  const found = useQuery(
    oneOptions('parts.supply', {
      query: { companyId, partIds },
      loading: false,
      errorNotice: 'none',
    }),
  );
  const supply = found.data?.find(({ partId }) => partId === part.id);
  if (!supply) return null;
  const { available, onOrder, used, lastPurchasePrice, unit } = supply;
  const figure = (key: string, value: ReactNode, alarm = false) => (
    <span key={key}>
      {t(`supply.${key}`)} <b className={alarm ? classes.none : undefined}>{value}</b>
    </span>
  );
  const amount = (value: number | null) =>
    value === null ? t('supply.counted') : <Quantity value={value} />;
  return (
    <span className={classes.supply}>
      {figure('available', amount(available), available !== null && available <= 0)}
      {figure('onOrder', amount(onOrder))}
      {figure('used', amount(used))}
      {lastPurchasePrice === null
        ? null
        : figure(
            'lastPrice',
            <>
              <Money value={lastPurchasePrice} places={4} /> / <RefText value={unit} show="name" />
            </>,
          )}
    </span>
  );
}
