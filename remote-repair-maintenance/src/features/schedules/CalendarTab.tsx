import { oneOptions } from '@boxyard/shared/client';
import type { PmCalendarEntry } from '@boxyard/shared/contract/areas/pmSchedules.ts';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { startsFrom } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { useQueryKey } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  addMonths,
  Button,
  calendarDays,
  dateParts,
  EmptyState,
  ErrorState,
  formatDate,
  formatMonth,
  PageLink,
  RecordSelect,
  Select,
  Skeleton,
  Space,
  StatusTag,
  useNarrow,
  weekdayNames,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeOf } from '../../bangkokTime.ts';
import '../../kitTexts.ts';
import classes from './calendar.module.css';
import { type Chosen, OccurrenceDialog } from './OccurrenceDialog.tsx';

const VIEWS = ['month', 'week'] as const;
type View = (typeof VIEWS)[number];

/** Days that a view shows: whole weeks, as the picker of days does. */
function daysOf(view: View, day: string): readonly string[] {
  const days = calendarDays(dateParts(day));
  if (view === 'month') return days;
  const at = Math.floor(days.indexOf(day) / 7) * 7;
  return days.slice(at, at + 7);
}

const moved = (view: View, day: string, by: 1 | -1): string =>
  view === 'month' ? addMonths(`${day.slice(0, 7)}-01`, by) : addDays(day, 7 * by);

/** Occurrences and maintenance jobs by day: a month or a week, whose occurrences can be moved. */
export function CalendarTab() {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const narrow = useNarrow();
  const [askedView, setView] = useQueryKey('view');
  const [askedDay, setDay] = useQueryKey('day');
  const [teamId, setTeam] = useQueryKey('team');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const view: View = askedView === 'week' ? 'week' : 'month';
  const today = bangkokDate(new Date());
  const day = askedDay !== null && /^\d{4}-\d{2}-\d{2}$/.test(askedDay) ? askedDay : today;
  const days = daysOf(view, day);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const found = useQuery(
    oneOptions('pmSchedules.calendar', {
      query: { from, to, ...(teamId === null ? {} : { teamId }) },
    }),
  );
  const byDay = Map.groupBy(found.data?.entries ?? [], (entry) => entry.day);
  const entriesOf = (of: string) => <Entries entries={byDay.get(of) ?? []} onChoose={setChosen} />;
  return (
    <section aria-label={t('calendar.title')}>
      <Space wrap>
        <Button onClick={() => setDay(moved(view, day, -1))}>
          {t(`calendar.previous.${view}`)}
        </Button>
        <Button onClick={() => setDay(null)}>{t('calendar.today')}</Button>
        <Button onClick={() => setDay(moved(view, day, 1))}>{t(`calendar.next.${view}`)}</Button>
        <Select
          aria-label={t('calendar.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
          onChange={(value) => setView(value === 'month' ? null : value)}
        />
        <div className={classes.team}>
          <RecordSelect
            lookup="teams.all"
            aria-label={t('pmSchedules.field.team')}
            placeholder={t('calendar.allTeams')}
            query={{ type: ['engineer'] }}
            value={teamId}
            allowClear
            onChange={(value) => setTeam(typeof value === 'string' ? value : null)}
          />
        </div>
      </Space>
      <h2 className={classes.heading} aria-live="polite">
        {view === 'month'
          ? formatMonth(day.slice(0, 7), locale)
          : `${formatDate(from, locale)} – ${formatDate(to, locale)}`}
      </h2>
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : !found.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          {found.data.leftOut > 0 ? (
            <Alert
              type="warning"
              showIcon
              title={t('calendar.leftOut', { number: found.data.leftOut })}
            />
          ) : null}
          {byDay.size === 0 ? <EmptyState title={t('calendar.empty')} /> : null}
          {narrow ? (
            <ol className={classes.agenda}>
              {days
                .filter((of) => byDay.has(of))
                .map((of) => (
                  <li key={of}>
                    <h3 className={of === today ? classes.today : undefined}>
                      {formatDate(of, locale)}
                    </h3>
                    {entriesOf(of)}
                  </li>
                ))}
            </ol>
          ) : (
            <table className={classes.grid}>
              <thead>
                <tr>
                  {weekdayNames(locale).map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {Array.from({ length: days.length / 7 }, (_, week) =>
                  days.slice(week * 7, week * 7 + 7),
                ).map((week) => (
                  <tr key={week[0]}>
                    {week.map((of) => (
                      <td
                        key={of}
                        aria-label={formatDate(of, locale)}
                        aria-current={of === today ? 'date' : undefined}
                        className={
                          view === 'month' && of.slice(0, 7) !== day.slice(0, 7)
                            ? classes.outside
                            : undefined
                        }
                      >
                        <time dateTime={of} className={of === today ? classes.today : undefined}>
                          {Number(of.slice(8))}
                        </time>
                        {entriesOf(of)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {chosen ? <OccurrenceDialog chosen={chosen} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}

/** Entries of one day; each leads to its job or schedule. */
function Entries({
  entries,
  onChoose,
}: {
  readonly entries: readonly PmCalendarEntry[];
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const mayChange = useCan('maintenance-list:update-schedule');
  if (entries.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {entries.map(
        ({ id, type, day, startsAt, title, status, product, schedule, version, job }) => (
          <li key={`${type}:${id}`}>
            <StatusTag machine={type === 'job' ? jobMachine : occurrenceMachine} status={status} />{' '}
            {startsAt === null ? null : `${timeOf(new Date(startsAt))} `}
            {job === null && schedule !== null ? (
              <PageLink page="maintenance-list" query={{ tab: 'schedules', record: schedule.id }}>
                {title}
              </PageLink>
            ) : (
              <PageLink page="maintenance-job-detail" params={{ id: job?.id ?? id }}>
                {title}
              </PageLink>
            )}
            <div className={classes.about}>{product.serialNumber}</div>
            {type === 'occurrence' &&
            mayChange &&
            version !== null &&
            startsFrom(occurrenceMachine, 'move', status) ? (
              <Button
                size="small"
                aria-label={`${t('pmOccurrences.move')} ${product.serialNumber} ${formatDate(day, locale)}`}
                onClick={() =>
                  onChoose({
                    action: 'move',
                    id,
                    version,
                    day,
                    serialNumber: product.serialNumber,
                  })
                }
              >
                {t('pmOccurrences.move')}
              </Button>
            ) : null}
          </li>
        ),
      )}
    </ul>
  );
}
