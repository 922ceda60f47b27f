import { routeOf } from '@boxyard/shared/domain';
import { faultReportMachine } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { asSystem, type Ctx } from '../../../kernel/index.ts';
import {
  type DocumentRow,
  type DocumentType,
  type ServerModule,
  whereVisible,
} from '../../../workflow/index.ts';

type StoredReport = Selectable<Database['faultReports']>;
export type ReportRow = StoredReport & DocumentRow;

export const SUBJECT = 'faultReports';

/** A report is whose the jobs of its container are to hand out. */
export const REPORT_SCOPE = {
  faultReports: {
    table: 'fault_reports',
    scope: { company: 'd.company_id', owner: ['d.dispatcher_id'], zone: 'd.zone_id' },
  },
} satisfies ServerModule['recordScopes'];

const withNumber = <Q extends ReturnType<typeof plainSource>>(query: Q) =>
  query.selectAll('d').select(sql<string | null>`null`.as('documentNo'));

const plainSource = ({ db }: Ctx) => db.selectFrom('faultReports as d');

/** Reports that this person may see. */
export const reportSource = (ctx: Ctx) => whereVisible(plainSource(ctx), ctx.actor, SUBJECT);

/** Columns of a report as its actions and its list read them. */
export const reportColumns = (query: ReturnType<typeof plainSource>) => withNumber(query);

/** Page that shows a report. */
export const reportPath = (id: string): string =>
  `${routeOf(JOB_PAGES.repair).path}?tab=reports&record=${id}`;

/** A report as the runner of actions knows it: it has no number. */
export const reportDocument: DocumentType<ReportRow, 'faultReports'> = {
  machine: faultReportMachine,
  subject: SUBJECT,
  table: 'faultReports',
  docType: '',
  label: { en: 'Fault report', th: 'การแจ้งเหตุเสีย' },
  path: ({ id }) => reportPath(id),
  load: async (ctx, id, { lock }) => {
    const query = withNumber(plainSource(ctx)).where('d.id', '=', id);
    return (lock ? query.forUpdate('d') : query).executeTakeFirst();
  },
  scope: ({ companyId, dispatcherId, zoneId }) => ({
    companyId,
    ownerIds: [dispatcherId],
    zoneId,
  }),
};

/**
 * Acts for somebody without an account. Neither history nor log keeps their address: it is nobody's
 * business once the limits have counted it.
 */
export const forStranger = (ctx: Ctx): Ctx => ({
  ...asSystem(ctx),
  get db() {
    return ctx.db;
  },
  ip: null,
  userAgent: null,
});
