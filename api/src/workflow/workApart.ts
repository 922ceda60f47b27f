import { type App, alertAdmins, type Ctx, type Localised, SYSTEM, today } from '../kernel/index.ts';

/** Work on many records that do not wait for each other. */
export interface WorkApart<T> {
  /** Names the work in the log and, with the day, its alert. */
  readonly name: string;
  /** Says which work failed, for those who manage everything. */
  readonly title: Localised;
  /** Page on which the records stand. */
  readonly page: string;
  readonly pieces: readonly T[];
  readonly run: (ctx: Ctx, piece: T) => Promise<void>;
}

/** Tells those who manage everything, once a day for each work. */
const tellOfFailures = <T>(
  app: App,
  { name, title, page, pieces }: WorkApart<T>,
  failed: number,
): Promise<void> =>
  app.transaction({ actor: SYSTEM }, (ctx) =>
    alertAdmins(ctx, {
      title,
      description: {
        en: `${failed} of ${pieces.length} failed; the others were done. The log of the server names each with its cause.`,
        th: `ล้มเหลว ${failed} จาก ${pieces.length} รายการ รายการอื่นดำเนินการแล้ว บันทึกของเซิร์ฟเวอร์ระบุสาเหตุของแต่ละรายการ`,
      },
      action: page,
      actionTitle: { en: 'Open the list', th: 'เปิดรายการ' },
      dedupeKey: `${name}:failed:${today(ctx.clock)}`,
    }),
  );

/**
 * Works on each record in a transaction of its own, as the system: one that fails is logged and keeps no
 * other from its turn, and locks are held for one record at a time. Answers the failures, of which those
 * who manage everything have heard.
 */
export async function workApart<T>(app: App, work: WorkApart<T>): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const piece of work.pieces) {
    await app
      .transaction({ actor: SYSTEM }, (ctx) => work.run(ctx, piece))
      .catch((error: unknown) => {
        app.log.error({ err: error, work: work.name, piece }, 'work apart');
        failures.push(error);
      });
  }
  if (failures.length > 0) await tellOfFailures(app, work, failures.length);
  return failures;
}
