import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { ReportSchedule } from '@boxyard/shared/contract/areas/reportSchedules.ts';
import { useLocale } from '@boxyard/shared/runtime';
import { Button, Drawer, formatDateTime, Modal } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import classes from './mailing.module.css';
import { ScheduleForm, useTimingText } from './ScheduleForm.tsx';
import { useMailingText } from './texts.ts';

/** Interval at which the list is read again while a run is under way. */
const LOOK_AGAIN_MS = 2000;

/** Longest wait for a mail that is on its way: without a mail server it stays in the outbox. */
const PATIENCE_MS = 60_000;

const isUnderWay = ({ lastRun }: ReportSchedule): boolean =>
  lastRun?.deliveries.some(({ result }) => result === 'waiting') ?? false;

/** Whether what it shows is about to change. */
const isMoving = (schedule: ReportSchedule): boolean => {
  const { lastRun } = schedule;
  const isRecent = lastRun !== null && Date.now() - Date.parse(lastRun.dueAt) < PATIENCE_MS;
  return (
    isUnderWay(schedule) || (isRecent && lastRun.deliveries.some(({ mail }) => mail === 'queued'))
  );
};

/** Receivers who get nothing now, as far as the last run does not say so. */
const refusedSince = ({ receivers, lastRun }: ReportSchedule) =>
  receivers.filter(({ id, refusal, isStopped }) => {
    const now = isStopped ? 'stopped' : refusal;
    const told = lastRun?.deliveries.find(({ user }) => user.id === id)?.result;
    return now !== null && now !== told;
  });

/** One's own schedules of every report with how their last run went, and those that others send one. */
export function ScheduleList(): ReactNode {
  const t = useMailingText();
  const timing = useTimingText();
  const locale = useLocale();
  const [changed, setChanged] = useState<ReportSchedule>();
  const [doomed, setDoomed] = useState<ReportSchedule>();
  const { data, isError, refetch } = useQuery({
    ...oneOptions('reportSchedules.list'),
    refetchInterval: ({ state }) => (state.data?.own.some(isMoving) ? LOOK_AGAIN_MS : false),
  });
  const send = useEndpointMutation('reportSchedules.send');
  const pause = useEndpointMutation('reportSchedules.pause');
  const forget = useEndpointMutation('reportSchedules.delete');
  const stop = useEndpointMutation('reportSchedules.stop');
  if (isError) {
    return (
      <p>
        {t('failed')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </p>
    );
  }
  if (data === undefined) return null;
  const { own, received } = data;
  const when = (instant: string) => formatDateTime(instant, locale);
  return (
    <>
      {own.length + received.length === 0 ? <p className={classes.help}>{t('none')}</p> : null}
      <ul className={classes.list}>
        {own.map((schedule) => {
          const { id, version, title, isActive, lastRun, receivers } = schedule;
          const report = title[locale];
          const params = { id };
          const named = (action: string) => ({ 'aria-label': t('more', { action, report }) });
          return (
            <li key={id} aria-label={report}>
              <span className={classes.title}>{report}</span>
              <span className={classes.facts}>
                {[
                  timing(schedule),
                  t(`period.${schedule.period}`),
                  t(`format.${schedule.format}`),
                  schedule.viewName === null ? null : t('view', { name: schedule.viewName }),
                  t('receivers', { count: receivers.length }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={isActive ? classes.facts : classes.warn}>
                {schedule.nextAt !== null
                  ? t('next', { when: when(schedule.nextAt) })
                  : t(
                      schedule.pauseReason === null
                        ? 'paused'
                        : `pauseReason.${schedule.pauseReason}`,
                    )}
              </span>
              {refusedSince(schedule).map(({ id: key, name, refusal, isStopped }) => (
                <span key={key} className={classes.warn}>
                  {isStopped
                    ? t('stoppedBy', { name })
                    : t('refused', { name, reason: t(`refusal.${refusal}`) })}
                </span>
              ))}
              {lastRun ? (
                <>
                  <span className={classes.facts}>
                    {[
                      t('lastRun', { when: when(lastRun.dueAt) }),
                      lastRun.isByHand ? t('byHand') : null,
                      lastRun.missed > 0 ? t('missed', { count: lastRun.missed }) : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <ul>
                    {lastRun.deliveries.map(({ user, result, mail, lines }) => (
                      <li key={user.id}>
                        {t('delivery', {
                          name: user.name,
                          result: [
                            result === 'sent' && mail !== null
                              ? t(`mail.${mail}`)
                              : t(`result.${result}`),
                            lines === null || lines === 0 ? null : t('lines', { count: lines }),
                          ]
                            .filter(Boolean)
                            .join(', '),
                        })}
                      </li>
                    ))}
                  </ul>
                </>
              ) : null}
              <div className={classes.buttons}>
                <Button
                  size="small"
                  {...named(t('sendNow'))}
                  disabled={isUnderWay(schedule)}
                  onClick={() => send.mutate({ params })}
                >
                  {t('sendNow')}
                </Button>
                <Button size="small" {...named(t('edit'))} onClick={() => setChanged(schedule)}>
                  {t('edit')}
                </Button>
                <Button
                  size="small"
                  {...named(t(isActive ? 'pause' : 'resume'))}
                  onClick={() => pause.mutate({ params, body: { version, isActive: !isActive } })}
                >
                  {t(isActive ? 'pause' : 'resume')}
                </Button>
                <Button size="small" {...named(t('delete'))} onClick={() => setDoomed(schedule)}>
                  {t('delete')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {received.length > 0 ? <h3 className={classes.subtitle}>{t('receivedTitle')}</h3> : null}
      <ul className={classes.list}>
        {received.map((schedule) => {
          const { id, title, owner, nextAt, isStopped } = schedule;
          const action = t(isStopped ? 'start' : 'stop');
          return (
            <li key={id}>
              <span className={classes.title}>{title[locale]}</span>
              <span className={classes.facts}>
                {[
                  t('from', { name: owner.name }),
                  timing(schedule),
                  isStopped
                    ? t('stopped')
                    : nextAt === null
                      ? t('paused')
                      : t('next', { when: when(nextAt) }),
                ].join(' · ')}
              </span>
              <div className={classes.buttons}>
                <Button
                  size="small"
                  aria-label={t('more', { action, report: title[locale] })}
                  onClick={() => stop.mutate({ params: { id }, body: { isStopped: !isStopped } })}
                >
                  {action}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      <Modal
        open={doomed !== undefined}
        title={t('deleteAsk')}
        okText={t('delete')}
        cancelText={t('cancel')}
        confirmLoading={forget.isPending}
        onOk={() =>
          doomed &&
          forget.mutate({ params: { id: doomed.id } }, { onSuccess: () => setDoomed(undefined) })
        }
        onCancel={() => setDoomed(undefined)}
      >
        {doomed?.title[locale]}
      </Modal>
      <Drawer
        open={changed !== undefined}
        title={changed ? t('change', { report: changed.title[locale] }) : ''}
        onClose={() => setChanged(undefined)}
        destroyOnHidden
      >
        {changed ? (
          <ScheduleForm
            draft={changed}
            onDone={() => setChanged(undefined)}
            onCancel={() => setChanged(undefined)}
          />
        ) : null}
      </Drawer>
    </>
  );
}
