import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { useLocale, useT, useUser } from '@boxyard/shared/runtime';
import { Alert, Button, EmptyState, formatDateTime, Skeleton, StatusTag } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { timeOf } from '../../../bangkokTime.ts';
import { ConflictList } from './ConflictList.tsx';
import classes from './day.module.css';
import { JobOfDay } from './JobOfDay.tsx';
import { projectJob } from './projectJob.ts';
import { type DayWork, useDay } from './useDay.ts';
import '../../../kitTexts.ts';

/** Own jobs of a technician in the order of their appointments, with and without a network (ADR 0140). */
export function DayTab() {
  const user = useUser();
  return user === null ? null : <DayOf key={user.id} owner={user.id} />;
}

function DayOf({ owner }: { readonly owner: string }) {
  const t = useT('remote-repair-maintenance');
  const work = useDay(owner);
  const [search, setSearch] = useSearchParams();
  const { day, steps } = work;
  const chosen = day?.jobs.find(({ id }) => id === search.get('job'));
  const open = (job: string | null) => setSearch({ tab: 'day', ...(job === null ? {} : { job }) });
  return (
    <div className={classes.day}>
      <DayStatus work={work} />
      <ConflictList work={work} />
      {day === undefined || (day === null && work.online) ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : null}
      {day === null && !work.online ? (
        <Alert type="warning" showIcon title={t('day.notHere')} />
      ) : null}
      {day && day.jobs.length === 0 ? <EmptyState title={t('day.noJob')} /> : null}
      {day && chosen ? (
        <JobOfDay
          key={chosen.id}
          work={work}
          job={projectJob(chosen, steps)}
          codes={day.codes}
          onClose={() => open(null)}
        />
      ) : null}
      {day && !chosen ? <JobCards work={work} onOpen={open} /> : null}
    </div>
  );
}

/** State of the network, and the number of steps that wait for it. */
function DayStatus({ work }: { readonly work: DayWork }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const { steps, sending, offlineSince, day, isReady } = work;
  const waiting = steps.filter(({ state }) => state === 'waiting').length;
  const time = (at: number) => formatDateTime(new Date(at).toISOString(), locale);
  return (
    <div role="status" className={classes.status} data-state={offlineSince ? 'offline' : 'online'}>
      <strong>
        {offlineSince === null
          ? t('day.online')
          : t('day.offlineSince', { time: time(offlineSince) })}
      </strong>
      <span>
        {sending !== null
          ? t('day.sending', { count: waiting })
          : waiting > 0
            ? t('day.waiting', { count: waiting })
            : t('day.allSent')}
      </span>
      {day ? <span className={classes.quiet}>{t('day.asOf', { time: time(day.at) })}</span> : null}
      {isReady ? <span className={classes.quiet}>{t('day.ready')}</span> : null}
    </div>
  );
}

interface CardsProps {
  readonly work: DayWork;
  readonly onOpen: (job: string) => void;
}

function JobCards({ work: { day, steps }, onOpen }: CardsProps) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  return (
    <ol className={classes.cards}>
      {day?.jobs.map((kept) => {
        const job = projectJob(kept, steps);
        const waiting = steps.filter(
          ({ jobId, state }) => jobId === job.id && state === 'waiting',
        ).length;
        const start = job.appointmentStart;
        return (
          <li key={job.id} className={classes.card}>
            <div className={classes.cardHead}>
              <strong>
                {start === null ? t('day.noAppointment') : formatDateTime(start, locale)}
                {job.appointmentEnd ? `–${timeOf(new Date(job.appointmentEnd))}` : ''}
              </strong>
              <StatusTag machine={jobMachine} status={job.status} />
            </div>
            <div>
              {job.product.serialNumber} · {job.customer?.name ?? job.place}
            </div>
            <div className={classes.quiet}>{job.symptom}</div>
            {waiting > 0 ? (
              <div className={classes.quiet}>{t('day.waiting', { count: waiting })}</div>
            ) : null}
            <Button block onClick={() => onOpen(job.id)}>
              {t('day.open', { no: job.documentNo })}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
