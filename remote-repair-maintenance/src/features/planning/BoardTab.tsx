import {
  call,
  oneOptions,
  refresh,
  registerContract,
  useEndpointMutation,
} from '@boxyard/shared/client';
import {
  type BoardColumn,
  jobPlanningArea,
  type PlannedJob,
} from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_ROUTES, type JobKind, PAUSE_REASONS } from '@boxyard/shared/domain/service/jobs.ts';
import { BOARD_PAGE, type BoardStatus } from '@boxyard/shared/domain/service/planning.ts';
import { actionFields, CallDialog, defineResource } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Button, EmptyState, ErrorState, Skeleton, StatusTag } from '@boxyard/shared/ui';
import { DragDropProvider, type DragEndEvent, useDraggable, useDroppable } from '@dnd-kit/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AssignDialog } from './AssignDialog.tsx';
import classes from './board.module.css';
import { columnsFor, moveTo } from './boardMoves.ts';
import { PLUGINS, SENSORS } from './dragging.ts';
import { JobCard } from './JobCard.tsx';
import { Outcome } from './Outcome.tsx';
import planning from './planning.module.css';
import { presentAssignment, useAssignment } from './useAssignment.ts';
import '../../kitTexts.ts';

registerContract(jobPlanningArea);

/** Jobs as far as the dialogs of their cards name fields. */
const cardJobs = defineResource({
  list: 'jobs.list',
  texts: 'remote-repair-maintenance:jobs',
  page: 'repair-list',
  machine: jobMachine,
  columns: (c) => [c.text('documentNo')],
  form: () => [],
});

const FIELDS = {
  pause: actionFields('jobs.pause', (f) => [
    f.choice('pauseReason', PAUSE_REASONS, { span: 6 }),
    f.text('note', { span: 6 }),
  ]),
  reopen: actionFields('jobs.reopen', (f) => [f.longText('reason', { span: 6 })]),
} as const;

interface Held {
  readonly job: PlannedJob;
  readonly to: BoardStatus;
}

/** Open jobs in columns by status; cards go where an action of theirs leads. */
export function BoardTab({ kind }: { readonly kind: JobKind }) {
  const t = useT('remote-repair-maintenance');
  const hintId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const options = oneOptions('jobs.board', { query: { kind } });
  const found = useQuery(options);
  const assignment = useAssignment();
  const start = useEndpointMutation('jobs.start');
  const resume = useEndpointMutation('jobs.resume');
  const [assigned, setAssigned] = useState<PlannedJob | null>(null);
  const [asked, setAsked] = useState<{
    readonly job: PlannedJob;
    readonly action: 'pause' | 'reopen';
  } | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const openJob = (job: PlannedJob) => void navigate(pathOf(JOB_ROUTES[job.kind], { id: job.id }));

  const move = (job: PlannedJob, to: BoardStatus) => {
    const way = moveTo(job, to);
    if (way === null) return;
    if (way.by === 'assign') setAssigned(job);
    else if (way.by === 'unplan') {
      void assignment.assign(job, { technicianIds: [], start: null, end: null });
    } else if (way.by === 'dialog') setAsked({ job, action: way.action });
    else if (way.by === 'page') openJob(job);
    else {
      const sent = { params: { id: job.id }, body: { version: job.version } };
      (way.call === 'jobs.start' ? start : resume).mutate(sent);
    }
  };
  const drop = ({ operation, canceled }: DragEndEvent) => {
    const { source, target } = operation;
    if (canceled || !source || !target) return;
    move(source.data.job as PlannedJob, target.data.status as BoardStatus);
  };
  const press = (event: KeyboardEvent, job: PlannedJob) => {
    const columns = columnsFor(job);
    if (held === null) {
      const [first] = columns;
      if (event.key !== ' ' || first === undefined) return;
      event.preventDefault();
      setHeld({ job, to: first });
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const of = columnsFor(held.job);
      const to = of[(of.indexOf(held.to) + step + of.length) % of.length];
      if (to !== undefined) setHeld({ ...held, to });
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setHeld(null);
      move(held.job, held.to);
    } else if (event.key === 'Escape') setHeld(null);
  };

  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { columns } = found.data;
  return (
    <section aria-label={t('board.title')}>
      <Outcome assignment={assignment} />
      <p id={hintId} className={planning.about}>
        {t('board.hint')}
      </p>
      <p role="status" className={held === null ? planning.unseen : planning.step}>
        {held === null ? null : (
          <>
            {t('board.step', { no: held.job.documentNo })}{' '}
            <StatusTag machine={jobMachine} status={held.to} />
          </>
        )}
      </p>
      {columns.every(({ count }) => count === 0) ? (
        <EmptyState title={t('board.empty')} />
      ) : (
        <DragDropProvider sensors={SENSORS} plugins={PLUGINS} onDragEnd={drop}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className={classes.columns} tabIndex={0} aria-label={t('board.columns')}>
            {columns.map((column) => (
              <Column
                key={column.status}
                column={column}
                kind={kind}
                held={held}
                hintId={hintId}
                onPress={press}
                onOpen={openJob}
              />
            ))}
          </section>
        </DragDropProvider>
      )}
      {assigned === null ? null : (
        <AssignDialog
          job={assigned}
          initial={presentAssignment(assigned)}
          onClose={() => setAssigned(null)}
          onAssign={(wanted) => {
            setAssigned(null);
            void assignment.assign(assigned, wanted);
          }}
        />
      )}
      {asked === null ? null : (
        <CallDialog
          endpoint={`jobs.${asked.action}`}
          params={{ id: asked.job.id }}
          resource={cardJobs}
          title={t(`board.${asked.action}`, { no: asked.job.documentNo })}
          consequence={t(`board.${asked.action}Consequence`)}
          okText={t(`board.${asked.action}Ok`)}
          fields={FIELDS[asked.action]}
          initialValues={{}}
          toBody={(values) => ({ ...values, version: asked.job.version })}
          onDone={() => {
            setAsked(null);
            void refresh(client, ['jobs']);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface ColumnProps {
  readonly column: BoardColumn;
  readonly kind: JobKind;
  readonly held: Held | null;
  readonly hintId: string;
  readonly onPress: (event: KeyboardEvent, job: PlannedJob) => void;
  readonly onOpen: (job: PlannedJob) => void;
}

/** One status with its cards; further pages are added below. */
function Column({ column, kind, held, hintId, onPress, onOpen }: ColumnProps) {
  const t = useT('remote-repair-maintenance');
  const { status, count, isCapped, jobs } = column;
  const [more, setMore] = useState<readonly PlannedJob[]>([]);
  const { ref, isDropTarget } = useDroppable({ id: status, data: { status } });
  const shown = [...jobs, ...more.filter((one) => jobs.every(({ id }) => id !== one.id))];
  const showMore = async () => {
    const page = String(Math.floor(shown.length / BOARD_PAGE) + 1);
    const { columns } = await call('jobs.board', { query: { kind, status, page } });
    setMore([...more, ...(columns[0]?.jobs ?? [])]);
  };
  const isHeldOver = held?.to === status;
  return (
    <section
      ref={ref}
      className={classes.column}
      data-target={isDropTarget || isHeldOver}
      data-status={status}
      aria-labelledby={`board-${status}`}
    >
      <h3 id={`board-${status}`}>
        <StatusTag machine={jobMachine} status={status} />{' '}
        <span className={planning.about}>{isCapped ? `${count}+` : count}</span>
      </h3>
      {shown.length === 0 ? <p className={planning.about}>{t('board.none')}</p> : null}
      <ul className={planning.cards}>
        {shown.map((job) => (
          <li key={job.id}>
            <Card
              job={job}
              hintId={hintId}
              isPicked={held?.job.id === job.id}
              onPress={onPress}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {shown.length < count && jobs.length > 0 ? (
        <Button onClick={showMore}>{t('planning.more')}</Button>
      ) : null}
    </section>
  );
}

function Card({
  job,
  hintId,
  isPicked,
  onPress,
  onOpen,
}: Pick<ColumnProps, 'hintId' | 'onPress' | 'onOpen'> & {
  readonly job: PlannedJob;
  readonly isPicked: boolean;
}) {
  const isMovable = columnsFor(job).length > 0;
  const { ref } = useDraggable({ id: job.id, disabled: !isMovable, data: { job } });
  return (
    <JobCard
      cardRef={ref}
      job={job}
      isPicked={isPicked}
      hintId={isMovable ? hintId : undefined}
      showTechnicians
      onKeyDown={(event) => onPress(event, job)}
      onClick={() => onOpen(job)}
    />
  );
}
