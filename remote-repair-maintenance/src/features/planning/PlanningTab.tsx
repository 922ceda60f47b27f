import { oneOptions, registerContract } from '@boxyard/shared/client';
import {
  type Appointment,
  jobPlanningArea,
  type PlannedJob,
  type PlanningCalendar,
} from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { useQueryKey } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  addMonths,
  Button,
  ErrorState,
  formatDate,
  formatDateTime,
  formatMonth,
  RecordSelect,
  Select,
  Skeleton,
  Space,
  useNarrow,
} from '@boxyard/shared/ui';
import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { timeOf } from '../../bangkokTime.ts';
import { Agenda } from './Agenda.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { Backlog } from './Backlog.tsx';
import { CalendarGrid } from './CalendarGrid.tsx';
import { PLUGINS, SENSORS } from './dragging.ts';
import { JobSummary } from './JobSummary.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Outcome } from './Outcome.tsx';
import {
  daysShown,
  dropped,
  firstPlacement,
  movedByKey,
  PLANNING_VIEWS,
  type Placement,
  type PlanningView,
  resized,
} from './placement.ts';
import classes from './planning.module.css';
import { presentAssignment, useAssignment, type Wanted } from './useAssignment.ts';
import '../../kitTexts.ts';

registerContract(jobPlanningArea);

/** A job that is being moved by keyboard, and the row that it came from. */
interface Picked {
  readonly job: PlannedJob;
  readonly from: string | null;
  readonly placed: Placement;
}

/** Data of a draggable card. */
interface Dragged {
  readonly job: PlannedJob;
  /** Row that it was taken from; null in the backlog. */
  readonly technicianId: string | null;
  readonly isResize?: boolean;
}

const asView = (text: string | null): PlanningView =>
  PLANNING_VIEWS.find((view) => view === text) ?? 'week';

const movedBy = (view: PlanningView, day: string, by: 1 | -1): string =>
  view === 'month'
    ? addMonths(`${day.slice(0, 7)}-01`, by)
    : addDays(day, view === 'week' ? 7 * by : by);

/** The placement that a job has in a row; null where it has no appointment. */
function placementIn(job: PlannedJob, technicianId: string): Placement | null {
  const { start, end } = presentAssignment(job);
  return start === null || end === null ? null : { technicianId, start, end };
}

/** The technicians of a job after it was moved from one row to another. */
function techniciansAfter(job: PlannedJob, from: string | null, to: string): readonly string[] {
  const before = from === null ? [] : job.technicians.map(({ id }) => id);
  return [...new Set(before.map((id) => (id === from ? to : id)).concat(to))].filter(
    (id) => id === to || id !== from,
  );
}

/** Rows: everybody whom this person plans, and whoever else has an appointment of theirs. */
function rowsFor({ technicians, appointments }: PlanningCalendar) {
  const known = new Set(technicians.map(({ id }) => id));
  const others = appointments
    .flatMap((one) => one.technicians)
    .filter(({ id }) => !known.has(id) && known.add(id));
  return [...technicians, ...others.map(({ id, name }) => ({ id, name, team: null }))];
}

/** Technicians against hours or days: jobs are dragged onto them, or moved by keyboard. */
export function PlanningTab({ kind }: { readonly kind: JobKind }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const narrow = useNarrow();
  const hintId = useId();
  const [askedView, setView] = useQueryKey('view');
  const [askedDay, setDay] = useQueryKey('day');
  const [teamId, setTeam] = useQueryKey('team');
  const view = asView(askedView);
  const today = bangkokDate(new Date());
  const day = askedDay !== null && /^\d{4}-\d{2}-\d{2}$/.test(askedDay) ? askedDay : today;
  const days = daysShown(view, day);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const found = useQuery({
    ...oneOptions('jobs.planning', {
      query: { from, to, ...(teamId === null ? {} : { teamId }) },
    }),
    placeholderData: (before) => before,
  });
  const assignment = useAssignment();
  const [opened, setOpened] = useState<PlannedJob | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const rows = found.data ? rowsFor(found.data) : [];
  const technicianIds = rows.map(({ id }) => id);
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? '';

  const place = (job: PlannedJob, taken: string | null, placed: Placement) => {
    const wanted: Wanted = {
      technicianIds: techniciansAfter(job, taken, placed.technicianId),
      start: placed.start,
      end: placed.end,
    };
    const before = presentAssignment(job);
    const isSame =
      before.start === wanted.start &&
      before.end === wanted.end &&
      before.technicianIds.join() === wanted.technicianIds.join();
    if (!isSame) void assignment.assign(job, wanted);
  };

  const drop = ({ operation, canceled }: DragEndEvent) => {
    const { source, target, position, transform } = operation;
    if (canceled || !source) return;
    const { job, technicianId: taken, isResize } = source.data as unknown as Dragged;
    const row = document.querySelector(`[data-row="${taken ?? target?.data.technicianId}"]`);
    const width = row?.getBoundingClientRect().width ?? 1;
    const placed = taken === null ? null : placementIn(job, taken);
    if (isResize) {
      if (placed !== null) place(job, taken, resized(placed, transform.x / width));
      return;
    }
    if (target?.data.backlog === true) {
      if (taken !== null) {
        void assignment.assign(job, { technicianIds: [], start: null, end: null });
      }
      return;
    }
    const technicianId = target?.data.technicianId as string | undefined;
    const area = target?.element?.querySelector('[data-row]')?.getBoundingClientRect();
    if (technicianId === undefined || area === undefined) return;
    place(
      job,
      taken,
      dropped(placed, {
        view,
        days,
        technicianId,
        fraction: (position.current.x - area.left) / area.width,
        moved: placed === null ? null : transform.x / area.width,
      }),
    );
  };

  const press = (event: KeyboardEvent, job: PlannedJob, row: string | null) => {
    if (!job.allowedActions.includes('manager-response')) return;
    if (picked === null) {
      const [first] = technicianIds;
      const technicianId = row ?? first;
      if (event.key !== ' ' || technicianId === undefined) return;
      event.preventDefault();
      const placed = row === null ? null : placementIn(job, row);
      setPicked({ job, from: row, placed: placed ?? firstPlacement(technicianId, from) });
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      setPicked(null);
      return;
    }
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setPicked(null);
      place(picked.job, picked.from, picked.placed);
      return;
    }
    if (event.key === 'Delete' && picked.from !== null) {
      event.preventDefault();
      setPicked(null);
      void assignment.assign(picked.job, { technicianIds: [], start: null, end: null });
      return;
    }
    const placed = movedByKey(picked.placed, event, { view, days, technicianIds });
    if (placed === null) return;
    event.preventDefault();
    setPicked({ ...picked, placed });
  };

  const open = (job: PlannedJob) => {
    if (picked === null) setOpened(job);
  };
  const cards = {
    pickedId: picked?.job.id ?? null,
    hintId,
    onOpen: open,
  };
  const close = () => setOpened(null);
  return (
    <section aria-label={t('planning.title')}>
      <Space wrap>
        <Button onClick={() => setDay(movedBy(view, day, -1))}>{t('planning.previous')}</Button>
        <Button onClick={() => setDay(null)}>{t('calendar.today')}</Button>
        <Button onClick={() => setDay(movedBy(view, day, 1))}>{t('planning.next')}</Button>
        <Select
          aria-label={t('calendar.view')}
          value={view}
          options={PLANNING_VIEWS.map((value) => ({
            value,
            label: t(`planning.views.${value}`),
          }))}
          onChange={(value) => setView(value === 'week' ? null : value)}
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
          : view === 'day'
            ? formatDate(day, locale)
            : `${formatDate(from, locale)} – ${formatDate(to, locale)}`}
      </h2>
      <Outcome assignment={assignment} />
      {narrow ? null : (
        <p id={hintId} className={classes.about}>
          {t('planning.hint')}
        </p>
      )}
      {/* Each step by keyboard is said aloud. */}
      <p role="status" className={picked === null ? classes.unseen : classes.step}>
        {picked === null
          ? ''
          : t('planning.step', {
              no: picked.job.documentNo,
              name: nameOf(picked.placed.technicianId),
              from: formatDateTime(new Date(picked.placed.start).toISOString(), locale),
              until: timeOf(new Date(picked.placed.end)),
            })}
      </p>
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : !found.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <DragDropProvider sensors={SENSORS} plugins={PLUGINS} onDragEnd={drop}>
          <LeftOut leftOut={found.data.leftOut} />
          <div className={classes.both}>
            {narrow ? (
              <Agenda rows={rows} calendar={found.data} onOpen={open} />
            ) : (
              <CalendarGrid
                view={view}
                days={days}
                rows={rows}
                calendar={found.data}
                picked={picked}
                {...cards}
                onPress={(event, job: Appointment, technicianId) => press(event, job, technicianId)}
              />
            )}
            <Backlog
              kind={kind}
              teamId={teamId}
              {...cards}
              onPress={(event, job) => press(event, job, null)}
            />
          </div>
        </DragDropProvider>
      )}
      {opened === null ? null : opened.allowedActions.includes('manager-response') ? (
        <AssignDialog
          job={opened}
          initial={presentAssignment(opened)}
          onClose={close}
          onAssign={(wanted) => {
            close();
            void assignment.assign(opened, wanted);
          }}
        />
      ) : (
        <JobSummary job={opened} onClose={close} />
      )}
    </section>
  );
}
