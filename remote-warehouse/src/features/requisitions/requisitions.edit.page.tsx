import { FormPage } from '@boxyard/shared/kit';
import { onlyFitting } from './fitting.ts';
import { requisitions } from './requisitions.resource.tsx';

/** A requisition that nobody has decided on is still changed. */
export function Page() {
  return (
    <FormPage
      resource={requisitions}
      mode="edit"
      toForm={(doc) => ({
        warehouseId: doc.warehouse.id,
        purpose: doc.purpose,
        neededBy: doc.neededBy,
        toWarehouseId: doc.toWarehouse?.id ?? null,
        refNo: doc.refNo,
        remark: doc.remark,
        items: doc.items.map((item) => ({
          partId: item.part.id,
          requestedQty: item.requestedQty,
          note: item.note,
        })),
      })}
      toBody={onlyFitting}
    />
  );
}
