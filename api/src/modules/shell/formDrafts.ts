import { type DraftForm, MAX_FORM_DRAFTS } from '@boxyard/shared/contract';
import { onlyReads } from '@boxyard/shared/domain';
import {
  type Ctx,
  checkAccess,
  conflict,
  created,
  expectVersion,
  type Family,
  forbidden,
  type HandlersOf,
  notFound,
  updated,
} from '../../kernel/index.ts';

/** Whoever only looks at the business sends no form, and has none to begin. */
function refuseReaders(ctx: Ctx): void {
  if (onlyReads(ctx.actor.grants)) throw forbidden();
}

async function ownDraft(ctx: Ctx, id: string) {
  const draft = await ctx.db
    .selectFrom('formDrafts')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) throw notFound();
  return draft;
}

const presented = <R extends { readonly form: string; readonly updatedAt: Date }>(row: R) => ({
  ...row,
  form: row.form as DraftForm,
  updatedAt: row.updatedAt.toISOString(),
});

/** Unfinished forms of one person, whom alone they concern; only who may send a form keeps one. */
export const formDraftHandlers: HandlersOf<Family<'formDrafts'>> = {
  'formDrafts.list': async (ctx) => {
    const rows = await ctx.db
      .selectFrom('formDrafts')
      .where('userId', '=', ctx.actor.userId)
      .orderBy('updatedAt', 'desc')
      .limit(MAX_FORM_DRAFTS)
      .select(['id', 'version', 'form', 'path', 'updatedAt'])
      .execute();
    return { data: { drafts: rows.map(presented) } };
  },

  'formDrafts.get': async (ctx, { params }) => {
    const { id, version, form, path, updatedAt, typed } = await ownDraft(ctx, params.id);
    const values = JSON.parse(typed) as Record<string, unknown>;
    return { data: { ...presented({ id, version, form, path, updatedAt }), values } };
  },

  'formDrafts.create': async (ctx, { body }) => {
    refuseReaders(ctx);
    checkAccess(body.form, ctx.actor);
    // One after another, so that many at once do not pass the limit together.
    await ctx.db
      .selectFrom('users')
      .where('id', '=', ctx.actor.userId)
      .select('id')
      .forNoKeyUpdate()
      .execute();
    const { count } = await ctx.db
      .selectFrom('formDrafts')
      .where('userId', '=', ctx.actor.userId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_FORM_DRAFTS) {
      throw conflict('TOO_MANY_DRAFTS', { limit: MAX_FORM_DRAFTS });
    }
    const data = await ctx.db
      .insertInto('formDrafts')
      .values({
        ...created(ctx),
        userId: ctx.actor.userId,
        form: body.form,
        path: body.path,
        typed: JSON.stringify(body.values),
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
    return { data };
  },

  'formDrafts.update': async (ctx, { params, body }) => {
    refuseReaders(ctx);
    const draft = await ownDraft(ctx, params.id);
    checkAccess(draft.form as DraftForm, ctx.actor);
    expectVersion(draft, body.version);
    const data = await ctx.db
      .updateTable('formDrafts')
      .set({ typed: JSON.stringify(body.values), version: draft.version + 1, ...updated(ctx) })
      .where('id', '=', draft.id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
    return { data };
  },

  'formDrafts.delete': async (ctx, { params }) => {
    refuseReaders(ctx);
    const draft = await ownDraft(ctx, params.id);
    await ctx.db.deleteFrom('formDrafts').where('id', '=', draft.id).execute();
    return { data: {} };
  },
};
