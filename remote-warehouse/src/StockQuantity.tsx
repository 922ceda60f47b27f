import { useT } from '@boxyard/shared/runtime';
import { formatQuantity, Quantity } from '@boxyard/shared/ui';
import type { ComponentProps } from 'react';
import classes from './lines.module.css';

type Props = Omit<ComponentProps<typeof Quantity>, 'value'> & { readonly value: number | null };

/** What stands for a figure of stock that a blind count keeps from whoever counts (I24). */
export function BeingCounted() {
  const t = useT('remote-warehouse');
  return <span className={classes.hidden}>{t('stock.beingCounted')}</span>;
}

/** How much lies somewhere; null: this person is counting it. */
export function StockQuantity({ value, ...more }: Props) {
  return value === null ? <BeingCounted /> : <Quantity value={value} {...more} />;
}

/** The same within a text. */
export const stockText = (value: number | null, t: ReturnType<typeof useT>): string =>
  value === null ? t('stock.beingCounted') : formatQuantity(value);
