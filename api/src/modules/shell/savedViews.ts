import {
  type Ctx,
  created,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
  updated,
} from '../../kernel/index.ts';

/** One of the caller’s own views, locked, or 404. */
export async function ownView(ctx: Ctx, id: string) {
  const view = await ctx.db
    .selectFrom('savedViews')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!view) throw notFound();
  return view;
}

/** At most one view of a list opens by itself. */
const clearDefault = (ctx: Ctx, resource: string) =>
  ctx.db
    .updateTable('savedViews')
    .set({ isDefault: false })
    .where('userId', '=', ctx.actor.userId)
    .where('resource', '=', resource)
    .where('isDefault', '=', true)
    .execute();

/** One's saved queries of a list. */
export const savedViewHandlers: HandlersOf<Family<'savedViews'>> = {
  'savedViews.list': async (ctx, { query }) => {
    const views = await ctx.db
      .selectFrom('savedViews')
      .where('userId', '=', ctx.actor.userId)
      .where('resource', '=', query?.resource ?? '')
      .orderBy('name')
      .select(['id', 'version', 'name', 'resource', 'query', 'isDefault'])
      .execute();
    return { data: { views } };
  },

  'savedViews.create': async (ctx, { body }) => {
    if (body.isDefault === true) await clearDefault(ctx, body.resource);
    const data = await ctx.db
      .insertInto('savedViews')
      .values({
        ...created(ctx),
        userId: ctx.actor.userId,
        resource: body.resource,
        name: body.name,
        query: body.query,
        isDefault: body.isDefault ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { data };
  },

  'savedViews.update': async (ctx, { params, body }) => {
    const view = await ownView(ctx, params.id);
    expectVersion(view, body.version);
    if (body.isDefault === true) await clearDefault(ctx, view.resource);
    await ctx.db
      .updateTable('savedViews')
      .set({
        name: body.name ?? view.name,
        query: body.query ?? view.query,
        isDefault: body.isDefault ?? view.isDefault,
        version: view.version + 1,
        ...updated(ctx),
      })
      .where('id', '=', view.id)
      .execute();
    return { data: { id: view.id } };
  },

  'savedViews.delete': async (ctx, { params }) => {
    const view = await ownView(ctx, params.id);
    await ctx.db.deleteFrom('savedViews').where('id', '=', view.id).execute();
    return { data: {} };
  },
};
