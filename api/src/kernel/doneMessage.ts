import type { Endpoint } from '@boxyard/shared/contract';
import { activityText } from '@boxyard/shared/domain/activity/texts.ts';
import { labelOf, lastRecorded } from './record.ts';
import type { Ctx } from './types.ts';

const capital = /^\p{Lu}(?=\p{Ll})/u;

/**
 * What a change says of itself: `Purchase order PO2611-0029: submitted`, in the words of the activity
 * log. The record is called by what the answer shows of it, so that nothing hidden is told. undefined
 * where the notice has a text of its own (specification 8), and where nobody reads it.
 */
export function doneMessage(ctx: Ctx, endpoint: Endpoint, data: unknown): string | undefined {
  if (endpoint.kind !== 'mutation' || endpoint.notice !== undefined) return undefined;
  if (ctx.actor.kind !== 'person') return undefined;
  const shown = data as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof shown?.id !== 'string') return undefined;
  const event = lastRecorded(ctx, shown.id);
  if (event === undefined) return undefined;
  const subject = activityText(ctx.locale, 'subject', event.subject);
  const action = activityText(ctx.locale, 'action', event.action);
  const record = [subject, labelOf(shown)].filter((part) => part !== null).join(' ');
  return `${record}: ${action.replace(capital, (letter) => letter.toLowerCase())}`;
}
