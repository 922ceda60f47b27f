import type { TransformationDetail } from '@boxyard/shared/contract';
import type { FormValues } from '@boxyard/shared/kit';

/** What a new transformation begins with; the tracking page of a part names it (`?part=`). */
export const freshTransformation = (partId: string | null): FormValues => ({
  type: 'disassemble',
  inputs: [partId === null ? { quantity: 1 } : { partId, quantity: 1 }],
  outputs: [{ quantity: 1, condition: 'used', disposition: 'stock', costShare: '100.00' }],
});

const outputsOf = (doc: TransformationDetail): FormValues[] =>
  doc.outputs.map((output) => ({
    partId: output.part.id,
    quantity: output.quantity,
    condition: output.condition,
    disposition: output.disposition,
    costShare: output.costShare,
    trackingType: output.trackingType,
    binId: output.bin?.id ?? null,
    lotNo: output.lotNo,
    serials: output.serials,
  }));

/** A transformation that nobody has decided on, as its form takes it. */
export const formOf = (doc: TransformationDetail, own: FormValues): FormValues => ({
  ...own,
  id: doc.id,
  outputs: outputsOf(doc),
});

/** What was planned, to be answered by what came out. */
export const resultOf = (doc: TransformationDetail): FormValues => ({
  warehouseId: doc.warehouse.id,
  laborCost: doc.laborCost,
  outputs: outputsOf(doc).map((output, index) => ({ ...output, id: doc.outputs[index]?.id })),
});
