import { FormPage } from '@boxyard/shared/kit';
import { inspections } from './inspections.resource.ts';

/** Plans one. */
export function Page() {
  return <FormPage resource={inspections} mode="create" initialValues={{ type: 'inspection' }} />;
}
