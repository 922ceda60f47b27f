import { FormPage } from '@boxyard/shared/kit';
import { changedParts } from './containers.resource.tsx';

/** Builds parts in and takes parts out of a container. */
export const ChangeParts = ({ id }: { readonly id: string }) => (
  <FormPage
    resource={changedParts}
    mode="edit"
    id={id}
    endpoint="products.materialParts"
    toForm={(doc) => ({
      add: [],
      remove: [],
      reason: '',
      // What lines are chosen from; no part of the call.
      inside: doc.parts,
      warehouseId: doc.warehouse?.id ?? null,
    })}
    toBody={({ add, remove, reason }) => ({ add, remove, reason })}
  />
);
