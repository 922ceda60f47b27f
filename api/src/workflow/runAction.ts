import {
  type ActionDef,
  allowedActions as allowedOf,
  can,
  decides,
  type Machine,
  type MachineDocument,
  pageOf,
  type Refusal,
  refusalOf,
  targetsOf,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database } from '../db/schema.ts';
import {
  type Actor,
  afterPendingQueries,
  type Ctx,
  causerId,
  conflict,
  expectVersion,
  forbidden,
  type Happening,
  inScope,
  type Localised,
  type Notice,
  notFound,
  record,
  snake,
  takeNumber,
  updated,
  viewerOf,
} from '../kernel/index.ts';
import type { DocumentRow, DocumentType, TableName } from './documentType.ts';
import { notifyTransition } from './notifications.ts';
import { isOwnDeed, noteDeed } from './ownDeeds.ts';

/** What the runner itself writes. */
type RunnersOwn = 'id' | 'status' | 'version' | 'documentNo' | 'updatedAt' | 'updatedBy';

/** Columns of a table as an effect sets them: a value that the column takes, or SQL that makes one. */
type Settable<T extends TableName> = T extends TableName
  ? {
      readonly [C in Exclude<keyof Updateable<Database[T]>, RunnersOwn>]?:
        | Updateable<Database[T]>[C]
        | RawBuilder<unknown>;
    }
  : never;

/** What an action did, said by its effect; the runner writes it down. */
export interface Effect<T extends TableName = TableName> {
  /** The new status; may be left out when the machine names a single one from where the document is. */
  readonly to?: string;
  /** Further columns of the document's table, camelCase. */
  readonly set?: Settable<T>;
  /** What changed, for the timeline. */
  readonly diff?: Readonly<Record<string, unknown>>;
  /** Takes the document's number, last of all, by this business date. */
  readonly numberBy?: string;
  /** Notices of its own instead of the usual ones; [] for none. */
  readonly notices?: readonly {
    readonly to: readonly (string | null)[];
    readonly notice: Notice;
  }[];
  /** What the usual notices say in place of the reason, which not all who hear of it may read. */
  readonly told?: Localised;
  /** Query families that changed besides the document's own. */
  readonly touches?: readonly string[];
}

/** The parameters of a call's path. */
export type PathParams = Readonly<Record<string, unknown>>;

export interface ActionCall<R extends DocumentRow, T extends TableName = TableName> {
  readonly action: string;
  readonly id: string;
  /** What the call's path names (`under` of the document type). */
  readonly path?: PathParams;
  readonly version: number;
  readonly reason?: string | null;
  /** Kept with an approval or endorsement. */
  readonly comment?: string | null;
  /** Does the work in the same transaction. Not run for an endorsement. */
  readonly effect?: (row: R) => Promise<Effect<T> | undefined>;
}

export interface ActionOutcome<R extends DocumentRow> {
  /** The row as it was when it was locked. */
  readonly before: R;
  readonly status: string;
  readonly version: number;
  /** The approval was below the person's limit: recorded, status unchanged. */
  readonly endorsed: boolean;
}

/** What the answer to an endorsement says. */
export const endorsedMessage = (ctx: Ctx): string =>
  ctx.locale === 'th'
    ? 'บันทึกความเห็นชอบแล้ว ยอดเกินวงเงินของคุณ จึงส่งต่อผู้อนุมัติลำดับถัดไป'
    : 'Your endorsement is recorded. The amount is above your limit, so the next approver decides.';

/** Whether somebody reads documents of a machine with several pages whatever page they stand on. */
export const readsAllPages = (actor: Actor, { readers = [] }: NonNullable<Machine['pages']>) =>
  readers.some((page) => can(actor.grants, `${page}:view`));

/**
 * Whoever may view one page of a machine with several does not see the documents of the others, but
 * their own. Where there is one page, the call's own ability has said so.
 */
const standsInSight = ({ actor }: Ctx, machine: Machine, row: DocumentRow): boolean =>
  machine.pages === undefined ||
  actor.kind === 'system' ||
  row.createdBy === actor.userId ||
  readsAllPages(actor, machine.pages) ||
  can(actor.grants, `${pageOf(machine, row)}:view`);

/** Whether it belongs to every record that the path names beside it. */
const standsUnder = <R extends DocumentRow>(
  type: DocumentType<R>,
  row: R,
  path: PathParams,
): boolean =>
  Object.entries(type.under?.(row) ?? {}).every(
    ([name, ids]) => !(name in path) || [ids].flat().some((id) => id === path[name]),
  );

/** Loads a document that this person may see, below the records that `path` names, or 404. */
export async function loadVisible<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { id, lock = false, path = {} }: { id: string; lock?: boolean; path?: PathParams },
): Promise<R> {
  const row = await type.load(ctx, id, { lock });
  const isSeen =
    row &&
    (inScope(ctx.actor, type.scope(row)) || isOwnDeed(ctx, id)) &&
    standsInSight(ctx, type.machine, row) &&
    standsUnder(type, row, path);
  if (!isSeen) throw notFound();
  return row;
}

/** The `allowedActions` of an answer about this document. */
export const allowedActions = <R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  row: R,
): string[] => allowedOf(type.machine, row, viewerOf(ctx.actor));

/** What an answer says of who may act on a document: the open actions, and who its authors are. */
export const actionContext = <R extends DocumentRow>(ctx: Ctx, type: DocumentType<R>, row: R) => ({
  allowedActions: allowedActions(ctx, type, row),
  authorIds: [...(row.authorIds ?? [])],
});

/** The answer to an action that the machine refuses (domain-conventions "Classes of calls", "Errors"). */
function refused(
  machine: Machine,
  refusal: Refusal,
  details: { current: string; allowedActions: string[] },
): Error {
  switch (refusal.code) {
    case 'FORBIDDEN':
      return forbidden();
    case 'INVALID_STATE':
      return conflict('INVALID_STATE', details);
    case 'SELF_APPROVAL':
      return conflict('SELF_APPROVAL');
    case 'NOT_OWNER':
      return conflict('NOT_OWNER');
    case 'GUARD':
      return conflict(machine.guardCodes?.[refusal.guard] ?? 'GUARD', {
        guard: refusal.guard,
        ...details,
      });
  }
}

/**
 * Throws the answer to an action that the machine refuses, for a record that is no document.
 * @param doc The record, locked, with the fields that the machine's guards read.
 */
export function expectAllowed(
  { actor }: Ctx,
  machine: Machine,
  { action, doc }: { readonly action: string; readonly doc: MachineDocument },
): void {
  const viewer = viewerOf(actor);
  const refusal = refusalOf(machine, action, { doc, viewer });
  if (refusal === null) return;
  throw refused(machine, refusal, {
    current: doc.status,
    allowedActions: allowedOf(machine, doc, viewer),
  });
}

/**
 * Runs one action of a document's machine in the caller's transaction: locks the row, checks scope
 * (404), ability (403), version, state and guards (409), records an endorsement when the amount is
 * above the person's limit, otherwise runs the effect, writes status and version, history,
 * activity log and notices.
 */
export async function runAction<R extends DocumentRow, T extends TableName>(
  ctx: Ctx,
  type: DocumentType<R, T>,
  call: ActionCall<R, NoInfer<T>>,
): Promise<ActionOutcome<R>> {
  const { machine } = type;
  const def = machine.actions[call.action];
  if (!def) throw new Error(`${machine.id} has no action "${call.action}"`);
  const row = await loadVisible(ctx, type, {
    id: call.id,
    lock: true,
    ...(call.path ? { path: call.path } : {}),
  });
  const viewer = viewerOf(ctx.actor);
  const refusal =
    ctx.actor.kind === 'system'
      ? systemRefusal(def, row)
      : refusalOf(machine, call.action, { doc: row, viewer });
  if (refusal?.code === 'FORBIDDEN') throw forbidden();
  expectVersion(row, call.version);
  if (refusal) {
    throw refused(machine, refusal, {
      current: row.status,
      allowedActions: allowedActions(ctx, type, row),
    });
  }
  if (def.limit !== undefined) {
    const decided = decides(machine, call.action, { doc: row, viewer });
    await writeApproval(ctx, type, { row, call, limit: def.limit, decided });
    if (!decided) return endorse(ctx, type, { row, call, limit: def.limit });
  }
  const effect = (await call.effect?.(row)) ?? {};
  const targets = targetsOf(def, row.status);
  const to = effect.to ?? (targets.length === 1 ? targets[0] : undefined);
  if (to === undefined || !targets.includes(to)) {
    throw new Error(
      `${machine.id}.${call.action} leads from ${row.status} to ${targets.join(', ')}, not to ${to}`,
    );
  }
  const documentNo =
    row.documentNo ??
    (effect.numberBy === undefined
      ? null
      : await takeNumber(ctx, {
          companyId: row.companyId,
          docType: type.docType,
          date: effect.numberBy,
        }));
  const version = row.version + 1;
  const retires =
    hasApprovals(machine) &&
    // Whoever changes a document becomes one of its authors: nobody has endorsed what it says then.
    (to !== row.status || call.action === 'update' || def.authors === true) &&
    !(to !== row.status && def.limit !== undefined);
  const written = Promise.all([
    write(ctx, type, {
      row,
      set: {
        ...(call.reason ? { statusReason: call.reason } : {}),
        ...(def.authors ? authorship(ctx, row) : {}),
        ...effect.set,
        status: to,
        // Not every kind of document has numbers.
        ...(documentNo === row.documentNo ? {} : { documentNo }),
      },
    }),
    ...(retires ? [retireApprovals(ctx, row.id)] : []),
  ]);
  ctx.background(written);
  await record(ctx, {
    subject: type.subject,
    subjectId: row.id,
    companyId: row.companyId,
    // The log has a word for every action of every machine (activity.test.ts).
    action: call.action as Happening['action'],
    from: row.status,
    to,
    reason: call.reason ?? null,
    diff: effect.diff ?? null,
    before: { status: row.status },
    label: documentNo,
    after: { status: to, ...(documentNo === row.documentNo ? {} : { documentNo }) },
    version,
    touches: effect.touches ?? [],
  });
  await notifyTransition(ctx, type, {
    row: { ...row, status: to, documentNo, version },
    action: call.action,
    from: row.status,
    reason: call.reason ?? null,
    notices: effect.notices,
    told: effect.told,
  });
  // What is read from now on comes after it.
  await afterPendingQueries();
  noteDeed(ctx, row.id);
  return { before: row, status: to, version, endorsed: false };
}

/** The column that makes this person an author of the document, where they are none yet. */
export function authorship(ctx: Ctx, row: DocumentRow): { authorIds?: string[] } {
  const me = causerId(ctx.actor);
  const known = row.authorIds ?? [];
  return me === null || me === row.createdBy || known.includes(me)
    ? {}
    : { authorIds: [...known, me] };
}

/** Scheduled work may do what no verb permits (`expire`), from the right states only. */
function systemRefusal(def: ActionDef<string>, row: DocumentRow): Refusal | null {
  return def.from.includes(row.status) ? null : { code: 'INVALID_STATE' };
}

async function write<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, set }: { row: R; set: Readonly<Record<string, unknown>> },
): Promise<number> {
  const version = row.version + 1;
  const values = { ...set, ...updated(ctx), version };
  const assignments = Object.entries(values).map(
    ([column, value]) => sql`${sql.id(snake(column))} = ${value}`,
  );
  await sql`update ${sql.table(snake(type.table))} set ${sql.join(assignments)} where id = ${row.id}`.execute(
    ctx.db,
  );
  return version;
}

interface Approving<R extends DocumentRow> {
  readonly row: R;
  readonly call: ActionCall<R>;
  readonly limit: string;
}

const amountOf = (row: DocumentRow, field: string): string | null => {
  const amount = row[field];
  return typeof amount === 'string' ? amount : null;
};

async function writeApproval<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, call, limit, decided }: Approving<R> & { decided: boolean },
): Promise<void> {
  const earlier = await ctx.db
    .selectFrom('approvals')
    .select('id')
    .where('subjectId', '=', row.id)
    .where('userId', '=', ctx.actor.userId)
    .where('isLive', '=', true)
    .executeTakeFirst();
  if (earlier) {
    if (!decided) throw conflict('ALREADY_ENDORSED');
    return;
  }
  await ctx.db
    .insertInto('approvals')
    .values({
      subjectType: type.subject,
      subjectId: row.id,
      userId: ctx.actor.userId,
      at: ctx.clock.now(),
      amount: amountOf(row, limit),
      approvalLimit: ctx.actor.approvalLimit,
      decided,
      comment: call.comment ?? null,
    })
    .execute();
}

/** Only a decision that has a limit leaves approvals behind. */
const hasApprovals = ({ actions }: Machine): boolean =>
  Object.values(actions).some(({ limit }) => limit !== undefined);

/** Endorsements count for one round: a change or a decision closes it. */
export async function retireApprovals(ctx: Ctx, subjectId: string): Promise<void> {
  await ctx.db
    .updateTable('approvals')
    .set({ isLive: false })
    .where('subjectId', '=', subjectId)
    .where('isLive', '=', true)
    .execute();
}

async function endorse<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, call, limit }: Approving<R>,
): Promise<ActionOutcome<R>> {
  const version = await write(ctx, type, { row, set: {} });
  await record(ctx, {
    subject: type.subject,
    subjectId: row.id,
    companyId: row.companyId,
    action: 'endorse',
    from: row.status,
    to: row.status,
    reason: call.comment ?? null,
    version,
  });
  const amount = amountOf(row, limit);
  await notifyTransition(ctx, type, {
    row: { ...row, version },
    action: 'endorse',
    from: row.status,
    reason: null,
    ...(amount === null ? {} : { limitAtLeast: amount }),
  });
  return { before: row, status: row.status, version, endorsed: true };
}

/** Approvals and endorsements of the present round, as the contract's `endorsements`. */
export async function endorsementsOf(ctx: Ctx, subjectId: string) {
  const rows = await ctx.db
    .selectFrom('approvals as a')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .where('a.subjectId', '=', subjectId)
    .where('a.isLive', '=', true)
    .orderBy('a.at')
    .select(['a.at', 'a.approvalLimit as limit', 'a.comment', 'u.id', 'u.firstName', 'u.lastName'])
    .execute();
  return rows.map(({ id, firstName, lastName, ...row }) => ({
    ...row,
    by: { id, name: `${firstName} ${lastName}`.trim() },
  }));
}
