import {
  type Ctx,
  defineList,
  type Family,
  type HandlersOf,
  notFound,
} from '../../kernel/index.ts';
import { textsFor, withoutHidden } from '../../workflow/index.ts';

const nothing = { data: {} } as const;

const own = (ctx: Ctx) =>
  ctx.db.selectFrom('notifications as n').where('n.userId', '=', ctx.actor.userId);

/**
 * Records whose notices repeat what stands in them, such as a job's symptom: it is not told to people who may
 * no longer see the record. Other descriptions are meant for their reader, such as the reason of a refusal.
 */
const SAID_BY_RECORD: ReadonlySet<string | null> = new Set(['jobs']);

const notificationList = defineList('notifications.list', {
  id: 'n.id',
  from: own,
  select: (query) => query.selectAll('n'),
  map: async (rows, ctx) => {
    // The number of a document that somebody else has taken over is no longer told.
    const { isHidden, shown } = await withoutHidden(
      ctx,
      rows.flatMap(({ entityType: type, entityId: id }) =>
        type === null || id === null ? [] : { type, id },
      ),
    );
    const said = await textsFor(
      ctx,
      rows.flatMap((row) => [row.descriptionEn, row.descriptionTh]),
    );
    return rows.map((row) => {
      const [title, description, actionTitle] =
        ctx.locale === 'th'
          ? [row.titleTh, row.descriptionTh, row.actionTitleTh]
          : [row.titleEn, row.descriptionEn, row.actionTitleEn];
      const isGone = isHidden(row.entityId);
      return {
        ...row,
        title: shown(title, row.entityId),
        description: isGone && SAID_BY_RECORD.has(row.entityType) ? '' : said(description),
        ...(isGone ? { action: null, entityType: null, entityId: null } : {}),
        actionTitle: isGone ? null : actionTitle,
      };
    });
  },
  sorts: { date: 'n.date' },
  filters: { read: 'n.read' },
  summary: async (_query, ctx) => {
    const { count } = await own(ctx)
      .where('n.read', '=', false)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { unread: Number(count) };
  },
});

/** One's own notifications (specification 3, 4). */
export const notificationHandlers: HandlersOf<Family<'notifications'>> = {
  'notifications.list': notificationList.run,

  'notifications.stream': async (ctx) => ({
    stream: await ctx.app.openEvents(ctx.actor, ctx.lastEventId),
  }),

  'notifications.read': async (ctx, { params }) => {
    const changed = await ctx.db
      .updateTable('notifications')
      .set({ read: true })
      .where('id', '=', params.id)
      .where('userId', '=', ctx.actor.userId)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw notFound();
    return nothing;
  },

  'notifications.readAll': async (ctx) => {
    await ctx.db
      .updateTable('notifications')
      .set({ read: true })
      .where('userId', '=', ctx.actor.userId)
      .where('read', '=', false)
      .execute();
    return nothing;
  },

  'notifications.delete': async (ctx, { params }) => {
    const gone = await ctx.db
      .deleteFrom('notifications')
      .where('id', '=', params.id)
      .where('userId', '=', ctx.actor.userId)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw notFound();
    return nothing;
  },

  'notifications.clear': async (ctx) => {
    await ctx.db.deleteFrom('notifications').where('userId', '=', ctx.actor.userId).execute();
    return nothing;
  },
};
