import {
  ALWAYS_IN_APP,
  defaultChoice,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@boxyard/shared/domain';
import {
  type Ctx,
  type Family,
  type HandlersOf,
  labelOf,
  notFound,
  refuseFaults,
} from '../../kernel/index.ts';
import { expectReadable, familyOf } from '../../workflow/index.ts';

const MOST_MUTED = 100;

const rowsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('notificationPreferences')
    .where('userId', '=', ctx.actor.userId)
    .select(['kind', 'inApp', 'byMail'])
    .execute();

async function choicesOf(ctx: Ctx) {
  const [rows, muted] = await Promise.all([rowsOf(ctx), mutedBy(ctx)]);
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return {
    kinds: NOTIFICATION_KINDS.map((kind) => {
      const { inApp, byMail } = chosen.get(kind) ?? defaultChoice(kind);
      return { kind, inApp: inApp || ALWAYS_IN_APP.includes(kind), byMail };
    }),
    hasDigest: chosen.get('digest')?.byMail ?? true,
    muted,
  };
}

/** Documents that are not followed any more; those that this person sees no longer have no address. */
async function mutedBy(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('notificationMutes')
    .where('userId', '=', ctx.actor.userId)
    .orderBy('mutedAt', 'desc')
    .limit(MOST_MUTED)
    .select(['entityType as type', 'entityId as id'])
    .execute();
  return Promise.all(
    rows.map(async ({ type, id }) => {
      const outline = await familyOf(type)?.outline(ctx, id);
      const label = familyOf(type)?.label[ctx.locale] ?? type;
      const isSeen = outline !== undefined && (await mayRead(ctx, { type, id }));
      return {
        type,
        id,
        name: [label, isSeen ? labelOf({ ...outline }) : null].filter(Boolean).join(' '),
        path: isSeen ? outline.path : null,
      };
    }),
  );
}

const mayRead = (ctx: Ctx, document: { readonly type: string; readonly id: string }) =>
  expectReadable(ctx, document).then(
    () => true,
    () => false,
  );

const choose = (
  ctx: Ctx,
  choice: { kind: NotificationKind | 'digest'; inApp: boolean; byMail: boolean },
) =>
  ctx.db
    .insertInto('notificationPreferences')
    .values({ userId: ctx.actor.userId, ...choice })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'kind'])
        .doUpdateSet({ inApp: choice.inApp, byMail: choice.byMail }),
    )
    .execute();

/** How notifications reach somebody, and which documents they follow. Each has only their own. */
export const notificationChoiceHandlers: HandlersOf<
  Family<'notificationChoices'> | Family<'notificationMutes'>
> = {
  'notificationChoices.get': async (ctx) => ({ data: await choicesOf(ctx) }),

  'notificationChoices.update': async (ctx, { body }) => {
    refuseFaults(
      body.kinds.flatMap(({ kind, inApp }, index) =>
        !inApp && ALWAYS_IN_APP.includes(kind)
          ? [{ field: `kinds[${index}].inApp`, code: 'SECURITY_IN_APP' }]
          : [],
      ),
    );
    for (const choice of body.kinds) await choose(ctx, choice);
    if (body.hasDigest !== undefined)
      await choose(ctx, { kind: 'digest', inApp: false, byMail: body.hasDigest });
    return { data: await choicesOf(ctx) };
  },

  'notificationMutes.create': async (ctx, { body }) => {
    await expectReadable(ctx, body);
    await ctx.db
      .insertInto('notificationMutes')
      .values({
        userId: ctx.actor.userId,
        entityType: body.type,
        entityId: body.id,
        mutedAt: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { data: {} };
  },

  'notificationMutes.delete': async (ctx, { params }) => {
    const gone = await ctx.db
      .deleteFrom('notificationMutes')
      .where('userId', '=', ctx.actor.userId)
      .where('entityId', '=', params.id)
      .returning('entityId')
      .executeTakeFirst();
    if (!gone) throw notFound();
    return { data: {} };
  },
};
