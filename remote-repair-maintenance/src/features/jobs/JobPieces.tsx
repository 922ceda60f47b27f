import { listOptions } from '@boxyard/shared/client';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_ROUTES } from '@boxyard/shared/domain/service/jobs.ts';
import { useT } from '@boxyard/shared/runtime';
import { DateText, PageLink, PieceRows, StatusTag, ToneTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { SLA_TONES } from '../../jobTones.ts';
import './jobs.resource.tsx';

const UNSOLVED = { status: [...unsolvedJobStatuses] as 'reported'[] };

/** Unsolved jobs, the one that was promised first on top. */
export function UnsolvedJobs() {
  const t = useT('remote-repair-maintenance');
  const query = useQuery(
    listOptions('jobs.list', { query: { sort: 'slaDueAt', filters: UNSOLVED }, loading: false }),
  );
  return (
    <PieceRows
      query={query}
      shown={5}
      empty={t('pieces.noJob')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? '',
        to: { page: JOB_ROUTES[row.kind], params: { id: row.id } },
        detail: (
          <>
            {row.product.serialNumber} · {row.symptom}
          </>
        ),
        aside:
          row.slaState === null ? null : (
            <ToneTag tone={SLA_TONES[row.slaState]}>
              {t(`jobs.choice.slaState.${row.slaState}`)}
            </ToneTag>
          ),
      })}
      all={(count) => (
        <PageLink page="repair-list" query={{ sort: 'slaDueAt' }}>
          {t('pieces.allJobs', { count })}
        </PageLink>
      )}
    />
  );
}

/** The latest jobs of a container or a customer. */
export function LatestJobs({
  of,
  id,
}: {
  readonly of: 'productId' | 'customerId';
  readonly id: string;
}) {
  const t = useT('remote-repair-maintenance');
  const sort = '-createdAt';
  const query = useQuery(
    listOptions('jobs.list', { query: { sort, filters: { [of]: [id] } }, loading: false }),
  );
  return (
    <PieceRows
      query={query}
      shown={3}
      empty={t('pieces.noJobYet')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? '',
        to: { page: JOB_ROUTES[row.kind], params: { id: row.id } },
        detail: (
          <>
            {row.symptom} · <DateText value={row.documentDate} />
          </>
        ),
        aside: <StatusTag machine={jobMachine} status={row.status} />,
      })}
      all={(count) => (
        <PageLink page="repair-list" query={{ [of]: id, status: 'all', sort }}>
          {t('pieces.allJobs', { count })}
        </PageLink>
      )}
    />
  );
}
