import { FormPage } from '@boxyard/shared/kit';
import { retryingLazy } from '@boxyard/shared/runtime';
import { Skeleton } from '@boxyard/shared/ui';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NEW_JOB } from './jobForm.ts';
import { repairJobs } from './jobs.resource.tsx';
import { SimilarJobs } from './SimilarJobs.tsx';

// Jobs of fault reports are made less often than others.
const ReportedJob = retryingLazy(async () => ({
  default: (await import('./ReportedJob.tsx')).ReportedJob,
}));

/** Reports a fault; other open jobs of the container are shown as soon as it is chosen. */
export function Page() {
  const [search] = useSearchParams();
  const productId = search.get('product');
  const reportId = search.get('report');
  if (reportId !== null) {
    return (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <ReportedJob reportId={reportId} />
      </Suspense>
    );
  }
  return (
    <FormPage
      resource={repairJobs}
      mode="create"
      initialValues={{ ...NEW_JOB, ...(productId === null ? {} : { productId }) }}
      toBody={(values) => ({ ...values, kind: 'repair' })}
      aside={({ productId }) =>
        typeof productId === 'string' ? <SimilarJobs productId={productId} /> : null
      }
    />
  );
}
