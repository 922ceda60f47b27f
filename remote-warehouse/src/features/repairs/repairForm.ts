import type { RepairDetail } from '@boxyard/shared/contract';
import { mayExchangePart } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';
import { placeText } from '../../places/placeText.ts';

/** What a new repair begins with; the tracking page of a part names it (`?part=`). */
export const freshRepair = (partId: string | null): FormValues => ({
  source: 'warehouse',
  quantity: 1,
  ...(partId === null ? {} : { partId }),
});

/** Before the decision the part may be another one; afterwards only the work is written. */
export const mayExchange = (values: FormValues): boolean =>
  typeof values.status !== 'string' || mayExchangePart(values.status);

/** Where the part lay, in words. */
const placeName = ({ binWarehouse, bin, serialNo, lotNo }: RepairDetail): string =>
  [placeText(binWarehouse, bin), serialNo ?? lotNo].filter(Boolean).join(' · ');

/** The form's own fields; the page and the choice of the place go by the others. */
export const formOf = (doc: RepairDetail, own: FormValues): FormValues => ({
  ...own,
  id: doc.id,
  status: doc.status,
  placeName: placeName(doc),
  condition: doc.condition,
  lotNo: doc.lotNo,
  serialNo: doc.serialNo,
});
