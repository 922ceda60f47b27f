import { can, type Machine, pageOf, targetsOf } from '@boxyard/shared/domain';
import { type Actor, actorsOf, audienceOf, type Ctx } from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { isDecision } from './notifications.ts';

/** The step that brings a document on from where it lies. */
interface NextStep {
  readonly action: string;
  readonly page: string;
  readonly verb: string;
  /** Only for an owner of the document, or whoever may change documents of others. */
  readonly own: boolean;
  /** The person who takes this step is an author from then on. */
  readonly makesAuthor: boolean;
  /** May not take it, whatever they may do: they made the document or are a party to it. */
  readonly barred: readonly string[];
  /** The amount in THB that an approver's limit has to reach. */
  readonly limit: string | null;
}

/**
 * The next step of a document: the decision that it waits for, else the step that its page emphasises.
 * A step whose conditions are not met yet waits for those, and for nobody.
 */
export function nextStepOn(machine: Machine, row: DocumentRow): NextStep | undefined {
  const steps = Object.entries(machine.actions).filter(
    ([, { from, verb, asked }]) =>
      verb !== undefined &&
      from.includes(row.status) &&
      (asked === undefined || machine.guards?.[asked]?.(row) === true),
  );
  const isMet = (guards: readonly string[] = []) =>
    guards.every((guard) => machine.guards?.[guard]?.(row) === true);
  const found =
    steps.find(([, def]) => isDecision(def)) ??
    steps.find(([, { emphasis, guards }]) => emphasis === 'primary' && isMet(guards));
  if (found === undefined) return undefined;
  const [action, def] = found;
  const amount = def.limit === undefined ? null : row[def.limit];
  return {
    action,
    page: pageOf(machine, row),
    verb: def.verb ?? '',
    own: def.own === true,
    makesAuthor: def.authors === true,
    barred: [
      ...(def.notOwn ? [row.createdBy, ...(row.authorIds ?? [])] : []),
      ...(def.notBy ?? []).flatMap((name) => row[name]),
    ].filter((id): id is string => typeof id === 'string'),
    limit: typeof amount === 'string' ? amount : null,
  };
}

/** People who may take a step, and people with the right for it who are excluded. */
interface Takers {
  readonly may: readonly Actor[];
  readonly mayNot: readonly Actor[];
}

async function takersOf<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    row,
    step,
    alsoBarred = [],
  }: { readonly row: R; readonly step: NextStep; readonly alsoBarred?: readonly string[] },
): Promise<Takers> {
  const audience = {
    ...type.scope(row),
    ability: `${step.page}:${step.verb}`,
    ...(step.limit === null ? {} : { limitAtLeast: step.limit }),
  };
  const barred = [...step.barred, ...alsoBarred];
  const owners: unknown[] = [row.createdBy, row.assigneeId, row.requesterId];
  const isBarred = ({ userId, grants }: Actor) =>
    barred.includes(userId) && !can(grants, `${step.page}:approve-own`);
  const people = (await actorsOf(ctx.pg, await audienceOf(ctx, audience))).filter(
    ({ userId, grants }) =>
      !step.own || owners.includes(userId) || can(grants, `${step.page}:update-others`),
  );
  const may = people.filter((one) => !isBarred(one));
  const mayNot = people.filter(isBarred);
  if (may.length > 0 || mayNot.length === 0) return { may, mayNot };
  // System administrators are named only where no one else is left.
  const others = await audienceOf(ctx, { ...audience, except: barred });
  return { may: await actorsOf(ctx.pg, others), mayNot };
}

/** For whom a document waits, as its page says it. */
export interface Waiting {
  readonly takers: Takers;
  /** No one could decide afterwards: everybody with the right has made the document. */
  readonly stuckAfter: Takers | null;
}

/** For whom a document waits; null: for nobody. */
export async function waitingOf<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  row: R,
): Promise<Waiting | null> {
  const step = nextStepOn(type.machine, row);
  if (step === undefined) return null;
  const takers = await takersOf(ctx, type, { row, step });
  return { takers, stuckAfter: await stuckAfter(ctx, type, { row, step, takers }) };
}

/** The people of a decision that nobody could take once this step is taken. */
async function stuckAfter<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, step, takers }: { readonly row: R; readonly step: NextStep; readonly takers: Takers },
): Promise<Takers | null> {
  const def = type.machine.actions[step.action];
  const [status] = def ? targetsOf(def, row.status) : [];
  if (status === undefined || status === row.status) return null;
  const later = { ...row, status };
  const next = nextStepOn(type.machine, later);
  if (next === undefined || next.barred.length === 0) return null;
  // A person who takes this step alone decides on nothing that they made.
  const alone = step.makesAuthor && takers.may.length === 1 ? takers.may : [];
  const after = await takersOf(ctx, type, {
    row: later,
    step: next,
    alsoBarred: alone.map(({ userId }) => userId),
  });
  return after.may.length === 0 ? after : null;
}
