import { oneOptions, registerContract } from '@boxyard/shared/client';
import { faultReportsArea } from '@boxyard/shared/contract/areas/faultReports.ts';
import { FormPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, ErrorState, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { NEW_JOB } from './jobForm.ts';
import { repairJobs } from './jobs.resource.tsx';
import { SimilarJobs } from './SimilarJobs.tsx';

registerContract(faultReportsArea);

/** Makes a job of a fault report: the form begins with what its sender wrote. */
export function ReportedJob({ reportId }: { readonly reportId: string }) {
  const t = useT('remote-repair-maintenance');
  const found = useQuery(oneOptions('faultReports.get', { params: { id: reportId } }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const report = found.data;
  if (!report) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <FormPage
      resource={repairJobs}
      mode="create"
      initialValues={{
        ...NEW_JOB,
        productId: report.product.id,
        symptomCodeId: report.symptomCode?.id,
        symptom: report.entries.map(({ symptom }) => symptom).join('\n'),
        reportedByName: report.reportedByName ?? undefined,
        reportedByPhone: report.reportedByPhone ?? undefined,
      }}
      toBody={(values) => ({ ...values, kind: 'repair', faultReportId: reportId })}
      aside={({ productId }) => (
        <>
          <Alert
            type="info"
            showIcon
            title={t('faultReports.jobOfReport')}
            description={t('faultReports.jobTakes', { count: report.photoCount })}
          />
          {typeof productId === 'string' ? <SimilarJobs productId={productId} /> : null}
        </>
      )}
    />
  );
}
