import { FormPage } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { containers } from './containers.resource.tsx';

/** A new container: what it is. Its parts follow on the next page, or later. */
export function Page() {
  return (
    <FormPage
      resource={containers}
      mode="create"
      initialValues={{ condition: 'new', parts: [] }}
      next={{ key: 'toParts', to: pathOf('container-create-parts') }}
    />
  );
}
