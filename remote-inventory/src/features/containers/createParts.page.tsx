import { FormPage } from '@boxyard/shared/kit';
import { newParts } from './containers.resource.tsx';

/**
 * The parts of a new container. What was typed before is the same draft, so that a reload, which
 * leads back to the first page, loses nothing (specification 2, domain-conventions "Pages").
 */
export function Page() {
  return (
    <FormPage resource={newParts} mode="create" initialValues={{ condition: 'new', parts: [] }} />
  );
}
