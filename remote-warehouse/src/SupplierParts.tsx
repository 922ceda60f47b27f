import type { SupplierPart } from '@boxyard/shared/contract';
import { MasterPage } from '@boxyard/shared/kit';
import { supplierParts } from './supplierParts.resource.tsx';

const toForm = (row: SupplierPart) => ({
  supplierPartNo: row.supplierPartNo,
  packQty: row.packQty,
  moq: row.moq,
  leadTimeDays: row.leadTimeDays,
  isPreferred: row.isPreferred,
  priceBreaks: row.priceBreaks,
});

/** What a supplier sells, or who sells a part: numbers, packs, days and prices. */
export function SupplierParts({
  on,
  id,
}: {
  readonly on: 'supplier' | 'part';
  /** Of the supplier, or of the part. */
  readonly id: string;
}) {
  const own = on === 'supplier' ? { supplierId: id } : { partId: id };
  return (
    <MasterPage
      resource={supplierParts[on]}
      query={{ filters: on === 'supplier' ? { supplierId: [id] } : { partId: [id] } }}
      embedded
      size="wide"
      initialValues={{ ...own, isPreferred: false, priceBreaks: [] }}
      toForm={toForm}
    />
  );
}
