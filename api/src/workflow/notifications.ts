import { type ActionDef, bangkokDate, type Machine, pageOf } from '@boxyard/shared/domain';
import {
  audienceOf,
  type Ctx,
  type Localised,
  type Notice,
  notify,
  withdraw,
} from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';

interface Transition<R extends DocumentRow> {
  readonly row: R;
  readonly action: string;
  readonly from: string;
  readonly reason: string | null;
  readonly limitAtLeast?: string;
  /** Said in place of the reason. */
  readonly told?: Localised | undefined;
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

/** Whether somebody other than the creator decides by this action, and not against the document. */
export const isDecision = (def: ActionDef<string>): boolean =>
  (def.notOwn === true || def.notBy !== undefined) && def.reason !== 'required';

/** A decision that a document waits for. */
export interface Decision {
  readonly action: string;
  /** What whoever decides may do: `purchase-requests:approve`. */
  readonly ability: string;
  /** Who may not decide. */
  readonly except: readonly (string | null)[];
}

/** The decision that a document waits for where it lies, if it does. */
export function decisionOn(machine: Machine, row: DocumentRow): Decision | undefined {
  const found = Object.entries(machine.actions).find(
    ([, def]) =>
      isDecision(def) &&
      def.from.includes(row.status) &&
      (def.asked === undefined || machine.guards?.[def.asked]?.(row) === true),
  );
  if (found === undefined) return undefined;
  const [action, { verb, asked, notBy = [] }] = found;
  if (verb === undefined) return undefined;
  // Whoever asked, and on whose side they are, need not have written the document.
  const parties = asked === undefined ? [] : notBy.flatMap((field) => row[field]);
  return {
    action,
    ability: `${pageOf(machine, row)}:${verb}`,
    // Authors may not decide (ADR 0014).
    except: [row.createdBy, ...(row.authorIds ?? []), ...(parties as (string | null)[])],
  };
}

/**
 * The usual notices of a transition (domain-containers 5): a document that waits for a decision
 * tells those who may decide, a decision tells the creator and whom the document concerns.
 */
export async function notifyTransition<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  transition: Transition<R>,
): Promise<void> {
  const { row, action, from } = transition;
  const before = decisionOn(type.machine, { ...row, status: from });
  // What waits in both states goes on waiting.
  const isNext = row.status !== from && before?.action !== decisionOn(type.machine, row)?.action;
  if (isNext && before !== undefined) await endReminders(ctx, type, row.id);
  if (transition.notices !== undefined) {
    for (const { to, notice } of transition.notices) await notify(ctx, to, notice);
    return;
  }
  if (isNext || action === 'endorse') await notifyDeciders(ctx, type, transition);
  await notifyConcerned(ctx, type, transition);
}

/** The notices of a document that was made and waits for a decision at once. */
export const notifySubmission = <R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  row: R,
): Promise<void> =>
  notifyTransition(ctx, type, { row, action: 'create', from: 'draft', reason: null });

/** The same of a document that was just written. */
export async function notifyNewDocument<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  id: string,
): Promise<void> {
  const row = await type.load(ctx, id, { lock: false });
  if (!row) throw new Error(`the document just written is not in ${type.table}`);
  await notifySubmission(ctx, type, row);
}

const nameOf = (row: DocumentRow): string => row.documentNo ?? '';

/** Nobody is reminded any more of a decision on a document. */
export const endReminders = <R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  id: string,
): Promise<void> => withdraw(ctx, { type: type.subject, id }, `${type.subject}:${id}:waits:`);

/** Those who may decide on a document as it lies now hear that it waits for them. */
export async function notifyDeciders<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, limitAtLeast }: Pick<Transition<R>, 'row' | 'limitAtLeast'>,
): Promise<void> {
  const decision = decisionOn(type.machine, row);
  if (decision === undefined) return;
  const people = await audienceOf(ctx, {
    ...type.scope(row),
    ability: decision.ability,
    except: [...decision.except, ctx.actor.userId],
    ...(limitAtLeast === undefined ? {} : { limitAtLeast }),
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    kind: 'decisions',
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

async function notifyConcerned<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, action, from, reason, told }: Transition<R>,
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
    description: told ?? {
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
  const state = machine.states[status];
  if (def?.notOwn === true || def?.notBy !== undefined) {
    if (def.reason !== 'required') return 'success';
    return state?.stamp === 'cancelled' ? 'cancelled' : 'rejected';
  }
  if (action === 'expire') return 'expired';
  if (state?.terminal && state.stamp === 'cancelled') return 'cancelled';
  return action === 'reverse' ? 'reversed' : undefined;
}

/** Whoever asked for something and whoever approved it hear that somebody else has done it. */
export async function notifyOutcome<R extends DocumentRow & { readonly approvedBy: string | null }>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    row,
    title,
    key,
  }: {
    readonly row: R;
    /** What was done, after its kind and number. */
    readonly title: Localised;
    /** Tells this outcome from others of the document. */
    readonly key: string;
  },
): Promise<void> {
  const people = [row.createdBy, row.approvedBy].filter((id) => id !== ctx.actor.userId);
  const { label, subject } = type;
  await notify(ctx, people, {
    category: 'message',
    type: 'success',
    title: {
      en: `${label.en} ${row.documentNo} ${title.en}`,
      th: `${label.th} ${row.documentNo} ${title.th}`,
    },
    description: { en: `By ${ctx.actor.name}`, th: `โดย ${ctx.actor.name}` },
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: subject, id: row.id },
    dedupeKey: `${subject}:${row.id}:${key}`,
  });
}

/** Whoever may do the next step of a document where it lies hears that it waits for them. */
export async function notifyNextActors<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    row,
    action,
    title,
    description,
  }: {
    readonly row: R;
    /** The step of its machine. */
    readonly action: string;
    /** What it waits for, after its kind and number. */
    readonly title: Localised;
    readonly description: Localised;
  },
): Promise<void> {
  const verb = type.machine.actions[action]?.verb ?? 'view';
  const people = await audienceOf(ctx, {
    ...type.scope(row),
    ability: `${pageOf(type.machine, row)}:${verb}`,
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${type.label.en} ${row.documentNo} ${title.en}`,
      th: `${type.label.th} ${row.documentNo} ${title.th}`,
    },
    description,
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: type.subject, id: row.id },
    dedupeKey: `${type.subject}:${row.id}:${action}:${row.version}`,
  });
}
