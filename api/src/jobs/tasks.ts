import { type App, SYSTEM, sendMail } from '../kernel/index.ts';
import { alertBrokenChain } from '../modules/admin/index.ts';
import { prepareRollout } from '../modules/containers/index.ts';
import { mailDigests } from '../modules/dashboard/index.ts';
import { keptSums, nightly } from '../modules/index.ts';
import { remindCustomers, sendInvoiceNotice } from '../modules/money/index.ts';
import { removeUnboundFiles } from '../modules/partners/index.ts';
import { mailReport, mailReports } from '../modules/reports/index.ts';
import { runInvoices } from '../modules/sales/index.ts';
import { planMaintenance, watchJobs } from '../modules/service/index.ts';
import { sendLine } from '../modules/soldContainers/index.ts';
import { alertDrift } from '../modules/warehouse/index.ts';
import { alertWrongSums, escalateWaiting } from '../workflow/index.ts';
import { checkFiles } from './checkFiles.ts';
import { prepareExport, removeExpiredExports } from './exports.ts';

const DAY_MS = 86_400_000;
/** How the remotes fared: long enough to compare a release with the one before it. */
const TELEMETRY_DAYS = 30;
/** Reports by e-mail: to whom each went. */
const REPORT_RUN_DAYS = 90;

/**
 * Runs the modules' work of a night. Each part has transactions of its own, so that one failure does not
 * keep the others from running.
 */
export async function runNightly(app: App): Promise<void> {
  const failures: unknown[] = [];
  for (const task of nightly) {
    await task.run(app).catch((error: unknown) => {
      app.log.error({ err: error, task: task.name }, 'nightly');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'nightly work failed');
}

/** Ends expired sessions and forgets keys, tokens, imported files, events and runs that are over. */
export async function tidy(app: App): Promise<void> {
  const now = app.clock.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await app.db.deleteFrom('sessions').where('expiresAt', '<', now).execute();
  await app.db.deleteFrom('idempotencyKeys').where('createdAt', '<', dayAgo).execute();
  await app.db.deleteFrom('passwordTokens').where('expiresAt', '<', dayAgo).execute();
  await app.db.deleteFrom('signInFailures').where('firstAt', '<', dayAgo).execute();
  await app.db.deleteFrom('imports').where('createdAt', '<', dayAgo).execute();
  await app.db.deleteFrom('outboxEvents').where('deliveredAt', '<', dayAgo).execute();
  // By the real time, as they are counted.
  await app.pg.query(`delete from rate_limits where started_at < now() - interval '1 hour'`);
  await app.pg.query(`delete from event_streams where opened_at < now() - interval '7 days'`);
  await removeExpiredExports(app);
  await removeUnboundFiles(app);
  const lastRuns = new Date(now.getTime() - REPORT_RUN_DAYS * DAY_MS);
  await app.db.deleteFrom('reportRuns').where('createdAt', '<', lastRuns).execute();
  const monthAgo = new Date(now.getTime() - TELEMETRY_DAYS * DAY_MS);
  await app.db.deleteFrom('remoteLoads').where('at', '<', monthAgo).execute();
  await app.db.deleteFrom('remoteErrors').where('at', '<', monthAgo).execute();
  await app.db.deleteFrom('cspViolations').where('lastAt', '<', monthAgo).execute();
  await app.db.deleteFrom('remoteTabs').where('seenAt', '<', dayAgo).execute();
}

/** Sums the days of reports that have changed, some at a time, so that no transaction is long. */
export async function refreshSums(app: App): Promise<void> {
  for (const { refresh } of keptSums) {
    while (refresh && (await app.transaction({ actor: SYSTEM }, refresh)) > 0);
  }
}

type Task = (app: App, payload: unknown) => Promise<void>;

/** Jobs by name. */
export const tasks: Readonly<Record<string, Task>> = {
  sendMail: (app, payload) => sendMail(app, payload as { id: string }),
  export: (app, payload) => prepareExport(app, payload as { id: string }),
  softwareRollout: (app, payload) => prepareRollout(app, payload as { id: string }),
  invoiceRun: (app, payload) => runInvoices(app, payload as { id: string }),
  sendLine: (app, payload) => sendLine(app, payload as { id: string; event: string; text: string }),
  sendInvoiceNotice: (app, payload) => sendInvoiceNotice(app, payload as { id: string }),
  remindCustomers: (app) => remindCustomers(app),
  nightly: (app) => runNightly(app),
  tidy: (app) => tidy(app),
  escalate: (app) => escalateWaiting(app),
  watchJobs: (app) => watchJobs(app),
  planMaintenance: (app) => planMaintenance(app),
  digest: (app) => mailDigests(app),
  refreshSums: (app) => refreshSums(app),
  verifySums: async (app) => {
    await app.transaction({ actor: SYSTEM }, (ctx) => alertWrongSums(ctx, keptSums));
  },
  mailReports: (app) => mailReports(app),
  mailReport: (app, payload) => mailReport(app, payload as { runId: string; userId: string }),
  sellOn: async (app) => {
    if (!app.config.demo) return;
    const { sellOn } = await import('../demo/sellOn.ts');
    await sellOn(app);
  },
  checkActivity: async (app) => {
    await app.transaction({ actor: SYSTEM }, alertBrokenChain);
  },
  checkFiles: async (app) => {
    await checkFiles(app);
  },
  verifyStock: async (app) => {
    await app.transaction({ actor: SYSTEM }, alertDrift);
  },
};

/**
 * Times are UTC: 17:05 is 00:05 in Bangkok, the start of the business day, and 01:00 is 08:00, 02:00 is 09:00. The
 * digest of a morning on which no server ran is sent until noon. Reports are due at full hours; looking more often
 * makes up sooner for those whose hour passed while no server ran.
 */
export const CRONTAB = [
  '5 17 * * * nightly',
  '25 17 * * * checkActivity',
  '45 17 * * * verifyStock',
  '5 18 * * * verifySums',
  '15 18 * * * checkFiles',
  '35 * * * * tidy',
  '10 * * * * escalate ?fill=1h',
  '*/5 * * * * watchJobs',
  '50 * * * * sellOn ?fill=1h',
  '0 1 * * * digest ?fill=4h',
  '0 2 * * * remindCustomers ?fill=4h',
  '*/10 * * * * mailReports',
  '*/5 * * * * refreshSums',
].join('\n');
