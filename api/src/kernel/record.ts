import { authorId } from './actor.ts';
import type { Ctx, Locale } from './types.ts';

/** One entry of what happened, written to the timeline and to the activity log together. */
export interface Happening {
  /** Family of the contract: `purchaseRequests`, `suppliers`. */
  readonly subject: string;
  readonly subjectId: string;
  readonly companyId?: string | null | undefined;
  /** `create`, `update`, `approval`… */
  readonly action: string;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** What changed, for the timeline: `{field: {from, to}}`. */
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

/**
 * Writes timeline, activity log and the live event of a change, in the caller's transaction and in
 * one statement (handbook "Nothing is half done"). Call it once for each change of a record.
 */
export async function record(ctx: Ctx, event: Happening): Promise<void> {
  const at = ctx.clock.now();
  const by = authorId(ctx.actor);
  const text = (value: unknown) =>
    value === null || value === undefined ? null : JSON.stringify(value);
  const touch = {
    entity: event.subject,
    id: event.subjectId,
    version: event.version ?? null,
    companyId: event.companyId ?? null,
    touches: [event.subject, ...(event.touches ?? [])],
  };
  const written = ctx.pg.query({
    name: 'kernel.record',
    text: `with timeline as (
        insert into history (subject_type, subject_id, at, by_user_id, action, from_status, to_status, reason, diff)
        select $1, $2::uuid, $3::timestamptz, $4::uuid, $5, $6, $7, $8, $9::jsonb where $10::boolean
      ), log as (
        insert into activity_logs
          (at, user_id, company_id, action, subject, subject_id, before, after, ip, user_agent, request_id)
        values ($3::timestamptz, $4::uuid, $11::uuid, $5, $1, $2::uuid, $12::jsonb, $13::jsonb, $14, $15, $16)
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
      text(redacted(event.before)),
      text(redacted(event.after)),
      ctx.ip,
      ctx.userAgent,
      ctx.requestId,
      JSON.stringify(touch),
    ],
  });
  ctx.background(written);
  ctx.app.kickOutbox(ctx);
}

const SECRET = /password|token|secret/i;

/** Secrets out, tax ids to their tail (domain-containers 1.5 ActivityLog). */
function redacted(
  value: Readonly<Record<string, unknown>> | null | undefined,
): Readonly<Record<string, unknown>> | null {
  if (!value) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET.test(key))
      .map(([key, item]) => [
        key,
        key === 'taxId' && typeof item === 'string' ? `…${item.slice(-4)}` : item,
      ]),
  );
}

/** A document's timeline, oldest first, as the contract's `historyEntry`. */
export async function historyOf(ctx: Ctx, subject: string, subjectId: string) {
  const rows = await ctx.db
    .selectFrom('history as h')
    .leftJoin('users as u', 'u.id', 'h.byUserId')
    .where('h.subjectId', '=', subjectId)
    .where('h.subjectType', '=', subject)
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
    ])
    .execute();
  return rows.map(({ byId, firstName, lastName, ...entry }) => ({
    ...entry,
    by: byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
  }));
}

export type Localised = Readonly<Record<Locale, string>>;
