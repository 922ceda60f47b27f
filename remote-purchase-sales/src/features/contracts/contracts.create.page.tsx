import { FormPage } from '@boxyard/shared/kit';
import { bodyOf, newContract } from './contractForm.ts';
import { contracts } from './contracts.resource.tsx';
import { PlanPreview } from './PlanPreview.tsx';

/** Opens a contract. */
export function Page() {
  return (
    <FormPage
      resource={contracts}
      mode="create"
      initialValues={newContract()}
      toBody={bodyOf}
      aside={(values) => <PlanPreview values={values} />}
    />
  );
}
