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

/** Its own stock is free for what it is changed to. */
export const formOf = ({ id }: DestructionDetail, own: FormValues): FormValues => ({ ...own, id });
