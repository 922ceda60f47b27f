import { listOptions } from '@boxyard/shared/client';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { JOB_ROUTES } from '@boxyard/shared/domain/service/jobs.ts';
import { useT } from '@boxyard/shared/runtime';
import { Alert, PageLink, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

/** Open jobs of a container, so that the same fault is not reported twice. */
export function SimilarJobs({ productId }: { readonly productId: string }) {
  const t = useT('remote-repair-maintenance');
  const { data } = useQuery(
    listOptions('jobs.list', {
      query: { filters: { productId: [productId], status: [...unsolvedJobStatuses] } },
      loading: false,
    }),
  );
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('jobs.similarTitle', { count: rows.length })}
      description={
        <>
          {rows.map(({ id, kind, documentNo, status, symptom }) => (
            <Fragment key={id}>
              <PageLink page={JOB_ROUTES[kind]} params={{ id }}>
                {documentNo}
              </PageLink>{' '}
              <StatusTag machine={jobMachine} status={status} /> {symptom}
              <br />
            </Fragment>
          ))}
          {t('jobs.similarHow')}
        </>
      }
    />
  );
}
