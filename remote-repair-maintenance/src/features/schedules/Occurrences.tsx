import { listOptions, oneOptions } from '@boxyard/shared/client';
import { startsFrom } from '@boxyard/shared/domain/machine/machine.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { LinesTable } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EmptyState,
  ErrorState,
  formatDate,
  None,
  PageLink,
  Skeleton,
  Space,
  StatusTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Chosen, OccurrenceDialog } from './OccurrenceDialog.tsx';
import { pmOccurrences } from './schedules.resource.tsx';

/** Occurrences that a schedule shows at first, the latest before the others, and all that it shows. */
const FIRST = 5;
const MOST = 100;

/** How a schedule fares, and its occurrences by container, which are skipped and moved here. */
export function Occurrences({ scheduleId }: { readonly scheduleId: string }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const mayChange = useCan('maintenance-list:update-schedule');
  const [limit, setLimit] = useState(FIRST);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const schedule = useQuery(oneOptions('pmSchedules.get', { params: { id: scheduleId } }));
  const found = useQuery(
    listOptions('pmOccurrences.list', {
      query: { filters: { scheduleId: [scheduleId] }, limit },
    }),
  );
  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const rows = found.data.data;
  return (
    <section aria-label={t('pmOccurrences.title')}>
      <h3>{t('pmOccurrences.title')}</h3>
      {schedule.data ? (
        <p>
          {schedule.data.compliancePercent === null
            ? t('pmSchedules.noCompliance')
            : t('pmSchedules.compliance', {
                percent: schedule.data.compliancePercent,
                inTime: schedule.data.inTimeCount,
                due: schedule.data.dueCount,
              })}
          {' · '}
          {t('pmSchedules.containers', { number: schedule.data.containerCount })}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title={t('pmOccurrences.empty')} />
      ) : (
        <LinesTable
          resource={pmOccurrences}
          rows={rows}
          columns={(c) => [
            c.custom('product', { render: ({ product }) => product.serialNumber }),
            c.date('day'),
            c.custom('status', {
              render: ({ status, skipCause, reason, missedOn }) => (
                <>
                  <StatusTag machine={occurrenceMachine} status={status} />{' '}
                  {skipCause === null
                    ? null
                    : [t(`pmOccurrences.choice.skipCause.${skipCause}`), reason]
                        .filter(Boolean)
                        .join(': ')}
                  {missedOn.length === 0
                    ? null
                    : t('pmOccurrences.missed', {
                        days: missedOn.map((day) => formatDate(day, locale)).join(', '),
                      })}
                </>
              ),
            }),
            c.date('doneOn'),
            c.custom('job', {
              render: ({ job }) =>
                job === null ? (
                  <None />
                ) : (
                  <PageLink page="maintenance-job-detail" params={{ id: job.id }}>
                    {job.documentNo}
                  </PageLink>
                ),
            }),
            ...(mayChange
              ? [
                  c.custom('actions', {
                    title: 'actions',
                    render: ({ id, version, day, status, job, product }) =>
                      startsFrom(occurrenceMachine, 'move', status) ? (
                        <Space>
                          {(['move', ...(job === null ? ['skip' as const] : [])] as const).map(
                            (action) => (
                              <Button
                                key={action}
                                size="small"
                                aria-label={`${t(`pmOccurrences.${action}`)} ${product.serialNumber} ${formatDate(day, locale)}`}
                                onClick={() =>
                                  setChosen({
                                    action,
                                    id,
                                    version,
                                    day,
                                    serialNumber: product.serialNumber,
                                  })
                                }
                              >
                                {t(`pmOccurrences.${action}`)}
                              </Button>
                            ),
                          )}
                        </Space>
                      ) : null,
                  }),
                ]
              : []),
          ]}
        />
      )}
      {limit < MOST && (found.data.meta.totalItems ?? 0) > rows.length ? (
        <Button size="small" onClick={() => setLimit(MOST)}>
          {t('pmOccurrences.showMore')}
        </Button>
      ) : null}
      {chosen ? <OccurrenceDialog chosen={chosen} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}
