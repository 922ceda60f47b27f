import type { DestructionDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';

/** What a new destruction begins with; the tracking page of a part names it (`?part=`). */
export const freshDestruction = (partId: string | null): FormValues => ({
  reason: 'damaged',
  method: 'dismantle',
  scheduledAt: addDays(bangkokDate(new Date()), 7),
  witnessIds: [],
  items: [partId === null ? { quantity: 1 } : { partId, quantity: 1 }],
});

export const formOf = (doc: DestructionDetail): FormValues => ({
  id: doc.id,
  warehouseId: doc.warehouse.id,
  reason: doc.reason,
  method: doc.method,
  scheduledAt: doc.scheduledAt,
  witnessIds: doc.witnesses.map(({ id }) => id),
  remark: doc.remark,
  items: doc.items.map((item) => ({
    partId: item.part.id,
    quantity: item.quantity,
    binId: item.bin.id,
    condition: item.condition,
    lotNo: item.lotNo,
    serials: item.serials,
  })),
});
