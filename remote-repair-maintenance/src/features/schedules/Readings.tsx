import { oneOptions } from '@boxyard/shared/client';
import type { MeterReading } from '@boxyard/shared/contract/areas/pmSchedules.ts';
import type { MeterUnit } from '@boxyard/shared/domain/service/schedules.ts';
import { CallDialog, LinesTable } from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, EmptyState, ErrorState, PageLink, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctionFields, pmOccurrences, readingFields } from './schedules.resource.tsx';

interface Props {
  readonly product: { readonly id: string; readonly serialNumber: string };
  /** Unit of the schedule's counter. */
  readonly kind: MeterUnit;
}

/** Readings of a container's counters, and a form that enters the next one. */
export function Readings({ product, kind }: Props) {
  const t = useT('remote-repair-maintenance');
  const mayRead = useCan('maintenance-list:update-schedule');
  const [isOpen, setIsOpen] = useState(false);
  const [wrong, setWrong] = useState<MeterReading | null>(null);
  const params = { id: product.id };
  const found = useQuery(oneOptions('meterReadings.ofProduct', { params }));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 2 }} />;
  const close = () => setIsOpen(false);
  return (
    <section aria-label={t('readings.title')}>
      <h3>{t('readings.title')}</h3>
      {mayRead ? <Button onClick={() => setIsOpen(true)}>{t('readings.enter')}</Button> : null}
      {found.data.length === 0 ? (
        <EmptyState title={t('readings.empty')} />
      ) : (
        <LinesTable
          resource={pmOccurrences}
          rows={found.data}
          columns={(c) => [
            c.dateTime('readAt'),
            c.custom('kind', {
              render: (reading) => t(`pmSchedules.choice.unit.${reading.kind}`),
            }),
            c.number('value'),
            c.person('by'),
            c.custom('job', {
              render: ({ job }) =>
                job?.id == null ? null : (
                  <PageLink page="maintenance-job-detail" params={{ id: job.id }}>
                    {job.documentNo}
                  </PageLink>
                ),
            }),
            c.text('replacedReason'),
            c.custom('correction', {
              render: ({ correction }) =>
                correction === null
                  ? null
                  : t('readings.corrected', {
                      value: correction.firstValue,
                      reason: correction.reason,
                      name: correction.by?.name ?? '',
                    }),
            }),
            ...(mayRead
              ? [
                  c.custom('actions', {
                    title: 'actions',
                    render: (reading) => (
                      <Button
                        size="small"
                        aria-label={`${t('readings.correct')} ${reading.value}`}
                        onClick={() => setWrong(reading)}
                      >
                        {t('readings.correct')}
                      </Button>
                    ),
                  }),
                ]
              : []),
          ]}
        />
      )}
      {isOpen ? (
        <CallDialog
          endpoint="meterReadings.create"
          params={params}
          resource={pmOccurrences}
          title={t('readings.of', { serial: product.serialNumber })}
          consequence={t('readings.consequence')}
          okText={t('readings.save')}
          fields={readingFields}
          initialValues={{ kind }}
          onDone={close}
          onClose={close}
        />
      ) : null}
      {wrong ? (
        <CallDialog
          endpoint="meterReadings.correct"
          params={{ id: wrong.id }}
          resource={pmOccurrences}
          title={t('readings.correctOf', { serial: product.serialNumber })}
          consequence={t('readings.correctConsequence')}
          okText={t('readings.correctSave')}
          fields={correctionFields}
          initialValues={{ value: wrong.value }}
          toBody={(values) => ({ ...values, version: wrong.version })}
          onDone={() => setWrong(null)}
          onClose={() => setWrong(null)}
        />
      ) : null}
    </section>
  );
}
