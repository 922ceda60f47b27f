import {
  ALWAYS_IN_APP,
  defaultChoice,
  MUTED_KINDS,
  type NotificationKind,
} from '@boxyard/shared/domain';
import type { Localised } from './record.ts';
import type { Ctx } from './types.ts';

/** A notification before its recipients are known (specification 3; domain-containers 5). */
export interface Notice {
  readonly category: 'message' | 'reminder' | 'news' | 'alert';
  readonly type: 'info' | 'warning' | 'error' | 'success';
  /** What people choose by; follows from the category unless said. */
  readonly kind?: NotificationKind;
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
          or (r.data_scope = 'team' and exists (
            select 1 from users o where o.id = any($4) and o.team_id = u.team_id))
          or (r.data_scope = 'zone' and exists (
            select 1 from user_zones uz join zones z on z.id = uz.zone_id and z.is_active
              join user_zones o on o.zone_id = uz.zone_id
            where uz.user_id = u.id and o.user_id = any($4))))
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

/**
 * Takes notices about a record out of everybody's list, those whose key begins so: what they asked for
 * is done.
 */
export async function withdraw(
  ctx: Ctx,
  entity: { readonly type: string; readonly id: string },
  keyPrefix: string,
): Promise<void> {
  const withdrawn = ctx.pg.query({
    name: 'kernel.withdraw',
    text: `with gone as (
        delete from notifications
        where entity_id = $1::uuid and entity_type = $2 and starts_with(dedupe_key, $3)
        returning user_id, id
      )
      insert into outbox_events (topic, payload, created_at)
      select 'notification', jsonb_build_object('userId', user_id, 'id', id), $4::timestamptz from gone`,
    values: [entity.id, entity.type, keyPrefix, ctx.clock.now()],
  });
  ctx.background(withdrawn);
}

const KIND_OF: Readonly<Record<Notice['category'], NotificationKind>> = {
  message: 'outcomes',
  reminder: 'tasks',
  news: 'announcements',
  alert: 'alerts',
};

const FOOTER: Localised = {
  en: 'Which notifications come by e-mail is chosen in your profile:',
  th: 'เลือกการแจ้งเตือนทางอีเมลได้ที่หน้าโปรไฟล์:',
};

/** The text of the mail that says the same as the notice, in one language. */
function mailText(ctx: Ctx, { description, action }: Notice, locale: 'en' | 'th'): string {
  const { publicUrl } = ctx.app.config;
  const link = action === undefined ? '' : `\n${publicUrl}${action}\n`;
  return `${description[locale]}\n${link}\n${FOOTER[locale]} ${publicUrl}/profile#notifications\n`;
}

const NOTIFY = `with people as (
    select u.id, u.email, u.locale, $15::boolean or coalesce(p.in_app, $16::boolean) as in_app,
      coalesce(p.by_mail, $17::boolean) as by_mail
    from unnest($1::uuid[]) as person
    -- People whose account was suspended are told nothing but that.
    join users u on u.id = person and (u.status <> 'suspended' or u.id = $13::uuid)
    left join notification_preferences p on p.user_id = u.id and p.kind = $18
    where not ($19::boolean and exists (
      select 1 from notification_mutes m where m.user_id = u.id and m.entity_id = $13::uuid))
  ), written as (
    insert into notifications (user_id, category, type, title_en, title_th, description_en,
      description_th, date, action, action_title_en, action_title_th, entity_type, entity_id, dedupe_key)
    select id, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9, $10, $11, $12, $13::uuid, $14
    from people where in_app
    on conflict (user_id, dedupe_key) do nothing
    returning user_id, id
  ), mailed as (
    insert into mails (to_address, subject, body_text, has_secret, status, created_at, dedupe_key)
    select email, case locale when 'th' then $5 else $4 end, case locale when 'th' then $21 else $20 end,
      false, 'queued', $8::timestamptz, id || ':' || $14
    from people where by_mail
    on conflict (dedupe_key) do nothing
    returning id
  ), events as (
    insert into outbox_events (topic, payload, created_at)
    select 'notification', jsonb_build_object('userId', user_id, 'id', id), $8::timestamptz from written
  )`;
/** With a mail server each mail has a job; without, the outbox is where mails stay. */
const KEEP = `${NOTIFY} select count(*) from mailed`;
const SEND = `${NOTIFY} select graphile_worker.add_job('sendMail', json_build_object('id', id)) from mailed`;

/**
 * Writes a notice to people's lists and mails it to those who chose so, in the caller's transaction;
 * browsers hear after the commit. Whoever does not want the kind, or does not follow the document any
 * more, gets nothing.
 */
export async function notify(
  ctx: Ctx,
  recipients: readonly (string | null)[],
  notice: Notice,
): Promise<void> {
  const people = [...new Set(recipients.filter((id) => id !== null))];
  if (people.length === 0) return;
  const kind = notice.kind ?? KIND_OF[notice.category];
  const usual = defaultChoice(kind);
  const sends = ctx.app.config.smtpUrl !== null;
  const written = ctx.pg.query({
    name: sends ? 'kernel.notify.send' : 'kernel.notify',
    text: sends ? SEND : KEEP,
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
      ALWAYS_IN_APP.includes(kind),
      usual.inApp,
      usual.byMail,
      kind,
      MUTED_KINDS.includes(kind),
      mailText(ctx, notice, 'en'),
      mailText(ctx, notice, 'th'),
    ],
  });
  ctx.background(written);
  ctx.app.kickOutbox(ctx);
}
