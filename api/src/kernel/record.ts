import type { ActivityAction, ActivitySubject } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import { type Actor, authorId } from './actor.ts';
import { compiledQuery } from './compiledQuery.ts';
import { DocumentName } from './documentName.ts';
import type { Ctx, Locale } from './types.ts';

/** One entry of what happened, written to the timeline and to the activity log together. */
export interface Happening {
  /** Family of the contract: `purchaseRequests`, `suppliers`. The log's filters name them all. */
  readonly subject: ActivitySubject;
  /** null: what nothing here is about, such as an account that does not exist; no timeline then. */
  readonly subjectId: string | null;
  readonly companyId?: string | null | undefined;
  /** What the record is called: its number, code or address. Found in `before` and `after` as well. */
  readonly label?: string | null | undefined;
  /** `create`, `update`, `approval`… */
  readonly action: ActivityAction;
  /** Who did it, where the call came before the sign-in. */
  readonly by?: string | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** Changes for the timeline: `{field: {from, to}}`. A document in it is `named`. */
  readonly diff?: Readonly<Record<string, unknown>> | null | undefined;
  /** For the activity log; passwords and tokens never go in. */
  readonly before?: Readonly<Record<string, unknown>> | null | undefined;
  readonly after?: Readonly<Record<string, unknown>> | null | undefined;
  /** New `version` of the record: browsers showing an older one refresh. */
  readonly version?: number | undefined;
  /** Query families that changed besides `subject`. */
  readonly touches?: readonly string[] | undefined;
  /** false: activity log and live event only (masters without a timeline). */
  readonly timeline?: false | undefined;
}

/** What was recorded in one transaction, oldest first. */
const recorded = new WeakMap<Ctx, Happening[]>();

/** What this transaction last recorded of one record; undefined where it has recorded nothing of it. */
export const lastRecorded = (ctx: Ctx, subjectId: string): Happening | undefined =>
  recorded.get(ctx)?.findLast((event) => event.subjectId === subjectId);

/**
 * Writes timeline, activity log and the live event of a change, in the caller's transaction and in
 * one statement (domain-conventions "One transaction"). Call it once for each change of a record.
 */
export async function record(ctx: Ctx, event: Happening): Promise<void> {
  const earlier = recorded.get(ctx);
  if (earlier) earlier.push(event);
  else recorded.set(ctx, [event]);
  const at = ctx.clock.now();
  const by = event.by ?? authorId(ctx.actor);
  const text = (value: unknown) =>
    value === null || value === undefined ? null : JSON.stringify(value);
  const touch = {
    entity: event.subject,
    id: event.subjectId,
    version: event.version ?? null,
    companyId: event.companyId ?? null,
    touches: [event.subject, ...(event.touches ?? [])],
  };
  const { before, after } = valuesOf(event);
  const written = ctx.pg.query({
    name: 'kernel.record',
    text: `with timeline as (
        insert into history (subject_type, subject_id, at, by_user_id, action, from_status, to_status, reason, diff)
        select $1, $2::uuid, $3::timestamptz, $4::uuid, $5, $6, $7, $8, $9::jsonb where $10::boolean
      ), log as (
        insert into activity_logs
          (at, user_id, company_id, action, subject, subject_id, before, after, ip, user_agent, request_id, subject_label)
        values ($3::timestamptz, $4::uuid, $11::uuid, $5, $1, $2::uuid, $12::jsonb, $13::jsonb, $14, $15, $16,
          coalesce($18, (select e.subject_label from activity_logs e
            where e.subject_id = $2::uuid and e.subject_label is not null order by e.at desc limit 1)))
        returning id
      ), waiting as (
        insert into activity_unsealed (log_id) select id from log
      )
      insert into outbox_events (topic, payload, created_at) values ('touch', $17::jsonb, $3::timestamptz)`,
    values: [
      event.subject,
      event.subjectId,
      at,
      by,
      event.action,
      event.from ?? null,
      event.to ?? null,
      event.reason ?? null,
      text(event.diff),
      event.timeline !== false,
      event.companyId ?? null,
      text(before && redacted(before, event.subject)),
      text(after && redacted(after, event.subject)),
      ctx.ip,
      ctx.userAgent,
      ctx.requestId,
      JSON.stringify(touch),
      event.label ?? labelOf(after) ?? labelOf(before),
    ],
  });
  ctx.background(written);
  ctx.afterCommit(() => ctx.app.dropFigures(touch.touches));
  ctx.app.kickOutbox(ctx);
}

type Values = Readonly<Record<string, unknown>>;

/** Fields that name a record, the most telling first. */
const LABELS = ['documentNo', 'code', 'partNo', 'email', 'name'] as const;

/** What a record is called, by its own fields. */
export function labelOf(values: Values | null | undefined): string | null {
  const found = LABELS.map((name) => values?.[name]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof found === 'string' ? found : null;
}

const isChange = (value: unknown): value is { from?: unknown; to?: unknown } =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value);

/** Before and after with what the timeline alone was told: status, differences, reason. */
function valuesOf(event: Happening): { before: Values | null; after: Values | null } {
  const { from, to, diff, reason } = event;
  const changes = Object.entries(diff ?? {}).map(
    ([name, value]): readonly [string, unknown, unknown] =>
      isChange(value) ? [name, value.from, value.to] : [name, undefined, value],
  );
  const moved = (from ?? null) !== (to ?? null);
  const known = (entries: (readonly [string, unknown])[]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
  const before = {
    ...known([
      ['status', moved ? from : null],
      ...changes.map(([name, old]) => [name, old] as const),
    ]),
    ...event.before,
  };
  const after = {
    ...known([
      ['status', moved ? to : null],
      ['reason', reason],
      ...changes.map(([name, , now]) => [name, now] as const),
    ]),
    ...event.after,
  };
  const orNone = (values: Values) => (Object.keys(values).length > 0 ? values : null);
  return { before: orNone(before), after: orNone(after) };
}

const SECRET = /password|token|secret|hash/i;
const PERSONAL = /^(taxId|citizenId|phone\d?|mobile|contactPhone|accountNo)$/;

/** What more of a customer is somebody's own: how and where to reach them, and when they were born. */
const OF_CUSTOMER = /^(email|lineId|birthDate|contacts|contactPersons|\w*[aA]ddress(es)?)$/;

/** The tail of a text; of an address its postcode. */
const shortened = (value: unknown): string => {
  if (typeof value === 'string') return `…${value.slice(-4)}`;
  const { zipcode } = value as { readonly zipcode?: unknown };
  return typeof zipcode === 'string' ? `…${zipcode}` : '…';
};

/** Secrets out; tax ids, phone and account numbers to their tail (domain-containers 1.5 ActivityLog). */
function redacted(value: unknown, subject: string): unknown {
  // The log is the record of oversight: it holds the number itself.
  if (value instanceof DocumentName) return value.documentNo;
  if (Array.isArray(value)) return value.map((item) => redacted(item, subject));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET.test(key))
      .map(([key, item]) => {
        if (item === null || item === '') return [key, item];
        if (PERSONAL.test(key) && typeof item === 'string') return [key, `…${item.slice(-4)}`];
        if (subject === 'customers' && OF_CUSTOMER.test(key)) return [key, shortened(item)];
        return [key, redacted(item, subject)];
      }),
  );
}

/**
 * What a record was or became as the log shows it: entries from before a field counted as personal are
 * shortened when they are read, since what is sealed is not rewritten.
 */
export const withoutPersonalValues = <T extends object | null>(subject: string, values: T): T =>
  redacted(values, subject) as T;

/** Fields of timelines and of the log that say what stock is worth or was bought for. */
const COSTS = new Set([
  'averageCost',
  'bookValue',
  'claimedValue',
  'gain',
  'inputValue',
  'issueValue',
  'lastPurchasePrice',
  'loss',
  'lossValue',
  'outputValue',
  'partsCost',
  'stockValue',
  'totalCost',
  'unitCost',
  'varianceValue',
]);

/** What a record was or became, without costs for somebody who does not see them. */
export function withoutCosts<T extends object | null>(actor: Actor, values: T): T {
  if (values === null || can(actor.grants, 'parts-warehouse:view-cost')) return values;
  return Object.fromEntries(Object.entries(values).filter(([field]) => !COSTS.has(field))) as T;
}

const entriesOf = compiledQuery((db, given: { subject: string; subjectId: string }) =>
  db
    .selectFrom('history as h')
    .leftJoin('users as u', 'u.id', 'h.byUserId')
    .where('h.subjectId', '=', given.subjectId)
    .where('h.subjectType', '=', given.subject)
    .orderBy('h.at')
    .orderBy('h.id')
    .select([
      'h.id',
      'h.at',
      'h.action',
      'h.fromStatus as from',
      'h.toStatus as to',
      'h.reason',
      'h.diff',
      'u.id as byId',
      'u.firstName',
      'u.lastName',
    ]),
);

/** A document's timeline, oldest first, as the contract's `historyEntry`. */
export async function historyOf(ctx: Ctx, subject: string, subjectId: string) {
  const rows = await entriesOf(ctx, { subject, subjectId });
  return rows.map(({ byId, firstName, lastName, ...entry }) => ({
    ...entry,
    diff: withoutCosts(ctx.actor, entry.diff),
    by: byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
  }));
}

export type Localised = Readonly<Record<Locale, string>>;
