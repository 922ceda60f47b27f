import type { Appointment, PlanningCalendar } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { bangkokDate } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { EmptyState, formatDate, formatDateTime } from '@boxyard/shared/ui';
import { timeOf } from '../../bangkokTime.ts';
import { JobCard } from './JobCard.tsx';
import classes from './planning.module.css';

interface Props {
  readonly rows: readonly { readonly id: string; readonly name: string }[];
  readonly calendar: PlanningCalendar;
  readonly onOpen: (job: Appointment) => void;
}

/** Appointments and absences of each technician one under the other, for a narrow screen. */
export function Agenda({ rows, calendar, onOpen }: Props) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  if (rows.length === 0) return <EmptyState title={t('planning.noTechnicians')} />;
  return (
    <div>
      {rows.map(({ id, name }) => {
        const own = calendar.appointments.filter((one) =>
          one.technicians.some((person) => person.id === id),
        );
        const away = calendar.absences.filter(({ technicianId }) => technicianId === id);
        return (
          <section key={id} aria-label={name}>
            <h3>{name}</h3>
            {away.map((one) => (
              <p key={one.id} className={classes.away}>
                {t(`technicianAbsences.choice.reason.${one.reason}`)}{' '}
                {formatDateTime(one.startsAt, locale)} – {formatDateTime(one.endsAt, locale)}
              </p>
            ))}
            {own.length === 0 ? <p className={classes.about}>{t('planning.free')}</p> : null}
            <ul className={classes.cards}>
              {own.map((job) => (
                <li key={job.id}>
                  <p className={classes.about}>
                    {formatDate(bangkokDate(new Date(job.appointmentStart)), locale)}{' '}
                    {timeOf(new Date(job.appointmentStart))}–{timeOf(new Date(job.appointmentEnd))}
                  </p>
                  <JobCard
                    job={job}
                    isPicked={false}
                    hintId={undefined}
                    onKeyDown={() => undefined}
                    onClick={() => onOpen(job)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
