import { daysBetween } from '../values/dates.ts';

/** How a message reaches a customer. */
export const MESSAGE_CHANNELS = ['email', 'line', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** What a message says: the invoice itself, or that it is to be paid. */
export const MESSAGE_KINDS = ['invoice', 'reminder'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Of a message: it waits, the provider took it, or refused it or could not be reached. */
export const MESSAGE_RESULTS = ['queued', 'sent', 'failed'] as const;
export type MessageResult = (typeof MESSAGE_RESULTS)[number];

/** A customer is not reminded by itself of what has been late for longer. */
export const LAST_REMINDED_DAY = 120;

/** Days of a company, from its settings; zero sends none. */
export interface ReminderDays {
  readonly before: number;
  readonly after: readonly number[];
}

/**
 * The stage at which an invoice stands, as days from its due date: the latest that has come. Null
 * before the first of them, and once it has been late for very long. Whoever was reminded at a stage
 * is reminded again at a later one only, so that missed mornings make up for the latest alone.
 */
export function reminderStage(
  { before, after }: ReminderDays,
  { dueDate, today }: { readonly dueDate: string; readonly today: string },
): number | null {
  const late = daysBetween(dueDate, today);
  if (late > LAST_REMINDED_DAY) return null;
  const stages = [...(before > 0 ? [-before] : []), ...after.filter((days) => days > 0)];
  const come = stages.filter((stage) => stage <= late);
  return come.length === 0 ? null : Math.max(...come);
}

/**
 * Ways of a reminder that nobody chose: e-mail with the invoice, and LINE; SMS, which costs, only
 * where neither reaches the customer.
 */
export function automaticChannels(reachable: readonly MessageChannel[]): readonly MessageChannel[] {
  const free = reachable.filter((channel) => channel !== 'sms');
  return free.length > 0 ? free : reachable;
}
