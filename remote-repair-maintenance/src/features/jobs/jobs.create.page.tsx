import { FormPage } from '@boxyard/shared/kit';
import { jobs } from './jobs.resource.ts';

/** A new one. */
export function Page() {
  return <FormPage resource={jobs} mode="create" initialValues={{ items: [{ quantity: 1 }] }} />;
}
