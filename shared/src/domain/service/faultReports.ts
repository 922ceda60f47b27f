/** Words of fault reports that server and browser share. */

/** Reports that one press calls spam: from the sender's address, of the container, or this one alone. */
export const SPAM_REACHES = ['address', 'container', 'report'] as const;
export type SpamReach = (typeof SPAM_REACHES)[number];

/** Photographs of one report; each is made smaller before it is sent. */
export const MAX_FAULT_PHOTOS = 3;

/** Steps of a report as its sender sees them. */
export const FAULT_PROGRESS = [
  'received',
  'lookedAt',
  'scheduled',
  'atWork',
  'done',
  'closed',
] as const;
export type FaultProgress = (typeof FAULT_PROGRESS)[number];

/** Reports within an hour: of one address, which a provider's telephones share, of a container, and of all. */
export const FAULT_LIMITS = { address: 10, container: 12, all: 300 } as const;
