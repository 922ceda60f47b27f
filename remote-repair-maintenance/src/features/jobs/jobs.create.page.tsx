import { FormPage } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { NEW_JOB } from './jobForm.ts';
import { repairJobs } from './jobs.resource.tsx';
import { SimilarJobs } from './SimilarJobs.tsx';

/** Reports a fault; other open jobs of the container are shown as soon as it is chosen. */
export function Page() {
  const [search] = useSearchParams();
  const productId = search.get('product');
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
