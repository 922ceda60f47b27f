import { allowedActions, MOVE, POSITION, TEAM_TYPES } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  defineList,
  historyOf,
  notFound,
  viewerOf,
  whereInScope,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { decidesMoves, MOVE_SCOPE, moveType } from './moveType.ts';
import { openWorkOf } from './openWork.ts';
import { personOf, typesWith } from './teamRows.ts';

/** Moves (alias `m`) that a person sees, with who is moved and who leads the teams. */
function source(ctx: Ctx) {
  const moves = ctx.db
    .selectFrom('teamMoves as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('users as tl', (join) =>
      join.onRef('tl.teamId', '=', 'm.toTeamId').on('tl.teamPosition', '=', POSITION.leader),
    )
    .leftJoin('users as fl', (join) =>
      join.onRef('fl.teamId', '=', 'm.fromTeamId').on('fl.teamPosition', '=', POSITION.leader),
    );
  const types = typesWith(ctx.actor, 'view');
  const viewed =
    types.length === TEAM_TYPES.length ? moves : moves.where(sql<boolean>`m.type = any(${types})`);
  return whereInScope(viewed, ctx.actor, MOVE_SCOPE);
}

const withNames = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('teams as t', 't.id', 'm.toTeamId')
    .leftJoin('teams as f', 'f.id', 'm.fromTeamId')
    .leftJoin('users as cb', 'cb.id', 'm.createdBy')
    .leftJoin('users as db', 'db.id', 'm.decidedBy')
    .select([
      'm.id',
      'm.version',
      'm.createdAt',
      'm.createdBy',
      'm.updatedAt',
      'm.status',
      'm.type',
      'm.userId',
      'm.position',
      'm.effectiveDate',
      'm.reason',
      'm.decidedBy',
      'm.decidedAt',
      'm.appliedAt',
      'm.statusReason',
      'tl.id as toLeaderId',
      't.id as toId',
      't.name as toName',
      't.nameTh as toNameTh',
      'f.id as fromId',
      'f.name as fromName',
      'f.nameTh as fromNameTh',
    ])
    .select([
      sql<string>`u.full_name`.as('userName'),
      sql<string | null>`cb.full_name`.as('createdByName'),
      sql<string | null>`db.full_name`.as('decidedByName'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

function shown(ctx: Ctx, row: Row) {
  const mayDecide = decidesMoves(ctx.actor, { type: row.type, leaderId: row.toLeaderId });
  const doc = {
    status: row.status,
    createdBy: row.createdBy,
    userId: row.userId,
    mayDecide,
  };
  return {
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    status: row.status,
    type: row.type,
    user: { id: row.userId, name: row.userName },
    fromTeam: refOf(row.fromId, null, { name: row.fromName, nameTh: row.fromNameTh }),
    toTeam: mustRef(row.toId, null, { name: row.toName, nameTh: row.toNameTh }),
    position: row.position,
    effectiveDate: row.effectiveDate,
    reason: row.reason,
    createdBy: personOf(row.createdBy, row.createdByName),
    decidedBy: personOf(row.decidedBy, row.decidedByName),
    decidedAt: row.decidedAt,
    appliedAt: row.appliedAt,
    statusReason: row.statusReason,
    mayDecide,
    allowedActions: allowedActions(moveType(row.type).machine, doc, viewerOf(ctx.actor)),
  };
}

export const moveList = defineList('teamMoves.list', {
  id: 'm.id',
  from: source,
  select: withNames,
  map: (rows, ctx) => rows.map((row) => shown(ctx, row)),
  sorts: { createdAt: 'm.created_at', effectiveDate: 'm.effective_date' },
  filters: {
    status: 'm.status',
    type: 'm.type',
    // One condition asked of each row, so that the order keeps its index.
    teamId: (query, ids) =>
      query.where(sql<boolean>`case when m.to_team_id = any(${ids}::uuid[]) then true
        else m.from_team_id = any(${ids}::uuid[]) end`),
    userId: 'm.user_id',
  },
  search: 'u.search_text',
  countsColumn: 'm.status',
  export: {
    fileName: 'team-moves',
    columns: {
      user: { title: TEXTS.field.user, type: 'text' },
      fromTeam: { title: TEXTS.field.fromTeam, type: 'text' },
      toTeam: { title: TEXTS.field.toTeam, type: 'text' },
      position: {
        title: TEXTS.field.position,
        type: 'status',
        labels: TEXTS.choice.position,
      },
      effectiveDate: { title: TEXTS.field.effectiveDate, type: 'date' },
      reason: { title: TEXTS.field.reason, type: 'text' },
      createdBy: { title: COMMON_WORDS.field.createdBy, type: 'text' },
      status: { title: TEXTS.field.status, type: 'status', labels: TEXTS.status },
      decidedBy: { title: TEXTS.field.decidedBy, type: 'text' },
      decidedAt: { title: TEXTS.field.decidedAt, type: 'datetime' },
      statusReason: { title: TEXTS.field.statusReason, type: 'text' },
    },
  },
});

/** While it waits: what the person owns now. Afterwards: what the approver chose for each of it. */
async function workOf(ctx: Ctx, move: Pick<Row, 'id' | 'status' | 'userId'>) {
  if (move.status === MOVE.pending) {
    const open = await openWorkOf(ctx, move.userId);
    return open.map((work) => ({ ...work, choice: null, toUser: null }));
  }
  const rows = await ctx.db
    .selectFrom('teamMoveWork as w')
    .leftJoin('users as u', 'u.id', 'w.toUserId')
    .where('w.moveId', '=', move.id)
    .orderBy('w.type')
    .orderBy('w.documentNo')
    .orderBy('w.subjectId')
    .select(['w.type', 'w.subjectId', 'w.documentNo', 'w.status', 'w.toUserId'])
    .select(sql<string | null>`u.full_name`.as('name'))
    .execute();
  return rows.map(({ subjectId, toUserId, name, ...work }) => ({
    ...work,
    id: subjectId,
    choice: toUserId === null ? ('keep' as const) : ('reassign' as const),
    toUser: personOf(toUserId, name),
  }));
}

/** A move with the open work of the person, or 404. */
export async function moveDetail(ctx: Ctx, id: string) {
  const row = await withNames(source(ctx).where('m.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  const [work, history] = await Promise.all([workOf(ctx, row), historyOf(ctx, 'teamMoves', id)]);
  return { ...shown(ctx, row), work, history };
}
