import { EXPORT_DAYS, parseListQuery } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import {
  conflict,
  exportableList,
  type Family,
  type HandlersOf,
  json,
  notFound,
  refuseFaults,
  stillReaches,
} from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';

const DAY_MS = 86_400_000;
/** Files that one person may have in preparation: a queue is for everybody. */
const MOST_WAITING = 5;

const shown = ['id', 'fileName', 'status', 'size', 'createdAt', 'expiresAt'] as const;

const READY = {
  en: 'A notification tells you when the file is ready.',
  th: 'ระบบจะแจ้งเตือนเมื่อไฟล์พร้อม',
} as const;

/** Files that a job prepares (README "Limits"): of one's own lists, for oneself. */
const exportHandlers: HandlersOf<Family<'exports'>> = {
  'exports.list': async (ctx) => ({
    data: {
      exports: await ctx.db
        .selectFrom('exports')
        .where('userId', '=', ctx.actor.userId)
        .where('expiresAt', '>', ctx.clock.now())
        .orderBy('createdAt', 'desc')
        .limit(50)
        .select(shown)
        .execute(),
    },
  }),

  'exports.create': async (ctx, { body }) => {
    const endpoint = exportableList(ctx.actor, body.list, 'list');
    const { query, errors } = parseListQuery(endpoint.list, body.query);
    refuseFaults([
      ...errors.map((fault) => ({ ...fault, field: `query.${fault.field}` })),
      ...(query.format === undefined ? [{ field: 'query.format', code: 'REQUIRED' }] : []),
    ]);
    // One after the other: of many at once, each would find room.
    await sql`select pg_advisory_xact_lock(hashtextextended('exports/' || ${ctx.actor.userId}::text, 0))`.execute(
      ctx.db,
    );
    const waiting = await ctx.db
      .selectFrom('exports')
      .where('userId', '=', ctx.actor.userId)
      .where('status', '=', 'queued')
      .select('id')
      .execute();
    if (waiting.length >= MOST_WAITING) throw conflict('EXPORTS_WAITING', { limit: MOST_WAITING });
    const now = ctx.clock.now();
    const data = await ctx.db
      .insertInto('exports')
      .values({
        userId: ctx.actor.userId,
        list: body.list,
        params: json(body.params ?? {}),
        query: json(body.query),
        locale: ctx.locale,
        status: 'queued',
        fileId: null,
        fileName: null,
        mime: null,
        size: null,
        reach: null,
        createdAt: now,
        finishedAt: null,
        expiresAt: new Date(now.getTime() + EXPORT_DAYS * DAY_MS),
      })
      .returning(shown)
      .executeTakeFirstOrThrow();
    await ctx.app.addJob('export', { id: data.id }, { ctx });
    return { data, message: READY[ctx.locale] };
  },

  'exports.file': async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('exports')
      .where('id', '=', params.id)
      // Another person's file is none, whatever their rights are.
      .where('userId', '=', ctx.actor.userId)
      .where('status', '=', 'ready')
      .where('expiresAt', '>', ctx.clock.now())
      .select(['fileId', 'fileName', 'mime', 'list', 'reach'])
      .executeTakeFirst();
    if (!row?.fileId || !row.fileName || !row.mime) throw notFound();
    // What it holds is for whoever has today what they had on the day on which it was made.
    if (row.reach === null || !stillReaches(ctx.actor, row.reach))
      throw conflict('EXPORT_OUTDATED');
    exportableList(ctx.actor, row.list, 'list');
    return { file: await ctx.app.files.get(row.fileId), fileName: row.fileName, mime: row.mime };
  },
};

export const exportsModule = { handlers: exportHandlers } satisfies ServerModule;
