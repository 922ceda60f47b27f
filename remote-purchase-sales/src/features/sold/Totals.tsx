import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { useQueryParams } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import {
  Chart,
  DateRangePicker,
  Money,
  PieceAnswer,
  Quantity,
  RecordSelect,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Figures } from './Figures.tsx';
import classes from './sold.module.css';

type TotalsData = DataOf<Contract['productTransactions.totals']>;
interface Sums {
  readonly count: number;
  readonly amount: string | null;
}

/** Sums by day, channel, price option and container, of a range that stands in the address. */
export function Totals() {
  const t = useT('remote-purchase-sales');
  const [params, change] = useQueryParams();
  const today = bangkokDate(new Date());
  const startDate = params.get('startDate') ?? addDays(today, -29);
  const endDate = params.get('endDate') ?? today;
  const productId = params.get('productId');
  const set = (values: Readonly<Record<string, string | null | undefined>>) =>
    change((current) => {
      for (const [key, value] of Object.entries(values)) {
        if (value) current.set(key, value);
        else current.delete(key);
      }
      return new URLSearchParams(current);
    });
  const query = useQuery(
    oneOptions('productTransactions.totals', {
      query: { startDate, endDate, ...(productId ? { productId } : {}) },
    }),
  );
  return (
    <>
      <div className={classes.range}>
        <DateRangePicker
          label={t('transactions.range')}
          value={{ start: startDate, end: endDate }}
          onChange={({ start, end }) => set({ startDate: start, endDate: end })}
        />
        <RecordSelect
          lookup="productContracts.master"
          aria-label={t('transactions.field.product')}
          placeholder={t('transactions.allContainers')}
          value={productId}
          onChange={(id) => set({ productId: id as string | null })}
        />
      </div>
      <PieceAnswer query={query}>{(data) => <Charts data={data} />}</PieceAnswer>
    </>
  );
}

function Charts({ data }: { readonly data: TotalsData }) {
  const t = useT('remote-purchase-sales');
  const { total } = data;
  const unit = total.amount === null ? 'quantity' : 'money';
  const series = [t(unit === 'money' ? 'transactions.figure.amount' : 'transactions.figure.count')];
  const figure = ({ count, amount }: Sums) => [amount ?? String(count)];
  const leads = (query: Record<string, string>) =>
    pathOf(
      'product-transactions',
      {},
      { startDate: data.startDate, endDate: data.endDate, ...query },
    );
  return (
    <>
      <Figures
        figures={[
          [t('transactions.figure.count'), <Quantity key="count" value={total.count} />],
          ...(['amount', 'cost', 'margin'] as const).flatMap((key) =>
            total[key] === null
              ? []
              : [
                  [
                    t(`transactions.figure.${key}`),
                    <Money key={key} value={total[key]} />,
                  ] as const,
                ],
          ),
        ]}
      />
      <div className={classes.charts}>
        <div className={classes.wide}>
          <Chart
            title={t('transactions.chart.day')}
            kind={data.byDay.length > 31 ? 'line' : 'bar'}
            unit={unit}
            series={series}
            points={data.byDay.map((row) => ({
              label: data.isMonthly ? row.day.slice(0, 7) : row.day,
              values: figure(row),
            }))}
          />
        </div>
        <Chart
          title={t('transactions.chart.channel')}
          kind="bar"
          unit={unit}
          series={series}
          points={data.byChannel.map((row) => ({
            label: t(`transactions.choice.channel.${row.channel}`),
            values: figure(row),
          }))}
          linkOf={(index) => leads({ channel: data.byChannel[index]?.channel ?? '' })}
        />
        <Chart
          title={t('transactions.chart.option')}
          kind="ranking"
          unit={unit}
          series={series}
          points={data.byOption.map((row) => ({
            label: row.option === null ? t('transactions.noOption') : row.label,
            values: figure(row),
          }))}
        />
        <Chart
          title={t('transactions.chart.product')}
          kind="ranking"
          unit={unit}
          series={series}
          points={data.byProduct.map((row) => ({
            label: row.product.serialNumber,
            values: figure(row),
          }))}
          linkOf={(index) => leads({ productId: data.byProduct[index]?.product.id ?? '' })}
        />
      </div>
    </>
  );
}
