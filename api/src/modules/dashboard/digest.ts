import { bangkokDate } from '@boxyard/shared/domain';
import {
  type App,
  actorsOf,
  type Ctx,
  type Locale,
  type Mail,
  queueMail,
  SYSTEM,
} from '../../kernel/index.ts';
import { allWorkItems } from '../../workflow/index.ts';
import { myWork, type WorkItem } from './work.ts';

/** Lines of a digest; the dashboard has the rest. */
const MOST_SHOWN = 20;

interface Reader {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
}

const TEXTS = {
  en: {
    subject: (total: number) =>
      total === 1 ? 'Boxyard: 1 item waits for you' : `Boxyard: ${total} items wait for you`,
    greeting: (name: string) => `Dear ${name},`,
    lead: (late: number) =>
      late === 0
        ? 'This waits for you this morning:'
        : `This waits for you this morning, ${late} of it overdue:`,
    overdue: (due: string) => `OVERDUE since ${due}`,
    due: (due: string) => `due ${due}`,
    more: (count: number) => `and ${count} more on the dashboard:`,
    footer: 'This e-mail can be switched off in your profile:',
    move: 'Move to another team',
  },
  th: {
    subject: (total: number) => `Boxyard: มีงานรอคุณ ${total} รายการ`,
    greeting: (name: string) => `เรียน คุณ${name}`,
    lead: (late: number) =>
      late === 0 ? 'งานที่รอคุณเช้านี้:' : `งานที่รอคุณเช้านี้ เกินกำหนดแล้ว ${late} รายการ:`,
    overdue: (due: string) => `เกินกำหนดตั้งแต่ ${due}`,
    due: (due: string) => `ครบกำหนด ${due}`,
    more: (count: number) => `และอีก ${count} รายการในแดชบอร์ด:`,
    footer: 'ปิดอีเมลสรุปนี้ได้ที่หน้าโปรไฟล์:',
    move: 'คำขอย้ายทีม',
  },
} as const;

const dayIn = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** What a kind of work is called: its family's name, by the machine that it follows. */
function labelOf(locale: Locale, { type }: WorkItem): string {
  const family = allWorkItems().find(({ machine }) => machine.id === type);
  return family?.label[locale] ?? TEXTS[locale].move;
}

function lineOf(ctx: Ctx, item: WorkItem, day: string): string {
  const text = TEXTS[ctx.locale];
  const due = item.dueDate === null ? null : dayIn(ctx.locale, item.dueDate);
  const late = item.dueDate !== null && item.dueDate < day;
  const facts = [
    [labelOf(ctx.locale, item), item.documentNo].filter(Boolean).join(' '),
    item.title,
    due === null ? null : late ? text.overdue(due) : text.due(due),
  ].filter((fact) => fact);
  return `- ${facts.join(' · ')}\n  ${ctx.app.config.publicUrl}${item.path}`;
}

/** The mail of a morning; null where nothing waits. */
async function digestOf(ctx: Ctx, reader: Reader, day: string): Promise<Mail | null> {
  const { items, total } = await myWork(ctx, { overdueOn: day });
  if (items.length === 0) return null;
  const text = TEXTS[reader.locale];
  const shown = items.slice(0, MOST_SHOWN);
  const late = items.filter(({ dueDate }) => dueDate !== null && dueDate < day).length;
  const { publicUrl } = ctx.app.config;
  const more =
    total > shown.length ? [text.more(total - shown.length), `${publicUrl}/dashboard`] : [];
  return {
    hasSecret: false,
    to: reader.email,
    subject: text.subject(total),
    text: `${[
      text.greeting(reader.name),
      '',
      text.lead(late),
      '',
      ...shown.map((item) => lineOf(ctx, item, day)),
      ...more,
      '',
      `${text.footer} ${publicUrl}/profile#notifications`,
    ].join('\n')}\n`,
  };
}

const readersOf = (app: App): Promise<Reader[]> =>
  app.pg
    .query<Reader>({
      name: 'digest.readers',
      text: `select u.id, u.email, btrim(u.first_name || ' ' || u.last_name) as name, u.locale
        from users u
        where u.status = 'active' and u.role_id is not null and not exists (
          select 1 from notification_preferences p
          where p.user_id = u.id and p.kind = 'digest' and not p.by_mail)
        order by u.id`,
    })
    .then(({ rows }) => rows);

const mailDigest = (app: App, reader: Reader, day: string): Promise<void> =>
  app.transaction({ actor: SYSTEM, locale: reader.locale }, async (ctx) => {
    const [actor] = await actorsOf(ctx.pg, [reader.id]);
    if (!actor) return;
    const mail = await digestOf({ ...ctx, actor, locale: reader.locale }, reader, day);
    if (mail) await queueMail(ctx, mail, `digest:${reader.id}:${day}`);
  });

/**
 * Job of each morning at 08:00 in Bangkok: mails everybody what waits for them, overdue first. One mail
 * a day at most, however often the job runs, and none where nothing waits or somebody wants none.
 */
export async function mailDigests(app: App): Promise<void> {
  const day = bangkokDate(app.clock.now());
  const failures: unknown[] = [];
  for (const reader of await readersOf(app)) {
    await mailDigest(app, reader, day).catch((error: unknown) => {
      app.log.error({ err: error, user: reader.id }, 'digest');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'digests failed');
}
