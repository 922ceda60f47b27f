import { oneOptions } from '@boxyard/shared/client';
import { decimal } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, Button, DateText, Money } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './warranties.module.css';

const MAX_MONTHS = 60;

/** What a warranty of the chosen container would be: its days, and what it costs by the price list. */
export function Terms({ values, patch, disabled }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const productId = typeof values.productId === 'string' ? values.productId : '';
  const months = Number(values.months);
  const isCounted = Number.isInteger(months) && months >= 1 && months <= MAX_MONTHS;
  const { data } = useQuery({
    ...oneOptions('warranties.terms', {
      query: { productId, ...(isCounted ? { months: String(months) } : {}) },
      loading: false,
    }),
    enabled: productId !== '',
    placeholderData: (previous) => previous,
  });
  if (productId === '' || !data) return null;
  const { price } = data;
  const isOther =
    'price' in values &&
    typeof values.price === 'string' &&
    values.price !== '' &&
    price !== null &&
    decimal.compare(values.price, price) !== 0;
  return (
    <div className={classes.terms}>
      <p className={classes.days}>
        {t(`warranties.choice.type.${data.type}`)} · <DateText value={data.startDate} /> –{' '}
        <DateText value={data.endDate} />
      </p>
      <p className={classes.days}>
        {t('warranties.listPrice')}{' '}
        {price === null ? t('warranties.noListPrice') : <Money value={price} />}
        {price !== null && 'price' in values && (isOther || !values.price) ? (
          <Button size="small" disabled={disabled} onClick={() => patch({ price })}>
            {t('warranties.takePrice')}
          </Button>
        ) : null}
      </p>
      {data.needsInspection ? (
        <Alert
          type="warning"
          showIcon
          title={t('warranties.needsInspection', { count: data.lapsedDays })}
        />
      ) : null}
    </div>
  );
}
