import { MasterPage } from '@boxyard/shared/kit';
import { jobCodes } from './masters.resource.tsx';

/** Codes that jobs are described by. */
export const CodesTab = () => (
  <MasterPage
    resource={jobCodes}
    embedded
    initialValues={{ kind: 'symptom' }}
    toForm={(code) => ({ ...code, productTypeId: code.productType?.id ?? null })}
  />
);
