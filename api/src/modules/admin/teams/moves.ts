import { ACCOUNT, MOVE, POSITION, type TeamType } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  created,
  type FieldFault,
  type Input,
  inScope,
  invalid,
  type Localised,
  notFound,
  notify,
  record,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { type Effect, runAction } from '../../../workflow/index.ts';
import { visible } from '../users/userRows.ts';
import {
  colleaguesOf,
  lockedPeople,
  makeRoomForLeader,
  type Person,
  place,
  refuseOpenMove,
} from './members.ts';
import {
  arrivedNotice,
  askedNotices,
  decidersOf,
  type MoveWords,
  outcomeNotices,
  wordsOf,
} from './moveNotices.ts';
import { moveDetail } from './moveRows.ts';
import { type MoveRow, moveType, visibleMove } from './moveType.ts';
import { canTakeOver, handOver, openWorkOf, type Work } from './openWork.ts';
import { expectVerb, typesWith } from './teamRows.ts';

/** Moves of people between teams (domain-containers 2.11). */
type Asked = Input<'teamMoves.create'>['body'];

/** The team that somebody is to move to: it is seen here, and asking for its kind is allowed. */
async function targetOf(ctx: Ctx, id: string) {
  const team = await ctx.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  const isSeen =
    team && inScope(ctx.actor, team) && typesWith(ctx.actor, 'view').includes(team.type);
  if (!team || !isSeen) throw invalid([{ field: 'toTeamId', code: 'UNKNOWN_ID' }]);
  expectVerb(ctx, team.type, 'request-assignee');
  return team;
}

/** Whoever sees only what is their team's, moves people only into or out of it. */
const isForeign = (ctx: Ctx, from: string | null, to: string): boolean => {
  const { dataScope, teamId } = ctx.actor;
  if (dataScope === 'company' || dataScope === 'all') return false;
  return teamId === null || (teamId !== from && teamId !== to);
};

async function faultsOf(
  ctx: Ctx,
  body: Asked,
  { person, team }: { person: Person | undefined; team: Awaited<ReturnType<typeof targetOf>> },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const colleagues = await colleaguesOf(ctx, team.companyId, [body.userId]);
  if (!person || !colleagues.has(body.userId)) {
    faults.push({ field: 'userId', code: 'UNKNOWN_ID' });
  }
  if (!team.isActive) faults.push({ field: 'toTeamId', code: 'INACTIVE' });
  if (person?.teamId === team.id) faults.push({ field: 'toTeamId', code: 'SAME_TEAM' });
  else if (person && isForeign(ctx, person.teamId, team.id)) {
    faults.push({ field: 'toTeamId', code: 'NOT_OWN_TEAM' });
  }
  if (body.effectiveDate < today(ctx.clock)) {
    faults.push({ field: 'effectiveDate', code: 'PAST_DATE' });
  }
  return faults;
}

export async function requestMove(ctx: Ctx, { body }: Input<'teamMoves.create'>) {
  const team = await targetOf(ctx, body.toTeamId);
  const person = (await lockedPeople(ctx, [body.userId])).get(body.userId);
  refuseFaults(await faultsOf(ctx, body, { person, team }));
  if (!person) throw notFound();
  await refuseOpenMove(ctx, person);
  const values = {
    type: team.type,
    companyId: team.companyId,
    userId: body.userId,
    fromTeamId: person.teamId,
    toTeamId: team.id,
    position: body.position,
    effectiveDate: body.effectiveDate,
    reason: body.reason,
    status: MOVE.pending,
  };
  const { id } = await ctx.db
    .insertInto('teamMoves')
    .values({ ...values, ...created(ctx) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(ctx, {
    subject: 'teamMoves',
    subjectId: id,
    companyId: team.companyId,
    action: 'create',
    to: MOVE.pending,
    reason: body.reason,
    after: { name: person.name, ...values },
    version: 1,
    touches: ['teams'],
  });
  await notifyOfRequest(ctx, id);
  return { data: await moveDetail(ctx, id) };
}

async function notifyOfRequest(ctx: Ctx, id: string): Promise<void> {
  const move = await visibleMove(ctx, id);
  const notices = askedNotices(ctx, move, await wordsOf(ctx, move));
  await notify(ctx, await decidersOf(ctx, move), notices.deciders);
  if (move.userId !== ctx.actor.userId) await notify(ctx, [move.userId], notices.person);
}

/** What the approver said of a piece of work. */
type Choice = NonNullable<NonNullable<Input<'teamMoves.approving'>['body']['work']>[number]>;

interface Decided {
  readonly work: Work;
  readonly toUserId: string | null;
}

/** Each open piece of work with the choice made for it; 422 for what is left out or cannot be. */
async function decidedWork(
  ctx: Ctx,
  move: MoveRow,
  choices: readonly Choice[],
): Promise<Decided[]> {
  const open = await openWorkOf(ctx, move.userId);
  const faults: FieldFault[] = [];
  const decided: Decided[] = [];
  const undecided: string[] = [];
  for (const work of open) {
    const index = choices.findIndex(({ type, id }) => type === work.type && id === work.id);
    const choice = choices[index];
    if (choice === undefined) undecided.push(work.documentNo ?? work.id);
    else if (choice.choice === 'keep') decided.push({ work, toUserId: null });
    else {
      const toUserId = choice.toUserId ?? null;
      const code = await takerFault(ctx, { move, work, toUserId });
      if (code !== null) faults.push({ field: `work[${index}].toUserId`, code });
      else decided.push({ work, toUserId });
    }
  }
  if (undecided.length > 0) {
    faults.push({
      field: 'work',
      code: 'WORK_UNDECIDED',
      params: { count: undecided.length, documents: undecided.slice(0, 5).join(', ') },
    });
  }
  refuseFaults(faults);
  return decided;
}

/** Why this colleague cannot take it over, or null. */
async function takerFault(
  ctx: Ctx,
  { move, work, toUserId }: { move: MoveRow; work: Work; toUserId: string | null },
): Promise<string | null> {
  if (toUserId === null) return 'REQUIRED';
  if (toUserId === move.userId) return 'SAME_PERSON';
  const known = await ctx.db
    .selectFrom('users as u')
    .select('u.status')
    .where('u.id', '=', toUserId)
    .where(visible(ctx.actor))
    .executeTakeFirst();
  if (!known) return 'UNKNOWN_ID';
  if (known.status !== ACCOUNT.active) return 'INACTIVE';
  return canTakeOver(await ctx.app.actorOf(toUserId), work) ? null : 'CANNOT_TAKE_OVER';
}

/** The person is in the new team, and what was to be handed over is. */
async function carryOut(ctx: Ctx, move: MoveRow): Promise<void> {
  const person = (await lockedPeople(ctx, [move.userId])).get(move.userId);
  if (!person) throw notFound();
  if (move.position === POSITION.leader) await makeRoomForLeader(ctx, move.toTeamId, person.id);
  await place(ctx, person, {
    to: { teamId: move.toTeamId, position: move.position },
    action: 'move-team',
    reason: move.reason,
  });
  const chosen = await ctx.db
    .selectFrom('teamMoveWork as w')
    .innerJoin('users as u', 'u.id', 'w.toUserId')
    .where('w.moveId', '=', move.id)
    .orderBy('w.subjectId')
    .select(['w.type', 'w.subjectId as id', 'w.documentNo', 'u.id as toId'])
    .select(sql<string>`u.full_name`.as('toName'))
    .execute();
  for (const { toId, toName, ...work } of chosen) {
    await handOver(ctx, { work, from: person, to: { id: toId, name: toName } });
  }
}

const TOUCHED = ['teams', 'users'];

async function approve(
  ctx: Ctx,
  row: MoveRow,
  { choices, note }: { choices: readonly Choice[]; note: string | null },
): Promise<Effect<'teamMoves'>> {
  const decided = await decidedWork(ctx, row, choices);
  if (decided.length > 0) {
    await ctx.db
      .insertInto('teamMoveWork')
      .values(
        decided.map(({ work, toUserId }) => ({
          moveId: row.id,
          type: work.type,
          subjectId: work.id,
          documentNo: work.documentNo,
          status: work.status,
          toUserId,
        })),
      )
      .execute();
  }
  const isDue = row.effectiveDate <= today(ctx.clock);
  if (isDue) await carryOut(ctx, row);
  return {
    set: {
      decidedBy: ctx.actor.userId,
      decidedAt: ctx.clock.now(),
      ...(isDue ? { appliedAt: ctx.clock.now() } : {}),
    },
    touches: TOUCHED,
    notices: told(ctx, row, {
      outcome: 'approved',
      words: await wordsOf(ctx, row),
      detail: note ?? {
        en: isDue ? `By ${ctx.actor.name}` : `From ${row.effectiveDate} on`,
        th: isDue ? `โดย ${ctx.actor.name}` : `มีผลตั้งแต่วันที่ ${row.effectiveDate}`,
      },
    }),
  };
}

/** Requester and person hear of it, and whoever else it concerns, but not whoever did it. */
function told(
  ctx: Ctx,
  row: MoveRow,
  {
    others = [],
    ...said
  }: {
    readonly outcome: 'approved' | 'rejected' | 'cancelled';
    readonly words: MoveWords;
    readonly detail: Localised | string;
    readonly others?: readonly string[];
  },
) {
  const notices = outcomeNotices(ctx, row, said);
  const but = (ids: readonly (string | null)[]) => ids.filter((id) => id !== ctx.actor.userId);
  const requester = row.createdBy === row.userId ? null : row.createdBy;
  return [
    { to: but([requester, ...others]), notice: notices.involved },
    { to: but([row.userId]), notice: notices.person },
  ];
}

export async function decideMove(ctx: Ctx, { params, body }: Input<'teamMoves.approving'>) {
  const { type } = await visibleMove(ctx, params.id);
  expectVerb(ctx, type, 'approve-assignee');
  const reason = body.reason ?? null;
  const isApproval = body.decision === 'approve';
  if (!isApproval && reason === null) throw invalid([{ field: 'reason', code: 'REQUIRED' }]);
  await runAction(ctx, moveType(type), {
    action: body.decision,
    id: params.id,
    version: body.version,
    reason,
    effect: async (row) =>
      isApproval
        ? approve(ctx, row, { choices: body.work ?? [], note: reason })
        : reject(ctx, row, reason ?? ''),
  });
  return { data: await moveDetail(ctx, params.id) };
}

async function reject(ctx: Ctx, row: MoveRow, reason: string): Promise<Effect<'teamMoves'>> {
  return {
    set: { decidedBy: ctx.actor.userId, decidedAt: ctx.clock.now() },
    touches: ['teams'],
    notices: told(ctx, row, {
      outcome: 'rejected',
      words: await wordsOf(ctx, row),
      detail: reason,
    }),
  };
}

export async function cancelMove(ctx: Ctx, { params, body }: Input<'teamMoves.cancel'>) {
  const { type } = await visibleMove(ctx, params.id);
  expectVerb(ctx, type, 'request-assignee');
  await runAction(ctx, moveType(type), {
    action: 'cancel',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => ({
      touches: ['teams'],
      notices: told(ctx, row, {
        outcome: 'cancelled',
        words: await wordsOf(ctx, row),
        detail: body.reason,
        others: await decidersOf(ctx, row),
      }),
    }),
  });
  return { data: await moveDetail(ctx, params.id) };
}

/** Each night: whoever's day has come is in their new team. Running it again changes nothing. */
export async function applyMoves(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('teamMoves')
    .select(['id', 'version', 'type'])
    .where('status', '=', MOVE.approved)
    .where('appliedAt', 'is', null)
    .where('effectiveDate', '<=', today(ctx.clock))
    .orderBy('effectiveDate')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const move of due) await applyMove(ctx, move);
}

const applyMove = (
  ctx: Ctx,
  { id, version, type }: { readonly id: string; readonly version: number; readonly type: TeamType },
) =>
  runAction(ctx, moveType(type), {
    action: 'apply',
    id,
    version,
    effect: async (row) => {
      await carryOut(ctx, row);
      return {
        set: { appliedAt: ctx.clock.now() },
        touches: TOUCHED,
        notices: [{ to: [row.userId], notice: arrivedNotice(ctx, row, await wordsOf(ctx, row)) }],
      };
    },
  });
