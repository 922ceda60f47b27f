import { FormPage } from '@boxyard/shared/kit';
import { onlyFitting } from './fitting.ts';
import { requisitions } from './requisitions.resource.tsx';

/** A requisition that nobody has decided on is still changed. */
export function Page() {
  return <FormPage resource={requisitions} mode="edit" toBody={onlyFitting} />;
}
