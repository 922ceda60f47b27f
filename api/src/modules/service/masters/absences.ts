import { can } from '@boxyard/shared/domain';
import { LONGEST_ABSENCE } from '@boxyard/shared/domain/service/masters.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  containing,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  folded,
  forbidden,
  type HandlersOf,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { whereVisible } from '../../../workflow/index.ts';
import { defineMaster } from '../../masterData/index.ts';
import { absenceMessage, tellOfAbsence } from '../jobs/leaving.ts';
import { ABSENCE_WORDS } from './labels.ts';
import { loadLogCompany, technicianFaults } from './technicians.ts';

/** Absences of technicians, so that no job is planned for them. */
const absences = defineMaster({ table: 'technicianAbsences', subject: 'technicianAbsences' });

const DAY_MS = 86_400_000;

const source = (ctx: Ctx) =>
  whereVisible(
    ctx.db.selectFrom('technicianAbsences as d').innerJoin('users as u', 'u.id', 'd.userId'),
    ctx.actor,
    'technicianAbsences',
  );

const columns = (query: ReturnType<typeof source>) =>
  query
    .select(['d.id', 'd.version', 'd.createdAt', 'd.updatedAt', 'd.startsAt', 'd.endsAt'])
    .select(['d.reason', 'd.note', 'd.userId', sql<string>`u.full_name`.as('userName')]);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

const shown = ({ userId, userName, ...row }: Row) => ({
  ...row,
  user: { id: userId, name: userName },
});

async function absenceById(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('d.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return shown(row);
}

const absenceList = defineList('technicianAbsences.list', {
  id: 'd.id',
  from: source,
  select: columns,
  map: (rows) => rows.map(shown),
  sorts: { startsAt: 'd.starts_at' },
  filters: { userId: 'd.user_id', reason: 'd.reason' },
  dates: { column: 'd.starts_at', kind: 'instant' },
  search: (query, term) =>
    query
      .where(folded('u.search_text', term))
      .where(sql<boolean>`fold_search(u.full_name) like fold_search(${containing(term)})`),
  export: {
    fileName: 'technician-absences',
    columns: {
      user: { title: ABSENCE_WORDS.field.user, type: 'text', value: ({ user }) => user.name },
      startsAt: { title: ABSENCE_WORDS.field.startsAt, type: 'datetime' },
      endsAt: { title: ABSENCE_WORDS.field.endsAt, type: 'datetime' },
      reason: {
        title: ABSENCE_WORDS.field.reason,
        type: 'status',
        labels: ABSENCE_WORDS.choice.reason,
      },
      note: { title: ABSENCE_WORDS.field.note, type: 'text' },
    },
  },
});

interface Span {
  readonly userId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** An absence that is too long, or begins before another one of the same person has ended. */
async function spanFaults(ctx: Ctx, span: Span, own?: string): Promise<FieldFault[]> {
  const { userId, startsAt, endsAt } = span;
  if (Date.parse(endsAt) - Date.parse(startsAt) > LONGEST_ABSENCE * DAY_MS) {
    return [{ field: 'endsAt', code: 'RANGE_TOO_LONG', params: { max: LONGEST_ABSENCE } }];
  }
  // Two at once wait for each other here; the table refuses what comes past it.
  await ctx.db.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute();
  let others = ctx.db
    .selectFrom('technicianAbsences')
    .where('userId', '=', userId)
    .where('startsAt', '<', new Date(endsAt))
    .where('endsAt', '>', new Date(startsAt));
  if (own !== undefined) others = others.where('id', '!=', own);
  const other = await others.select('id').executeTakeFirst();
  return other ? [{ field: 'startsAt', code: 'ABSENCE_OVERLAP' }] : [];
}

/** Absences of others are entered by whoever keeps the masters. */
function expectMine(ctx: Ctx, userId: string): void {
  const { grants } = ctx.actor;
  if (userId !== ctx.actor.userId && !can(grants, 'repair-list:manage-masters')) throw forbidden();
}

/** The row, locked, or 404 where the person is out of scope. */
async function lockAbsence(ctx: Ctx, id: string) {
  await absenceById(ctx, id);
  const row = await absences.lock(ctx, id);
  expectMine(ctx, row.userId);
  return row;
}

export const absenceHandlers: HandlersOf<Family<'technicianAbsences'>> = {
  'technicianAbsences.list': absenceList.run,
  'technicianAbsences.create': async (ctx, { body }) => {
    const { startsAt, endsAt, reason, note } = body;
    const userId = body.userId ?? ctx.actor.userId;
    expectMine(ctx, userId);
    refuseFaults(await technicianFaults(ctx, userId));
    refuseFaults(await spanFaults(ctx, { userId, startsAt, endsAt }));
    const values = {
      userId,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      reason,
      note: note || null,
    };
    const id = await absences.insert(ctx, { values, ...(await loadLogCompany(ctx, userId)) });
    const missed = await tellOfAbsence(ctx, { userId, startsAt, endsAt });
    return { data: await absenceById(ctx, id), ...absenceMessage(ctx, missed) };
  },
  'technicianAbsences.update': async (ctx, { params, body }) => {
    const before = await lockAbsence(ctx, params.id);
    const { startsAt, endsAt, reason, note } = body;
    expectVersion(before, body.version);
    refuseFaults(await spanFaults(ctx, { userId: before.userId, startsAt, endsAt }, before.id));
    const values = {
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      reason,
      note: note || null,
    };
    await absences.update(ctx, before, {
      values,
      ...(await loadLogCompany(ctx, before.userId)),
    });
    const missed = await tellOfAbsence(ctx, { userId: before.userId, startsAt, endsAt });
    return { data: await absenceById(ctx, before.id), ...absenceMessage(ctx, missed) };
  },
  'technicianAbsences.delete': async (ctx, { params }) => {
    const row = await lockAbsence(ctx, params.id);
    return absences.remove(ctx, row, await loadLogCompany(ctx, row.userId));
  },
};
