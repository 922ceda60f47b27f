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
      warehouseId: doc.warehouse?.id ?? null,
      // What lines are chosen from; no part of the call.
      inside: doc.parts,
    })}
    toBody={({ add, remove, reason, warehouseId }) => ({ add, remove, reason, warehouseId })}
  />
);
