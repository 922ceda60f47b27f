/** What a notification is about: people choose for each kind how it reaches them. */
export const NOTIFICATION_KINDS = [
  /** A document waits for this person's decision. */
  'decisions',
  /** Work that this person may do next, or that was handed over to them. */
  'tasks',
  /** What became of this person's own documents. */
  'outcomes',
  /** Something is late, lost or wrong. */
  'alerts',
  /** Somebody named this person in a comment. */
  'mentions',
  /** Comments on documents that this person follows. */
  'comments',
  /** Teams and roles. */
  'people',
  'exports',
  'announcements',
  /** The account itself: password and sign-in. */
  'security',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Nobody can be kept from seeing what happens to their account: these stay in the list. */
export const ALWAYS_IN_APP: readonly NotificationKind[] = ['security'];

/** What ends when somebody stops following a document. Work that waits for them does not. */
export const MUTED_KINDS: readonly NotificationKind[] = ['outcomes', 'alerts', 'comments'];

export interface NotificationChoice {
  readonly inApp: boolean;
  readonly byMail: boolean;
}

/** How a kind reaches somebody who has chosen nothing. */
export const defaultChoice = (kind: NotificationKind): NotificationChoice => ({
  inApp: true,
  byMail: ALWAYS_IN_APP.includes(kind),
});
