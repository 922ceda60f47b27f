import { call, isApiError } from '@boxyard/shared/client';
import type { PlannedJob } from '@boxyard/shared/contract/areas/jobPlanning.ts';
import type { JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { useT } from '@boxyard/shared/runtime';
import { Button, EmptyState, ErrorState, Skeleton } from '@boxyard/shared/ui';
import { useDraggable, useDroppable } from '@dnd-kit/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { JobCard } from './JobCard.tsx';
import classes from './planning.module.css';

const PAGE = 20;

interface Props {
  readonly kind: JobKind;
  readonly teamId: string | null;
  readonly onPress: (event: KeyboardEvent, job: PlannedJob) => void;
  readonly onOpen: (job: PlannedJob) => void;
  readonly pickedId: string | null;
  readonly hintId: string;
}

/** Jobs that wait for an appointment, the most urgent first; more come page by page. */
export function Backlog({ kind, teamId, ...card }: Props) {
  const t = useT('remote-repair-maintenance');
  const { ref, isDropTarget } = useDroppable({ id: 'backlog', data: { backlog: true } });
  const filters = { kind: [kind], ...(teamId === null ? {} : { teamId: [teamId] }) };
  const found = useInfiniteQuery({
    queryKey: ['jobs', 'jobs.backlog', filters],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call('jobs.backlog', { query: { page: pageParam, limit: PAGE, filters }, signal }),
    getNextPageParam: ({ data }, pages) => (data.length < PAGE ? undefined : pages.length + 1),
  });
  const jobs = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <aside
      ref={ref}
      className={classes.backlog}
      data-target={isDropTarget}
      aria-label={t('planning.backlog')}
    >
      <h3>{t('planning.backlog')}</h3>
      {found.isError && isApiError(found.error) ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : found.isPending ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : jobs.length === 0 ? (
        <EmptyState title={t('planning.backlogEmpty')} />
      ) : (
        <ul className={classes.cards}>
          {jobs.map((job) => (
            <li key={job.id}>
              <BacklogCard job={job} {...card} />
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage ? (
        <Button loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {t('planning.more')}
        </Button>
      ) : null}
    </aside>
  );
}

function BacklogCard({
  job,
  onPress,
  onOpen,
  pickedId,
  hintId,
}: Omit<Props, 'kind' | 'teamId'> & { readonly job: PlannedJob }) {
  const mayPlan = job.allowedActions.includes('manager-response');
  const { ref } = useDraggable({
    id: `backlog:${job.id}`,
    disabled: !mayPlan,
    data: { job, technicianId: null },
  });
  return (
    <JobCard
      cardRef={ref}
      job={job}
      isPicked={pickedId === job.id}
      hintId={mayPlan ? hintId : undefined}
      onKeyDown={(event) => onPress(event, job)}
      onClick={() => onOpen(job)}
    />
  );
}
