import {
  can,
  type Machine,
  MOVE,
  POSITION,
  TEAM_PAGES,
  type TeamType,
  teamMoveMachines,
} from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { TeamTables } from '../../../db/schema/teams.ts';
import { type Actor, type Ctx, inScope, notFound } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';
import { typesWith } from './teamRows.ts';

type Stored = Selectable<TeamTables['teamMoves']>;
export type MoveRow = Stored &
  DocumentRow & {
    readonly toLeaderId: string | null;
    readonly fromLeaderId: string | null;
    readonly mayDecide: boolean;
  };

/**
 * Whether this person decides moves into a team: they lead it, or they place people in teams of its
 * type anyway (domain-containers 2.11 "leader of target team or admin").
 */
export const decidesMoves = (
  actor: Actor,
  team: { readonly type: TeamType; readonly leaderId: string | null },
): boolean =>
  team.leaderId === actor.userId || can(actor.grants, `${TEAM_PAGES[team.type]}:assign`);

const leaderOf = async (ctx: Ctx, teamId: string | null): Promise<string | null> => {
  if (teamId === null) return null;
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('teamId', '=', teamId)
    .where('teamPosition', '=', POSITION.leader)
    .executeTakeFirst();
  return row?.id ?? null;
};

async function load(
  ctx: Ctx,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<MoveRow | undefined> {
  const query = ctx.db.selectFrom('teamMoves').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return undefined;
  const toLeaderId = await leaderOf(ctx, row.toTeamId);
  const fromLeaderId = await leaderOf(ctx, row.fromTeamId);
  const mayDecide = decidesMoves(ctx.actor, { type: row.type, leaderId: toLeaderId });
  return { ...row, documentNo: null, toLeaderId, fromLeaderId, mayDecide };
}

/** Where a move is looked at: the requests of its page, opened at this one. */
export const movePath = ({ id, type }: Pick<Stored, 'id' | 'type'>): string =>
  `/users-management/${TEAM_PAGES[type]}?tab=requests&request=${id}`;

/**
 * Moves as the runner carries them out; the verbs are those of the page of the team moved to. They
 * are documents of that team's company, and data scopes own and team cut them to what concerns the
 * person's own team: asked for by it, of one of its people, or into or out of it.
 */
const moveTypeOf = (machine: Machine): DocumentType<MoveRow, 'teamMoves'> => ({
  machine,
  subject: 'teamMoves',
  table: 'teamMoves',
  docType: 'TM',
  label: { en: 'Team move', th: 'คำขอย้ายทีม' },
  path: movePath,
  load,
  scope: (row) => ({
    companyId: row.companyId,
    ownerIds: [row.createdBy, row.userId, row.toLeaderId, row.fromLeaderId],
  }),
});

const TYPES: Readonly<Record<TeamType, DocumentType<MoveRow, 'teamMoves'>>> = {
  sales: moveTypeOf(teamMoveMachines.sales),
  engineer: moveTypeOf(teamMoveMachines.engineer),
};

export const moveType = (type: TeamType): DocumentType<MoveRow, 'teamMoves'> => TYPES[type];

export const MOVE_SCOPE = {
  company: 'm.companyId',
  owner: ['m.createdBy', 'm.userId', 'tl.id', 'fl.id'],
} as const;

/** The move that this person may see, or 404. */
export async function visibleMove(ctx: Ctx, id: string): Promise<MoveRow> {
  const row = await load(ctx, id, { lock: false });
  if (!row || !typesWith(ctx.actor, 'view').includes(row.type)) throw notFound();
  if (!inScope(ctx.actor, moveType(row.type).scope(row))) throw notFound();
  return row;
}

/** Somebody's move that is not over: still to be decided, or approved for a day to come. */
export const openMoveOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('teamMoves')
    .select('id')
    .where('userId', '=', userId)
    .where(
      sql<boolean>`(status = ${MOVE.pending} or (status = ${MOVE.approved} and applied_at is null))`,
    )
    .executeTakeFirst();
