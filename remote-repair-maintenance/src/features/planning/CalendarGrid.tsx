import type { Appointment, PlanningCalendar } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { bangkokDate, endOfBangkokDay, startOfBangkokDay } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { EmptyState, formatDate, WarningIcon, weekdayNames } from '@boxyard/shared/ui';
import { useDraggable, useDroppable } from '@dnd-kit/react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { instantAt, timeOf } from '../../bangkokTime.ts';
import { DAY_HOURS, fractionOf, lanesOf, type Placement, type PlanningView } from './placement.ts';
import classes from './planning.module.css';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly team: { readonly name: string } | null;
  readonly companyId?: string;
}

interface Cards {
  readonly pickedId: string | null;
  readonly hintId: string;
  readonly onOpen: (job: Appointment) => void;
  readonly onPress: (event: KeyboardEvent, job: Appointment, technicianId: string) => void;
}

interface Props extends Cards {
  readonly view: PlanningView;
  readonly days: readonly string[];
  readonly rows: readonly Row[];
  readonly calendar: PlanningCalendar;
  readonly picked: {
    readonly job: { readonly documentNo: string | null };
    readonly placed: Placement;
  } | null;
}

const HOURS = Array.from(
  { length: DAY_HOURS.to - DAY_HOURS.from },
  (_, index) => `${String(DAY_HOURS.from + index).padStart(2, '0')}:00`,
);

interface Span {
  readonly start: number;
  readonly end: number;
}
const spanOf = ({ appointmentStart, appointmentEnd }: Appointment): Span => ({
  start: Date.parse(appointmentStart),
  end: Date.parse(appointmentEnd),
});
const touches = ({ start, end }: Span, day: string): boolean =>
  start <= endOfBangkokDay(day).getTime() - 1 && end > startOfBangkokDay(day).getTime();

/** Hours of a day in which a company works, as instants; null without a calendar. */
function hoursOn(calendar: PlanningCalendar, companyId: string | undefined, day: string) {
  const hours = calendar.calendars.find((one) => one.companyId === companyId);
  return hours === undefined
    ? null
    : { start: Date.parse(instantAt(day, hours.from)), end: Date.parse(instantAt(day, hours.to)) };
}

/** Tells days on which a company is closed. */
function isClosed(calendar: PlanningCalendar, companyId: string | undefined, day: string): boolean {
  const hours = calendar.calendars.find((one) => one.companyId === companyId);
  if (hours === undefined || hours.days.length === 0) return false;
  const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  return !hours.days.includes(weekday) || hours.holidays.includes(day);
}

/** Technicians by rows against the hours of a day, or days. */
export function CalendarGrid({ view, days, rows, calendar, picked, ...cards }: Props) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const today = bangkokDate(new Date());
  if (rows.length === 0) return <EmptyState title={t('planning.noTechnicians')} />;
  const byTechnician = new Map(
    rows.map(({ id }) => [
      id,
      calendar.appointments.filter(({ technicians }) => technicians.some((one) => one.id === id)),
    ]),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('planning.grid')}>
      <table className={classes.grid} data-view={view}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t('planning.technician')}
            </th>
            {view === 'day'
              ? HOURS.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}
                  </th>
                ))
              : days.map((day) => (
                  <th
                    key={day}
                    scope="col"
                    aria-current={day === today ? 'date' : undefined}
                    className={day === today ? classes.today : undefined}
                  >
                    <abbr title={formatDate(day, locale)}>
                      {weekdayNames(locale)[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]}{' '}
                      {Number(day.slice(8))}
                    </abbr>
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TechnicianRow
              key={row.id}
              row={row}
              view={view}
              days={days}
              calendar={calendar}
              appointments={byTechnician.get(row.id) ?? []}
              picked={picked?.placed.technicianId === row.id ? picked : null}
              {...cards}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TechnicianRow({
  row,
  view,
  days,
  calendar,
  appointments,
  picked,
  ...cards
}: Omit<Props, 'rows'> & { readonly row: Row; readonly appointments: readonly Appointment[] }) {
  const { ref, isDropTarget } = useDroppable({
    id: `row:${row.id}`,
    data: { technicianId: row.id },
  });
  const absences = calendar.absences
    .filter(({ technicianId }) => technicianId === row.id)
    .map((one) => ({ ...one, start: Date.parse(one.startsAt), end: Date.parse(one.endsAt) }));
  const [day = ''] = days;
  return (
    <tr ref={ref} data-target={isDropTarget}>
      <th scope="row" className={classes.name}>
        {row.name}
        {row.team === null ? null : <span className={classes.about}>{row.team.name}</span>}
      </th>
      {view === 'day' ? (
        <DayCell
          row={row}
          day={day}
          isClosed={isClosed(calendar, row.companyId, day)}
          hours={hoursOn(calendar, row.companyId, day)}
          absences={absences}
          appointments={appointments}
          picked={picked}
          {...cards}
        />
      ) : (
        days.map((of, index) => (
          <DaysCell
            key={of}
            row={row}
            day={of}
            // The first cell spans them all, as far as pointers are measured.
            measures={index === 0 ? days.length : 0}
            isClosed={isClosed(calendar, row.companyId, of)}
            absences={absences.filter((one) => touches(one, of))}
            appointments={appointments.filter((one) => touches(spanOf(one), of))}
            picked={
              picked !== null && bangkokDate(new Date(picked.placed.start)) === of ? picked : null
            }
            {...cards}
          />
        ))
      )}
    </tr>
  );
}

interface CellProps extends Cards {
  readonly row: Row;
  readonly day: string;
  readonly isClosed: boolean;
  readonly absences: readonly (PlanningCalendar['absences'][number] & Span)[];
  readonly appointments: readonly Appointment[];
  readonly picked: Props['picked'];
}

/** One day by its hours: appointments as long as they take. */
function DayCell({
  row,
  day,
  isClosed: closed,
  hours,
  absences,
  appointments,
  picked,
  ...cards
}: CellProps & { readonly hours: Span | null }) {
  const t = useT('remote-repair-maintenance');
  const shown = appointments.filter((one) => touches(spanOf(one), day));
  const { lanes, count } = lanesOf(shown.map(spanOf));
  const style = ({ start, end }: Span, lane = 0, of = 1): CSSProperties => ({
    // An appointment outside the hours stays within the row.
    left: `min(${fractionOf(start, day) * 100}%, calc(100% - 72px))`,
    width: `${(fractionOf(end, day) - fractionOf(start, day)) * 100}%`,
    top: `${lane * 44}px`,
    ...(of > 0 ? { height: '42px' } : {}),
  });
  return (
    <td colSpan={HOURS.length} className={closed ? classes.closed : undefined}>
      <div
        className={classes.hours}
        data-row={row.id}
        style={{ height: `${(count + (picked ? 1 : 0)) * 44}px` }}
      >
        {hours === null || closed ? null : (
          <>
            <div
              className={classes.off}
              style={{ left: 0, width: `${fractionOf(hours.start, day) * 100}%` }}
            />
            <div
              className={classes.off}
              style={{ left: `${fractionOf(hours.end, day) * 100}%`, right: 0 }}
            />
          </>
        )}
        {absences
          .filter((one) => touches(one, day))
          .map((one) => (
            <div key={one.id} className={classes.absence} style={{ ...style(one), height: '100%' }}>
              {t(`technicianAbsences.choice.reason.${one.reason}`)}
            </div>
          ))}
        {shown.map((job, index) => (
          <AppointmentCard
            key={job.id}
            job={job}
            technicianId={row.id}
            style={style(spanOf(job), lanes[index])}
            isResizable
            {...cards}
          />
        ))}
        {picked === null ? null : (
          <div className={classes.ghost} style={style(picked.placed, count)} aria-hidden="true">
            {picked.job.documentNo} {timeOf(new Date(picked.placed.start))}
          </div>
        )}
      </div>
    </td>
  );
}

/** One of several days: appointments one under the other. */
function DaysCell({
  row,
  day,
  measures,
  isClosed: closed,
  absences,
  appointments,
  picked,
  ...cards
}: CellProps & { readonly measures: number }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  return (
    <td
      aria-label={`${row.name}, ${formatDate(day, locale)}`}
      className={closed ? classes.closed : undefined}
    >
      {measures === 0 ? null : (
        <div
          className={classes.measure}
          data-row={row.id}
          style={{ width: `${measures * 100}%` }}
          aria-hidden="true"
        />
      )}
      {absences.map((one) => (
        <div key={one.id} className={classes.away}>
          {t(`technicianAbsences.choice.reason.${one.reason}`)}
        </div>
      ))}
      {appointments.map((job) => (
        <AppointmentCard key={job.id} job={job} technicianId={row.id} {...cards} />
      ))}
      {picked === null ? null : (
        <div className={classes.ghostCard} aria-hidden="true">
          {picked.job.documentNo} {timeOf(new Date(picked.placed.start))}
        </div>
      )}
    </td>
  );
}

interface AppointmentProps extends Cards {
  readonly job: Appointment;
  readonly technicianId: string;
  readonly style?: CSSProperties;
  readonly isResizable?: boolean;
}

/** An appointment in somebody's row, with a mark where something else takes the same time. */
function AppointmentCard({
  job,
  technicianId,
  style,
  isResizable = false,
  pickedId,
  hintId,
  onOpen,
  onPress,
}: AppointmentProps) {
  const t = useT('remote-repair-maintenance');
  const mayPlan = job.allowedActions.includes('manager-response');
  const { ref } = useDraggable({
    id: `${technicianId}:${job.id}`,
    disabled: !mayPlan,
    data: { job, technicianId },
  });
  const { ref: resizeRef } = useDraggable({
    id: `resize:${technicianId}:${job.id}`,
    disabled: !mayPlan || !isResizable,
    data: { job, technicianId, isResize: true },
  });
  const clash = job.clashes.find((one) => one.technicianId === technicianId);
  const time = `${timeOf(new Date(job.appointmentStart))}–${timeOf(new Date(job.appointmentEnd))}`;
  return (
    <div className={style ? classes.placed : classes.stacked} style={style}>
      <button
        type="button"
        ref={ref}
        className={classes.appointment}
        data-picked={pickedId === job.id}
        data-clash={clash !== undefined}
        data-status={job.status}
        data-job={job.id}
        aria-describedby={mayPlan ? hintId : undefined}
        title={`${time} ${job.documentNo} ${job.product.serialNumber}`}
        onKeyDown={(event) => onPress(event, job, technicianId)}
        onClick={() => onOpen(job)}
      >
        {clash === undefined ? null : (
          <>
            <WarningIcon aria-hidden />
            <span className={classes.unseen}>{t(`planning.clash.${clash.with}`)}</span>
          </>
        )}{' '}
        <b>{time}</b> {job.documentNo}{' '}
        <span className={classes.about}>{job.product.serialNumber}</span>
      </button>
      {isResizable && mayPlan ? (
        <span ref={resizeRef} className={classes.resize} aria-hidden="true" />
      ) : null}
    </div>
  );
}
