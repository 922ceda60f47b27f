import type { Localised } from './record.ts';
import type { Ctx } from './types.ts';

/** A notification before its recipients are known (specification 3; domain-containers 5). */
export interface Notice {
  readonly category: 'message' | 'reminder' | 'news' | 'alert';
  readonly type: 'info' | 'warning' | 'error' | 'success';
  readonly title: Localised;
  readonly description: Localised;
  /** Path that opens what it is about. */
  readonly action?: string;
  readonly actionTitle?: Localised;
  readonly entity?: { readonly type: string; readonly id: string };
  /** Event + entity + day: the same person hears of it once. */
  readonly dedupeKey: string;
}

/** Whom an event concerns: holders of an ability who may see the record. */
export interface Audience {
  /** `purchase-requests:approve`. */
  readonly ability: string;
  readonly companyId: string;
  readonly warehouseIds?: readonly (string | null)[];
  readonly ownerIds?: readonly (string | null)[];
  /** Only people whose approval limit is at least this. */
  readonly limitAtLeast?: string;
  readonly except?: readonly (string | null)[];
}

/**
 * Ids of active people in the audience. Holders of `all:manage` hear of it only when nobody else
 * would, so that an administrator's list is not everybody's.
 */
export async function audienceOf(ctx: Ctx, audience: Audience): Promise<string[]> {
  const [page = '', verb = ''] = audience.ability.split(':');
  const owners = (audience.ownerIds ?? []).filter((id) => id !== null);
  const { rows } = await ctx.pg.query<{ id: string; is_super: boolean }>({
    name: 'kernel.audience',
    text: `select u.id, not exists (
          select 1 from role_permissions p where p.role_id = r.id and p.name = any($1)
        ) as is_super
      from users u join roles r on r.id = u.role_id
      where u.status = 'active' and r.is_active
        and exists (select 1 from role_permissions p
          where p.role_id = r.id and (p.name = any($1) or p.name = 'all:manage'))
        and (r.data_scope = 'all' or exists (
          select 1 from user_companies c where c.user_id = u.id and c.company_id = $2))
        and (r.data_scope = 'all' or $3::uuid[] = '{}'
          or not exists (select 1 from user_warehouses w where w.user_id = u.id)
          or exists (select 1 from user_warehouses w where w.user_id = u.id and w.warehouse_id = any($3)))
        and (r.data_scope in ('all', 'company') or $4::uuid[] = '{}' or u.id = any($4)
          or (r.data_scope in ('team', 'zone') and exists (
            select 1 from users o where o.id = any($4) and o.team_id = u.team_id)))
        and ($5::numeric is null or r.approval_limit >= $5::numeric
          or exists (select 1 from role_permissions p where p.role_id = r.id and p.name = 'all:manage'))
        and not (u.id = any($6::uuid[]))
      order by u.id`,
    values: [
      [audience.ability, `${page}:manage`, `all:${verb}`],
      audience.companyId,
      (audience.warehouseIds ?? []).filter((id) => id !== null),
      owners,
      audience.limitAtLeast ?? null,
      (audience.except ?? []).filter((id) => id !== null),
    ],
  });
  const ordinary = rows.filter((row) => !row.is_super);
  return (ordinary.length > 0 ? ordinary : rows).map((row) => row.id);
}

/** Writes a notice to people's lists in the caller's transaction; browsers hear after the commit. */
export async function notify(
  ctx: Ctx,
  recipients: readonly (string | null)[],
  notice: Notice,
): Promise<void> {
  const people = [...new Set(recipients.filter((id) => id !== null))];
  if (people.length === 0) return;
  const written = ctx.pg.query({
    name: 'kernel.notify',
    text: `with written as (
        insert into notifications (user_id, category, type, title_en, title_th, description_en,
          description_th, date, action, action_title_en, action_title_th, entity_type, entity_id, dedupe_key)
        select person, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9, $10, $11, $12, $13::uuid, $14
        from unnest($1::uuid[]) as person
        on conflict (user_id, dedupe_key) do nothing
        returning user_id, id
      )
      insert into outbox_events (topic, payload, created_at)
      select 'notification', jsonb_build_object('userId', user_id, 'id', id), $8::timestamptz from written`,
    values: [
      people,
      notice.category,
      notice.type,
      notice.title.en,
      notice.title.th,
      notice.description.en,
      notice.description.th,
      ctx.clock.now(),
      notice.action ?? null,
      notice.actionTitle?.en ?? null,
      notice.actionTitle?.th ?? null,
      notice.entity?.type ?? null,
      notice.entity?.id ?? null,
      notice.dedupeKey,
    ],
  });
  ctx.background(written);
  ctx.app.kickOutbox(ctx);
}
