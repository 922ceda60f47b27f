import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { StockPeriod } from '@boxyard/shared/contract';
import { confirm, useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DateTimeText,
  ErrorState,
  formatMonth,
  None,
  RefText,
  Table,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './stock.module.css';

const TONES = { open: 'success', hold: 'warning', closed: 'neutral' } as const;
const OFFERED = {
  open: ['hold', 'close'],
  hold: ['close', 'reopen'],
  closed: ['reopen'],
} as const;
type Change = 'hold' | 'close' | 'reopen';

/** Months of the books: what is closed stays as it was counted (domain-warehouse 3.6). */
export function Periods() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const mayChange = useCan('parts-warehouse:override-period');
  const found = useQuery(oneOptions('stock.periods'));
  const calls = {
    hold: useEndpointMutation('stock.holdPeriod'),
    close: useEndpointMutation('stock.closePeriod'),
    reopen: useEndpointMutation('stock.reopenPeriod'),
  };
  const change = async (month: StockPeriod, to: Change) => {
    const name = `${month.company.code ?? ''} ${formatMonth(month.period, locale)}`;
    const action = t(`periods.do.${to}`);
    const answer = await confirm({
      title: t('periods.ask', { action, name }),
      body: t(`periods.consequence.${to}`),
      okText: action,
      danger: to === 'reopen',
      reason: { label: t('periods.field.reason'), required: to !== 'close', max: 500 },
    });
    if (!answer.ok) return;
    calls[to].mutate({
      params: { period: month.period },
      body: { companyId: month.company.id, reason: answer.reason ?? '' },
    });
  };
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const [current] = (found.data ?? []).map(({ period }) => period);
  return (
    <Table<StockPeriod>
      label={t('periods.title')}
      rows={found.data ?? []}
      rowKey={(row) => row.id}
      {...(found.data ? {} : { skeleton: 8 })}
      columns={[
        {
          key: 'period',
          title: t('periods.field.period'),
          render: (row) => formatMonth(row.period, locale),
        },
        {
          key: 'company',
          title: t('periods.field.company'),
          render: (row) => <RefText value={row.company} />,
        },
        {
          key: 'status',
          title: t('periods.field.status'),
          render: (row) => (
            <ToneTag tone={TONES[row.status]}>{t(`periods.status.${row.status}`)}</ToneTag>
          ),
        },
        {
          key: 'changedAt',
          title: t('periods.field.changedAt'),
          render: (row) =>
            row.changedAt === null ? (
              <None />
            ) : (
              <>
                <DateTimeText value={row.changedAt} /> {row.changedBy}
              </>
            ),
        },
        {
          key: 'reason',
          title: t('periods.field.reason'),
          render: (row) => row.reason ?? <None />,
        },
        ...(mayChange
          ? [
              {
                key: 'actions',
                title: '',
                render: (row: StockPeriod) => (
                  <span className={classes.actions}>
                    {OFFERED[row.status]
                      .filter((to) => to !== 'close' || row.period !== current)
                      .map((to) => (
                        <Button key={to} size="small" onClick={() => void change(row, to)}>
                          {t(`periods.do.${to}`)}
                        </Button>
                      ))}
                  </span>
                ),
              },
            ]
          : []),
      ]}
      empty={{ text: t('periods.empty') }}
    />
  );
}
