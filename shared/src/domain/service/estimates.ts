/** Words of estimates that server, browser and database share. */

export const ESTIMATE_STATUSES = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'superseded',
] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

/** Answers of the customer. */
export const ESTIMATE_ANSWERS = ['accept', 'decline'] as const;
export type EstimateAnswer = (typeof ESTIMATE_ANSWERS)[number];

/** Days for which an estimate is valid unless said, and at most. */
export const ESTIMATE_DAYS = { usual: 14, most: 180 } as const;
