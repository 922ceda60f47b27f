import { bangkokDate, type Machine } from '@boxyard/shared/domain';
import { audienceOf, type Notice, notify } from '../kernel/notify.ts';
import type { Ctx } from '../kernel/types.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';

interface Transition<R extends DocumentRow> {
  readonly row: R;
  readonly action: string;
  readonly from: string;
  readonly reason: string | null;
  readonly limitAtLeast?: string;
  readonly notices?:
    | readonly { readonly to: readonly (string | null)[]; readonly notice: Notice }[]
    | undefined;
}

/** What happened to somebody's document, by the tone of the state that it reached. */
const DECIDED = {
  success: { en: 'approved', th: 'ได้รับอนุมัติแล้ว' },
  rejected: { en: 'rejected', th: 'ไม่ได้รับอนุมัติ' },
  cancelled: { en: 'cancelled', th: 'ถูกยกเลิกแล้ว' },
  expired: { en: 'expired', th: 'หมดอายุแล้ว' },
  reversed: { en: 'reversed', th: 'ถูกกลับรายการแล้ว' },
} as const;

/** The action by which somebody other than the creator decides in this state, if there is one. */
function decisionIn(machine: Machine, status: string): string | undefined {
  const def = Object.values(machine.actions).find(
    (action) =>
      action.from.includes(status) &&
      (action.notOwn === true || action.notBy !== undefined) &&
      action.reason !== 'required',
  );
  return def?.verb;
}

/**
 * The usual notices of a transition (domain-containers 5): a document that waits for a decision
 * tells those who may decide, a decision tells the creator and whom the document concerns.
 */
export async function tellOfTransition<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  transition: Transition<R>,
): Promise<void> {
  if (transition.notices !== undefined) {
    for (const { to, notice } of transition.notices) await notify(ctx, to, notice);
    return;
  }
  await tellDeciders(ctx, type, transition);
  await tellConcerned(ctx, type, transition);
}

/** The notices of a document that was made and waits for a decision at once. */
export const tellOfSubmission = <R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  row: R,
): Promise<void> =>
  tellOfTransition(ctx, type, { row, action: 'create', from: 'draft', reason: null });

/** The same of a document that was just written. */
export async function tellOfNew<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  id: string,
): Promise<void> {
  const row = await type.load(ctx, id, { lock: false });
  if (!row) throw new Error(`the document just written is not in ${type.table}`);
  await tellOfSubmission(ctx, type, row);
}

const nameOf = (row: DocumentRow): string => row.documentNo ?? '';

async function tellDeciders<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, action, from, limitAtLeast }: Transition<R>,
): Promise<void> {
  const verb = decisionIn(type.machine, row.status);
  const waits = verb !== undefined && (row.status !== from || action === 'endorse');
  if (!waits) return;
  const people = await audienceOf(ctx, {
    ...type.scope(row),
    ability: `${type.machine.page}:${verb}`,
    except: [row.createdBy, ctx.actor.userId],
    ...(limitAtLeast === undefined ? {} : { limitAtLeast }),
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${type.label.en} ${nameOf(row)} waits for your decision`,
      th: `${type.label.th} ${nameOf(row)} รอการพิจารณาของคุณ`,
    },
    description: { en: `Sent by ${ctx.actor.name}`, th: `ส่งโดย ${ctx.actor.name}` },
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: type.subject, id: row.id },
    dedupeKey: `${type.subject}:${row.id}:waits:${row.version}`,
  });
}

async function tellConcerned<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, action, from, reason }: Transition<R>,
): Promise<void> {
  const decided = outcomeOf(type.machine, action, row.status);
  if (decided === undefined || row.status === from) return;
  const people = [row.createdBy, ...(type.concerned?.(row) ?? [])].filter(
    (id) => id !== ctx.actor.userId,
  );
  const words = DECIDED[decided];
  await notify(ctx, people, {
    category: 'message',
    type: decided === 'success' ? 'success' : decided === 'rejected' ? 'error' : 'warning',
    title: {
      en: `${type.label.en} ${nameOf(row)} was ${words.en}`,
      th: `${type.label.th} ${nameOf(row)} ${words.th}`,
    },
    description: {
      en: reason ?? `By ${ctx.actor.name}`,
      th: reason ?? `โดย ${ctx.actor.name}`,
    },
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: type.subject, id: row.id },
    dedupeKey: `${type.subject}:${row.id}:${row.status}:${bangkokDate(ctx.clock.now())}`,
  });
}

function outcomeOf(
  machine: Machine,
  action: string,
  status: string,
): keyof typeof DECIDED | undefined {
  const def = machine.actions[action];
  if (def?.notOwn === true || def?.notBy !== undefined) {
    if (def.reason !== 'required') return 'success';
    return 'rejected';
  }
  const state = machine.states[status];
  if (action === 'expire') return 'expired';
  if (state?.terminal && state.stamp === 'cancelled') return 'cancelled';
  return action === 'reverse' ? 'reversed' : undefined;
}
