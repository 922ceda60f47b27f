import type { Reach } from '../db/schema/kernel.ts';
import {
  type App,
  AppError,
  type ContractName,
  type FileResult,
  json,
  type Locale,
  notify,
  reachOf,
  SYSTEM,
} from '../kernel/index.ts';

interface Asked {
  readonly id: string;
  readonly userId: string;
  readonly list: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly locale: Locale;
}

/** The file as the list's own call makes it, under the rights that the person has now. */
async function made(app: App, asked: Asked): Promise<FileResult & { readonly reach: Reach }> {
  const actor = await app.actorOf(asked.userId);
  const { locale, params, query } = asked;
  const answer = await app.call(
    { actor, locale, isJob: true },
    asked.list as ContractName,
    { params, query } as never,
  );
  return { ...(answer as unknown as FileResult), reach: reachOf(actor) };
}

/**
 * Job: prepares the file of a list and tells whoever asked for it. A refusal (the rights are gone, the
 * file would be too long even so) ends it; any other failure is tried again by the queue.
 */
export async function prepareExport(app: App, { id }: { readonly id: string }): Promise<void> {
  const asked = await app.db
    .selectFrom('exports')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .select(['id', 'userId', 'list', 'params', 'query', 'locale'])
    .executeTakeFirst();
  if (!asked) return;
  try {
    // It holds what the person saw who asked for it.
    await app.caughtUp();
    const { file, fileName, mime, reach } = await made(app, asked);
    const stored = await app.files.put(file);
    await finish(app, asked, { fileId: stored.id, fileName, mime, size: stored.size, reach });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.log.warn({ err: error, export: id }, 'an export was refused');
    await finish(app, asked, null);
  }
}

async function finish(
  app: App,
  { id, userId }: Asked,
  file: { fileId: string; fileName: string; mime: string; size: number; reach: Reach } | null,
): Promise<void> {
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    const changed = await ctx.db
      .updateTable('exports')
      .set({
        ...(file && { ...file, reach: json(file.reach) }),
        status: file ? 'ready' : 'failed',
        finishedAt: ctx.clock.now(),
      })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    await notify(ctx, [userId], {
      category: 'message',
      kind: 'exports',
      type: file ? 'success' : 'error',
      title: file
        ? { en: 'Export ready', th: 'ไฟล์ส่งออกพร้อมแล้ว' }
        : { en: 'The export failed', th: 'ส่งออกไม่สำเร็จ' },
      description: file
        ? {
            en: `${file.fileName}, for you alone, for 7 days`,
            th: `${file.fileName} เฉพาะคุณ ภายใน 7 วัน`,
          }
        : {
            en: 'It holds too many rows, or you may no longer export them.',
            th: 'ข้อมูลมากเกินไป หรือคุณไม่มีสิทธิ์ส่งออกแล้ว',
          },
      action: file ? `/profile?export=${id}` : '/profile',
      ...(file ? { actionTitle: { en: 'Download', th: 'ดาวน์โหลด' } } : {}),
      entity: { type: 'export', id },
      dedupeKey: `export:${id}`,
    });
  });
}

/** Forgets exports whose time is over; their files go with the next check of the files. */
export async function removeExpiredExports(app: App): Promise<void> {
  await app.db.deleteFrom('exports').where('expiresAt', '<', app.clock.now()).execute();
}
