import { COMMENT_EDIT_MINUTES, COMMENTS_SHOWN } from '@boxyard/shared/contract';
import { onlyReads } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  containing,
  expectVersion,
  type Family,
  forbidden,
  type HandlersOf,
  type Happening,
  type Notice,
  newId,
  notFound,
  notify,
  record,
  refuseFaults,
  withdraw,
} from '../../kernel/index.ts';
import {
  type DocumentFamily,
  type DocumentOutline,
  expectReadable,
  readersAmong,
} from '../../workflow/index.ts';

const MINUTE_MS = 60_000;
/** Names that are offered at once. */
const MOST_OFFERED = 8;
/** People whose rights are looked at for that. */
const MOST_ASKED = 40;
/** Characters of a comment that its notification shows. */
const EXCERPT = 200;

interface About {
  readonly type: string;
  readonly id: string;
}

interface CommentRow {
  readonly id: string;
  readonly version: number;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly text: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

const isRecent = (ctx: Ctx, { createdAt }: { readonly createdAt: Date }): boolean =>
  ctx.clock.now().getTime() - createdAt.getTime() <= COMMENT_EDIT_MINUTES * MINUTE_MS;

const excerptOf = (text: string): string =>
  text.length > EXCERPT ? `${text.slice(0, EXCERPT - 1)}…` : text;

/** Whoever only looks at the business leaves nothing on its documents. */
function refuseReaders(ctx: Ctx): void {
  if (onlyReads(ctx.actor.grants)) throw forbidden();
}

function allowedOn(ctx: Ctx, row: CommentRow): string[] {
  if (row.createdBy !== ctx.actor.userId || row.text === null || onlyReads(ctx.actor.grants))
    return [];
  return [...(isRecent(ctx, row) ? ['update'] : []), 'delete'];
}

async function commentsOn(ctx: Ctx, { type, id }: About) {
  const of = ctx.db
    .selectFrom('comments as c')
    .where('c.subjectId', '=', id)
    .where('c.subjectType', '=', type);
  const [rows, { total }] = await Promise.all([
    of
      .innerJoin('users as u', 'u.id', 'c.createdBy')
      .orderBy('c.createdAt', 'desc')
      .orderBy('c.id', 'desc')
      .limit(COMMENTS_SHOWN)
      .selectAll('c')
      .select(sql<string>`btrim(u.first_name || ' ' || u.last_name)`.as('name'))
      .execute(),
    of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const named = await mentionsIn(
    ctx,
    rows.map((row) => row.id),
  );
  return {
    total: Number(total),
    comments: rows.reverse().map((row) => ({
      id: row.id,
      version: row.version,
      text: row.text,
      by: { id: row.createdBy, name: row.name },
      createdAt: row.createdAt,
      editedAt: row.editedAt,
      mentions: row.text === null ? [] : (named.get(row.id) ?? []),
      allowedActions: allowedOn(ctx, row),
    })),
  };
}

async function mentionsIn(ctx: Ctx, ids: readonly string[]) {
  const named = new Map<string, { id: string; name: string }[]>();
  if (ids.length === 0) return named;
  const rows = await ctx.db
    .selectFrom('commentMentions as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.commentId', 'in', ids)
    .orderBy('u.id')
    .select(['m.commentId', 'u.id'])
    .select(sql<string>`btrim(u.first_name || ' ' || u.last_name)`.as('name'))
    .execute();
  for (const { commentId, id, name } of rows)
    named.set(commentId, [...(named.get(commentId) ?? []), { id, name }]);
  return named;
}

/** 422 for everybody who is named and does not see the document. */
async function refuseStrangers(ctx: Ctx, about: About, mentions: readonly string[]): Promise<void> {
  const readers = await readersAmong(ctx, about, { userIds: mentions });
  const known = new Set(readers.map(({ userId }) => userId));
  refuseFaults(
    mentions.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `mentions[${index}]`, code: 'CANNOT_SEE_DOCUMENT' }],
    ),
  );
}

const mention = async (ctx: Ctx, commentId: string, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return;
  await ctx.db
    .insertInto('commentMentions')
    .values([...new Set(userIds)].map((userId) => ({ commentId, userId })))
    .onConflict((on) => on.doNothing())
    .execute();
};

interface Told extends About {
  readonly commentId: string;
  readonly text: string;
  readonly family: DocumentFamily;
  readonly outline: DocumentOutline;
}

const noticeOf = (
  ctx: Ctx,
  { type, id, commentId, text, family, outline }: Told,
  kind: 'mentions' | 'comments',
): Notice => {
  const no = outline.documentNo === null ? '' : ` ${outline.documentNo}`;
  const { name } = ctx.actor;
  return {
    category: 'message',
    type: 'info',
    kind,
    title:
      kind === 'mentions'
        ? {
            en: `${name} mentioned you on ${family.label.en}${no}`,
            th: `${name} กล่าวถึงคุณใน${family.label.th}${no}`,
          }
        : {
            en: `${name} commented on ${family.label.en}${no}`,
            th: `${name} แสดงความคิดเห็นใน${family.label.th}${no}`,
          },
    description: { en: excerptOf(text), th: excerptOf(text) },
    action: `${outline.path}${outline.path.includes('?') ? '&' : '?'}section=comments`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type, id },
    dedupeKey: `${type}:${id}:comment:${commentId}:${kind}`,
  };
};

/** Whose document it is, and who has written or was named on it before. */
async function followersOf(ctx: Ctx, { id, outline }: Told): Promise<string[]> {
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'comments.followers',
    text: `select c.created_by as id from comments c where c.subject_id = $1 and c.deleted_at is null
      union select m.user_id from comments c join comment_mentions m on m.comment_id = c.id
        where c.subject_id = $1 and c.deleted_at is null`,
    values: [id],
  });
  const people = [outline.createdBy, ...outline.concerned, ...rows.map((row) => row.id)];
  return [...new Set(people.filter((one) => one !== null))];
}

async function notifyOf(ctx: Ctx, told: Told, mentions: readonly string[]): Promise<void> {
  const me = ctx.actor.userId;
  const named = mentions.filter((id) => id !== me);
  await notify(ctx, named, noticeOf(ctx, told, 'mentions'));
  const followers = (await followersOf(ctx, told)).filter((id) => id !== me && !named.includes(id));
  // Whoever has lost sight of the document hears no more of it.
  const readers = await readersAmong(ctx, told, { userIds: followers });
  await notify(
    ctx,
    readers.map(({ userId }) => userId),
    noticeOf(ctx, told, 'comments'),
  );
}

const outlineOf = async (
  ctx: Ctx,
  family: DocumentFamily,
  id: string,
): Promise<DocumentOutline> => {
  const outline = await family.outline(ctx, id);
  if (!outline) throw notFound();
  return outline;
};

/** The log says that somebody commented, and not what: a deleted text is nowhere any more. */
const logged = (
  ctx: Ctx,
  { type, id }: About,
  entry: { readonly action: Happening['action']; readonly outline: DocumentOutline },
) =>
  record(ctx, {
    subject: type as Happening['subject'],
    subjectId: id,
    companyId: entry.outline.companyId,
    label: entry.outline.documentNo,
    action: entry.action,
    timeline: false,
    touches: ['comments'],
  });

/** One's own comment, locked, on a document that one still sees. */
async function ownComment(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('comments')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  const about = { type: row.subjectType, id: row.subjectId };
  const family = await expectReadable(ctx, about);
  if (row.createdBy !== ctx.actor.userId) throw conflict('COMMENT_OF_OTHER');
  if (row.text === null) throw conflict('COMMENT_DELETED');
  return { row, about, family, outline: await outlineOf(ctx, family, about.id) };
}

/** Comments beside the history of every kind of document (design, "Document"). */
export const commentHandlers: HandlersOf<Family<'comments'>> = {
  'comments.list': async (ctx, { query }) => {
    await expectReadable(ctx, query);
    const muted = await ctx.db
      .selectFrom('notificationMutes')
      .where('userId', '=', ctx.actor.userId)
      .where('entityId', '=', query.id)
      .select('entityId')
      .executeTakeFirst();
    return {
      data: {
        ...(await commentsOn(ctx, query)),
        isMuted: muted !== undefined,
        mayComment: !onlyReads(ctx.actor.grants),
      },
    };
  },

  'comments.people': async (ctx, { query }) => {
    const family = await expectReadable(ctx, query);
    const { companyId } = await outlineOf(ctx, family, query.id);
    const people = await ctx.db
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.roleId')
      .where('u.status', '=', 'active')
      .where('u.id', '!=', ctx.actor.userId)
      .where(
        sql<boolean>`(r.data_scope = 'all' or exists (select 1 from user_companies c
          where c.user_id = u.id and c.company_id = ${companyId}::uuid))`,
      )
      .where(
        sql<boolean>`btrim(u.first_name || ' ' || u.last_name) ilike ${containing(query.search ?? '')}`,
      )
      .orderBy('u.firstName')
      .orderBy('u.id')
      .limit(MOST_ASKED)
      .select('u.id')
      .execute();
    const readers = await readersAmong(ctx, query, {
      userIds: people.map(({ id }) => id),
      most: MOST_OFFERED,
    });
    return { data: readers.map(({ userId, name }) => ({ id: userId, name })) };
  },

  'comments.create': async (ctx, { body }) => {
    refuseReaders(ctx);
    const { text, mentions, ...about } = body;
    const family = await expectReadable(ctx, about);
    await refuseStrangers(ctx, about, mentions);
    const outline = await outlineOf(ctx, family, about.id);
    const commentId = newId();
    await ctx.db
      .insertInto('comments')
      .values({
        id: commentId,
        subjectType: about.type,
        subjectId: about.id,
        text,
        createdAt: ctx.clock.now(),
        createdBy: ctx.actor.userId,
        editedAt: null,
        deletedAt: null,
      })
      .execute();
    await mention(ctx, commentId, mentions);
    await logged(ctx, about, { action: 'comment', outline });
    await notifyOf(ctx, { ...about, commentId, text, family, outline }, mentions);
    return { data: { id: commentId } };
  },

  'comments.update': async (ctx, { params, body }) => {
    refuseReaders(ctx);
    const { row, about, family, outline } = await ownComment(ctx, params.id);
    expectVersion(row, body.version);
    if (!isRecent(ctx, row)) throw conflict('COMMENT_TOO_OLD', { minutes: COMMENT_EDIT_MINUTES });
    await refuseStrangers(ctx, about, body.mentions);
    const before = ((await mentionsIn(ctx, [row.id])).get(row.id) ?? []).map(({ id }) => id);
    await ctx.db
      .updateTable('comments')
      .set({ text: body.text, version: row.version + 1, editedAt: ctx.clock.now() })
      .where('id', '=', row.id)
      .execute();
    await ctx.db.deleteFrom('commentMentions').where('commentId', '=', row.id).execute();
    await mention(ctx, row.id, body.mentions);
    await logged(ctx, about, { action: 'edit-comment', outline });
    const added = body.mentions.filter((id) => !before.includes(id) && id !== ctx.actor.userId);
    const told = { ...about, commentId: row.id, text: body.text, family, outline };
    await notify(ctx, added, noticeOf(ctx, told, 'mentions'));
    return { data: { id: row.id } };
  },

  'comments.delete': async (ctx, { params }) => {
    refuseReaders(ctx);
    const { row, about, outline } = await ownComment(ctx, params.id);
    await ctx.db
      .updateTable('comments')
      .set({ text: null, version: row.version + 1, deletedAt: ctx.clock.now() })
      .where('id', '=', row.id)
      .execute();
    await ctx.db.deleteFrom('commentMentions').where('commentId', '=', row.id).execute();
    // Its words stand in notifications as well.
    await withdraw(ctx, about, `${about.type}:${about.id}:comment:${row.id}:`);
    await logged(ctx, about, { action: 'delete-comment', outline });
    return { data: {} };
  },
};
