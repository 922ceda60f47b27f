import type { BodyOut } from '@boxyard/shared/contract';
import {
  type Contract,
  type Ctx,
  conflict,
  mayUseCompany,
  newId,
  notify,
  record,
  refuseFaults,
} from '../../../kernel/index.ts';

interface Audience {
  /** Empty: every role. */
  readonly roleIds?: readonly string[] | undefined;
  /** Empty: every company of the sender. */
  readonly companyIds?: readonly string[] | undefined;
}

/** Active people of the sender's companies with these roles; whoever sends it knows it already. */
async function receiversOf(
  ctx: Ctx,
  { roleIds = [], companyIds = [] }: Audience,
): Promise<string[]> {
  refuseFaults(
    companyIds.flatMap((id, index) =>
      mayUseCompany(ctx.actor, id) ? [] : [{ field: `companyIds[${index}]`, code: 'NOT_FOUND' }],
    ),
  );
  const within = companyIds.length > 0 ? companyIds : ctx.actor.companyIds;
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'users.receivers',
    text: `select u.id from users u
      where u.status = 'active' and u.id <> $1
        and ($2::uuid[] = '{}' or u.role_id = any($2::uuid[]))
        and ($3::uuid[] is null or exists (select 1 from user_companies c
          where c.user_id = u.id and c.company_id = any($3::uuid[])))
      order by u.id`,
    values: [ctx.actor.userId, roleIds, within],
  });
  return rows.map(({ id }) => id);
}

/** How many people an announcement would reach, for whoever is about to send it. */
export const announcementReceivers = async (ctx: Ctx, { query }: { readonly query: Audience }) => ({
  data: { count: (await receiversOf(ctx, query)).length },
});

/** Sends an announcement to as many people as its sender has confirmed, or to nobody. */
export async function sendAnnouncement(
  ctx: Ctx,
  { body }: { readonly body: BodyOut<Contract['users.broadcast']> },
) {
  const people = await receiversOf(ctx, body);
  const count = people.length;
  if (count === 0) throw conflict('NO_RECEIVERS');
  if (count !== body.receivers) throw conflict('AUDIENCE_CHANGED', { count });
  const { title, text, roleIds, companyIds } = body;
  const { name } = ctx.actor;
  await notify(ctx, people, {
    category: 'news',
    type: 'info',
    title: { en: title, th: title },
    description: { en: `${text} (${name})`, th: `${text} (${name})` },
    dedupeKey: `announcement:${newId()}`,
  });
  await record(ctx, {
    subject: 'users',
    subjectId: null,
    companyId: ctx.actor.companyIds?.length === 1 ? ctx.actor.companyIds[0] : null,
    action: 'broadcast',
    label: title,
    after: { title, text, roleIds, companyIds, receivers: count },
    timeline: false,
  });
  return { data: { count } };
}
