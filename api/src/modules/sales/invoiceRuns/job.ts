import { can } from '@boxyard/shared/domain';
import { isOpenRun } from '@boxyard/shared/domain/money/invoiceRuns.ts';
import { sql } from 'kysely';
import { formatDate } from '../../../documents/format.ts';
import {
  type Actor,
  type App,
  AppError,
  type Ctx,
  forbidden,
  notify,
  record,
} from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { billUntil } from '../contracts/index.ts';
import { contracts } from '../contracts/type.ts';
import type { Run } from './runs.ts';

/** Contracts between two live events: a page that is open moves on, and nothing is flooded. */
const BATCH = 10;
const VERB = 'payment-data:run-invoices';

/** A contract of a run, held; null: the run was cancelled, or somebody else has billed it. */
async function nextOf(ctx: Ctx, runId: string) {
  // Whoever cancels waits for the contract that is being billed.
  const run = await ctx.db
    .selectFrom('invoiceRuns')
    .where('id', '=', runId)
    .selectAll()
    .forShare()
    .executeTakeFirstOrThrow();
  if (!isOpenRun(run.status)) return null;
  const item = await ctx.db
    .selectFrom('invoiceRunItems as i')
    .innerJoin('contracts as ct', 'ct.id', 'i.contractId')
    .where('i.runId', '=', runId)
    .where('i.status', '=', 'waiting')
    .orderBy('i.lineNo')
    .limit(1)
    .select(['i.contractId', 'ct.customerId'])
    .forUpdate('i')
    .executeTakeFirst();
  return item ? { run, ...item } : null;
}

interface Refusal {
  readonly contractId: string;
  readonly code: string;
  readonly field: string | null;
}

/** What the refusal of a contract is called: the field's own fault says more than that there is one. */
function refusalOf(app: App, error: unknown, contractId: string): Refusal {
  if (error instanceof AppError) {
    const [fault] = error.faults;
    return { contractId, code: fault?.code ?? error.code, field: fault?.field ?? null };
  }
  app.log.error({ err: error, contract: contractId }, 'a contract could not be billed');
  return { contractId, code: 'INTERNAL', field: null };
}

/** Bills the next contract in a transaction of its own: what one refuses keeps no other from its invoice. */
async function billNext(app: App, actor: Actor, runId: string): Promise<boolean> {
  let tried: string | null = null;
  try {
    return await app.transaction({ actor, isJob: true }, async (ctx) => {
      const next = await nextOf(ctx, runId);
      if (!next) return false;
      tried = next.contractId;
      if (!can(actor.grants, VERB)) throw forbidden();
      await loadVisible(ctx, contracts.type, { id: next.contractId });
      const { invoices, amount } = await billUntil(ctx, {
        id: next.contractId,
        customerId: next.customerId,
        until: next.run.until,
      });
      await ctx.db
        .updateTable('invoiceRunItems')
        .set({ status: 'billed', invoiceCount: invoices, amount, at: ctx.clock.now() })
        .where('runId', '=', runId)
        .where('contractId', '=', next.contractId)
        .execute();
      return true;
    });
  } catch (error) {
    if (tried === null) throw error;
    await refuse(app, runId, refusalOf(app, error, tried));
    return true;
  }
}

const refuse = (app: App, runId: string, { contractId, code, field }: Refusal) =>
  app.db
    .updateTable('invoiceRunItems')
    .set({ status: 'failed', error: code, errorField: field, at: app.clock.now() })
    .where('runId', '=', runId)
    .where('contractId', '=', contractId)
    .where('status', '=', 'waiting')
    .execute();

/** Says how far a run is; open pages of it move on. */
async function tell(ctx: Ctx, run: Pick<Run, 'id' | 'companyId' | 'until' | 'version'>) {
  const { done } = await ctx.db
    .selectFrom('invoiceRunItems')
    .where('runId', '=', run.id)
    .where('status', 'in', ['billed', 'failed'])
    .select(sql<number>`count(*)::int`.as('done'))
    .executeTakeFirstOrThrow();
  await record(ctx, {
    subject: 'invoiceRuns',
    subjectId: run.id,
    companyId: run.companyId,
    action: 'update',
    label: run.until,
    diff: { done },
    version: run.version,
    touches: ['contracts'],
    timeline: false,
  });
}

/** Changes the status of a run that still is in one of these. */
async function step(
  ctx: Ctx,
  id: string,
  change: { readonly from: Run['status']; readonly to: Run['status'] },
): Promise<Run | undefined> {
  const at = ctx.clock.now();
  return ctx.db
    .updateTable('invoiceRuns')
    .set({
      status: change.to,
      ...(change.to === 'done' ? { finishedAt: at } : { startedAt: at }),
      updatedAt: at,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst();
}

async function finish(ctx: Ctx, id: string): Promise<void> {
  const run = await step(ctx, id, { from: 'running', to: 'done' });
  if (!run) return;
  const { failed, invoices } = await ctx.db
    .selectFrom('invoiceRunItems')
    .where('runId', '=', id)
    .select(sql<number>`count(*) filter (where status = 'failed')::int`.as('failed'))
    .select(sql<number>`sum(invoice_count)::int`.as('invoices'))
    .executeTakeFirstOrThrow();
  await record(ctx, {
    subject: 'invoiceRuns',
    subjectId: id,
    companyId: run.companyId,
    action: 'complete',
    label: run.until,
    from: 'running',
    to: 'done',
    diff: { invoices, failed },
    version: run.version,
    touches: ['contracts'],
  });
  await notify(ctx, [run.createdBy], {
    category: failed > 0 ? 'alert' : 'message',
    type: failed > 0 ? 'warning' : 'success',
    title: {
      en: `What is due until ${formatDate(run.until, 'en')} is billed`,
      th: `ออกใบแจ้งหนี้ที่ครบกำหนดถึง ${formatDate(run.until, 'th')} แล้ว`,
    },
    description: {
      en: `${invoices} invoices were issued, ${failed} contracts could not be billed.`,
      th: `ออกใบแจ้งหนี้ ${invoices} ฉบับ ออกไม่ได้ ${failed} สัญญา`,
    },
    action: `/sales-management/payment-data?tab=runs&run=${id}`,
    actionTitle: { en: 'Open', th: 'เปิด' },
    entity: { type: 'invoiceRuns', id },
    dedupeKey: `invoiceRuns:${id}:done`,
  });
}

/** Job: bills the contracts of a run, one by one; it goes on where it was stopped, and twice bills nothing twice. */
export async function runInvoices(app: App, { id }: { readonly id: string }): Promise<void> {
  const run = await app.db
    .selectFrom('invoiceRuns')
    .where('id', '=', id)
    .select(['createdBy', 'status'])
    .executeTakeFirst();
  if (!run?.createdBy || !isOpenRun(run.status)) return;
  const { createdBy } = run;
  const asAuthor = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    app.transaction({ actor: await app.actorOf(createdBy), isJob: true }, work);
  await asAuthor(async (ctx) => {
    const started = await step(ctx, id, { from: 'waiting', to: 'running' });
    if (started) await tell(ctx, started);
  });
  for (let left = true; left; ) {
    // Under the rights that its author has now.
    const actor = await app.actorOf(createdBy);
    for (let count = 0; left && count < BATCH; count += 1) left = await billNext(app, actor, id);
    if (!left) break;
    await asAuthor(async (ctx) => {
      const now = await ctx.db
        .selectFrom('invoiceRuns')
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirstOrThrow();
      await tell(ctx, now);
    });
  }
  await asAuthor((ctx) => finish(ctx, id));
}
