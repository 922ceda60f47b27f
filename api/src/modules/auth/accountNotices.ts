import { readUserAgent } from '@boxyard/shared/domain/values/userAgent.ts';
import { type Ctx, type Localised, type Notice, notify, queueMail } from '../../kernel/index.ts';

const MAX_DEVICE = 200;

/** What is told to the owner of an account, in their list whatever they chose (domain-containers 5). */
const about = (
  userId: string,
  notice: Pick<Notice, 'title' | 'description' | 'dedupeKey'>,
): Notice => ({
  category: 'alert',
  type: 'warning',
  kind: 'security',
  action: '/profile',
  actionTitle: { en: 'Check your sessions', th: 'ตรวจสอบการเข้าสู่ระบบ' },
  entity: { type: 'users', id: userId },
  ...notice,
});

const when = (ctx: Ctx, locale: 'en' | 'th'): string =>
  new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  }).format(ctx.clock.now());

/** Browser and system: versions and addresses change from day to day, and are no other device. */
function deviceOf(userAgent: string | null): { key: string; name: Localised } {
  const known = readUserAgent(userAgent);
  if (!known) {
    const unknown = { en: 'an unknown browser', th: 'เบราว์เซอร์ที่ไม่รู้จัก' };
    return { key: (userAgent ?? '').slice(0, MAX_DEVICE), name: unknown };
  }
  const { browser, system } = known;
  return {
    key: `${browser}/${system}`,
    name: { en: `${browser} on ${system}`, th: `${browser} บน ${system}` },
  };
}

/**
 * Remembers the browser of a sign-in, and tells the owner of the account when it is a new one. The
 * first of an account is none: whoever set its password sits there.
 */
export async function noticeDevice(ctx: Ctx, userId: string): Promise<void> {
  const { key, name } = deviceOf(ctx.userAgent);
  const { rows } = await ctx.pg.query<{ isFirst: boolean; isNew: boolean }>({
    name: 'auth.device',
    text: `with written as (
        insert into sign_in_devices (user_id, device, first_at, last_at) values ($1, $2, $3, $3)
        on conflict (user_id, device) do update set last_at = excluded.last_at
        returning first_at = $3 as is_new
      )
      select is_new as "isNew",
        not exists (select 1 from sign_in_devices d where d.user_id = $1) as "isFirst"
      from written`,
    values: [userId, key, ctx.clock.now()],
  });
  const [device] = rows;
  if (!device?.isNew || device.isFirst) return;
  const from = ctx.ip === null ? '' : ` (${ctx.ip})`;
  const notice = about(userId, {
    title: {
      en: 'Sign-in from a new device',
      th: 'มีการเข้าสู่ระบบจากอุปกรณ์ใหม่',
    },
    description: {
      en: `${when(ctx, 'en')}: ${name.en}${from}. If it was not you, end that session and change your password.`,
      th: `${when(ctx, 'th')}: ${name.th}${from} หากไม่ใช่คุณ กรุณาสิ้นสุดเซสชันนั้นและเปลี่ยนรหัสผ่าน`,
    },
    dedupeKey: `sign-in-device:${key}`,
  });
  await notify(ctx, [userId], notice);
}

/** Tells the owner of an account that its password is another one now. */
export async function notifyPasswordChange(
  ctx: Ctx,
  user: { readonly id: string; readonly version: number; readonly passwordHash: string | null },
): Promise<void> {
  // The first password of an account is no change.
  if (user.passwordHash === null) return;
  const notice = about(user.id, {
    title: { en: 'Your password was changed', th: 'รหัสผ่านของคุณถูกเปลี่ยนแล้ว' },
    description: {
      en: `${when(ctx, 'en')}. If it was not you, ask for a new password at once.`,
      th: `${when(ctx, 'th')} หากไม่ใช่คุณ กรุณาขอตั้งรหัสผ่านใหม่ทันที`,
    },
    dedupeKey: `password-changed:${user.version + 1}`,
  });
  await notify(ctx, [user.id], notice);
}

/**
 * Tells the owner of an account that it was suspended, with the reason: by e-mail as well, since nobody reads
 * a list that they cannot open.
 */
export async function notifySuspension(
  ctx: Ctx,
  user: {
    readonly id: string;
    readonly version: number;
    readonly email: string;
    readonly locale: 'en' | 'th';
  },
  reason: string,
): Promise<void> {
  const notice: Notice = {
    ...about(user.id, {
      title: { en: 'Your account was suspended', th: 'บัญชีของคุณถูกระงับ' },
      description: {
        en: `${when(ctx, 'en')}, by ${ctx.actor.name}: ${reason}`,
        th: `${when(ctx, 'th')} โดย ${ctx.actor.name}: ${reason}`,
      },
      dedupeKey: `suspended:${user.version + 1}`,
    }),
    type: 'error',
  };
  await notify(ctx, [user.id], notice);
  const { locale } = user;
  const mail = {
    hasSecret: false,
    to: user.email,
    subject: notice.title[locale],
    text: `${notice.description[locale]}\n`,
  };
  // The key that the notice's own mail has, for those who have such notices by e-mail.
  await queueMail(ctx, mail, `${user.id}:${notice.dedupeKey}`);
}
