import { decimal, routeOf } from '@boxyard/shared/domain';
import {
  type App,
  actorsOf,
  audienceOf,
  type Ctx,
  type Localised,
  notify,
} from '../kernel/index.ts';
import {
  type DocumentFamily,
  type DocumentOutline,
  documentFamilies,
  familyOf,
} from './families.ts';
import { type Decision, isDecision } from './notifications.ts';
import { readersAmong } from './readers.ts';
import { workApart } from './workApart.ts';
import type { WorkItemStep } from './workItems.ts';

const HOUR_MS = 3_600_000;

/** After how many hours each level is told of a document that waits (domain-containers 5). */
const LEVELS = [
  { level: 1, hours: 24 },
  { level: 2, hours: 48 },
] as const;
type Level = (typeof LEVELS)[number];

interface Waiting {
  readonly id: string;
  /** When it reached the state in which it waits, was asked for, or was endorsed last. */
  readonly since: Date;
}

/**
 * The steps of a family by which somebody else decides. What is nobody's work item is decided
 * elsewhere, as a quotation is by its bidding round.
 */
const decidingSteps = ({ machine, workItems }: DocumentFamily): WorkItemStep[] =>
  (workItems?.steps ?? []).filter(({ action, status }) => {
    const def = machine.actions[action];
    return def !== undefined && isDecision(def) && def.from.includes(status);
  });

/** Documents that have waited at a step for as long as a level asks, and that it was not told of. */
async function waitingFor(
  { clock, pg }: Ctx,
  { family, step: { status, asked } }: { family: DocumentFamily; step: WorkItemStep },
  { level, hours }: Level,
): Promise<Waiting[]> {
  const before = new Date(clock.now().getTime() - hours * HOUR_MS);
  const since =
    asked === undefined
      ? `coalesce((
            select max(h.at) from history h where h.subject_id = d.id and h.subject_type = $1
              and h.to_status = d.status
              and (h.from_status is distinct from h.to_status or h.action = 'endorse')
          ), d.created_at)`
      : `greatest(${asked.since}, (
            select max(h.at) from history h where h.subject_id = d.id and h.subject_type = $1
              and h.action = 'endorse'))`;
  const { rows } = await pg.query<Waiting>({
    name: `escalation.${family.subject}.${status}`,
    text: `select w.id, w.since from (
        select d.id, ${since} as since
        from ${family.table} d where d.status = $2 and ${asked?.where ?? 'true'}
      ) w
      where w.since <= $3 and not exists (select 1 from escalations e
        where e.subject_id = w.id and e.waiting_since = w.since and e.level = $4)
      order by w.since, w.id`,
    values: [family.subject, status, before, level],
  });
  return rows;
}

/** Whoever has endorsed waits for the next approver. */
async function withoutEndorsers(
  ctx: Ctx,
  { id }: DocumentOutline,
  deciders: readonly string[],
): Promise<string[]> {
  const endorsed = await ctx.db
    .selectFrom('approvals')
    .where('subjectId', '=', id)
    .where('isLive', '=', true)
    .select('userId')
    .execute();
  const done = new Set(endorsed.map(({ userId }) => userId));
  return deciders.filter((one) => !done.has(one));
}

const hasLimit = ({ machine }: DocumentFamily, status: string): boolean =>
  Object.values(machine.actions).some(
    ({ from, limit }) => limit !== undefined && from.includes(status),
  );

/** Of those who may decide, the ones whose limit is above the lowest among them. */
async function withHigherLimit(ctx: Ctx, deciders: readonly string[]): Promise<string[]> {
  const limits = (await actorsOf(ctx.pg, deciders)).flatMap(({ userId, approvalLimit }) =>
    approvalLimit === null ? [] : [{ userId, limit: approvalLimit }],
  );
  const [first, ...others] = limits.map(({ limit }) => limit);
  if (first === undefined) return [];
  const lowest = others.reduce(decimal.minimum, first);
  return limits
    .filter(({ limit }) => decimal.compare(limit, lowest) > 0)
    .map(({ userId }) => userId);
}

async function leadersOf(ctx: Ctx, deciders: readonly string[]): Promise<string[]> {
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'escalation.leaders',
    text: `select distinct l.id from users u join users l on l.team_id = u.team_id
      where u.id = any($1::uuid[]) and l.team_position = 'leader' and l.status = 'active'`,
    values: [deciders],
  });
  return rows.map(({ id }) => id);
}

/**
 * The level above those who may decide: who among them has a higher limit, where the decision has one,
 * and the leaders of their teams who see the document. Where there is nobody, whoever manages everything.
 */
async function nextLevel(
  ctx: Ctx,
  family: DocumentFamily,
  {
    outline,
    decision,
    deciders,
  }: {
    readonly outline: DocumentOutline;
    readonly decision: Decision;
    readonly deciders: string[];
  },
): Promise<string[]> {
  const leaders = await readersAmong(
    ctx,
    { type: family.subject, id: outline.id },
    { userIds: await leadersOf(ctx, deciders) },
  );
  const above = [
    ...(hasLimit(family, outline.status) ? await withHigherLimit(ctx, deciders) : []),
    ...leaders.map(({ userId }) => userId),
  ].filter((id) => !decision.except.includes(id));
  if (above.length > 0) return above;
  const managers = { ...outline.scope, ability: 'all:manage', except: decision.except };
  return audienceOf(ctx, managers);
}

const day = (at: Date, locale: 'en' | 'th'): string =>
  new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  }).format(at);

const TITLES: Readonly<Record<1 | 2, Localised>> = {
  1: { en: 'has waited for your decision for 24 hours', th: 'รอการพิจารณาของคุณเกิน 24 ชั่วโมงแล้ว' },
  2: { en: 'has waited for a decision for 48 hours', th: 'รอการพิจารณาเกิน 48 ชั่วโมงแล้ว' },
};

async function tell(
  ctx: Ctx,
  family: DocumentFamily,
  {
    outline,
    decision,
    level,
    since,
  }: {
    readonly outline: DocumentOutline;
    readonly decision: Decision;
    readonly level: 1 | 2;
    readonly since: Date;
  },
): Promise<void> {
  const all = await audienceOf(ctx, { ...outline.scope, ...decision });
  const deciders = await withoutEndorsers(ctx, outline, all);
  const people =
    level === 1 ? deciders : await nextLevel(ctx, family, { outline, decision, deciders });
  const { label, subject } = family;
  const no = outline.documentNo ?? '';
  await notify(ctx, people, {
    category: 'reminder',
    type: 'warning',
    kind: 'decisions',
    title: {
      en: `${label.en} ${no} ${TITLES[level].en}`.replace('  ', ' '),
      th: `${label.th} ${no} ${TITLES[level].th}`.replace('  ', ' '),
    },
    description: {
      en: `Waiting since ${day(since, 'en')}`,
      th: `รอตั้งแต่ ${day(since, 'th')}`,
    },
    action: outline.path,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: subject, id: outline.id },
    // It is withdrawn with the first reminder, once the document no longer waits.
    dedupeKey: `${subject}:${outline.id}:waits:${since.getTime()}:${level}`,
  });
}

/** A wait of which a level is to be told. */
interface Late extends Waiting {
  readonly subject: string;
  readonly level: Level['level'];
}

/** Tells one level of one document, unless another run has done so. */
async function escalate(ctx: Ctx, { subject, id, since, level }: Late): Promise<void> {
  const family = familyOf(subject);
  const outline = await family?.outline(ctx, id);
  if (family === undefined || outline?.decision === undefined) return;
  const { decision } = outline;
  const first = await ctx.db
    .insertInto('escalations')
    .values({
      subjectType: subject,
      subjectId: id,
      waitingSince: since,
      level,
      at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('level')
    .executeTakeFirst();
  if (first) await tell(ctx, family, { outline, decision, level, since });
}

/** Says of failures to whoever manages everything: somebody waits and nobody hears of it. */
const FAILED = {
  title: {
    en: 'Not everybody was reminded of what waits for a decision',
    th: 'เตือนรายการที่รอการตัดสินใจได้ไม่ครบ',
  },
  page: routeOf('dashboard').path,
};

/**
 * Job of each hour: reminds of documents that have waited for a decision for 24 hours, and tells the
 * next level after 48. Each wait is told once to each level, however often the job runs; after days
 * without a server both levels hear at once. A family or a document that fails keeps no other from being told.
 */
export async function escalateWaiting(app: App): Promise<void> {
  const late: Late[] = [];
  const unread = await workApart(app, {
    ...FAILED,
    name: 'findWaiting',
    pieces: documentFamilies().map(({ subject }) => subject),
    run: async (ctx, subject) => {
      const family = familyOf(subject);
      if (family === undefined) return;
      for (const level of LEVELS) {
        for (const step of decidingSteps(family)) {
          const found = await waitingFor(ctx, { family, step }, level);
          late.push(...found.map((one) => ({ ...one, subject, level: level.level })));
        }
      }
    },
  });
  const untold = await workApart(app, {
    ...FAILED,
    name: 'escalateWaiting',
    pieces: late.toSorted((one, other) => one.level - other.level),
    run: escalate,
  });
  const failures = [...unread, ...untold];
  if (failures.length > 0) throw new AggregateError(failures, 'escalation failed');
}
