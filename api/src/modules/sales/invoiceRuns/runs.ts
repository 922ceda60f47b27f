import { addDays, decimal, errorText } from '@boxyard/shared/domain';
import {
  isOpenRun,
  MAX_DAYS_AHEAD,
  OPEN_RUN_STATUSES,
} from '@boxyard/shared/domain/money/invoiceRuns.ts';
import invoiceRunsEn from '@boxyard/shared/domain/texts/families/invoiceRuns.en.json' with {
  type: 'json',
};
import invoiceRunsTh from '@boxyard/shared/domain/texts/families/invoiceRuns.th.json' with {
  type: 'json',
};
import { type Selectable, sql } from 'kysely';
import type { InvoiceRunTables } from '../../../db/schema/invoiceRuns.ts';
import {
  anyId,
  bothLanguages,
  type Ctx,
  conflict,
  created,
  defineList,
  expectVersion,
  type FieldFault,
  type Input,
  mayUseCompany,
  money,
  newId,
  notFound,
  record,
  refuseFaults,
  today,
  updated,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { unbilledContracts } from '../contracts/index.ts';

/**
 * Runs of invoices: a person bills what contracts of a company ask for until a day (2.6). What is due
 * is what the night would bill; a job does it, contract by contract.
 */
export type Run = Selectable<InvoiceRunTables['invoiceRuns']>;

/** Contracts that a preview names; the sums are of all. */
const PREVIEWED = 200;
/** Failures that a run names. */
const MOST_FAILURES = 500;

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('invoiceRuns as r'), ctx.actor, { company: 'r.companyId' });

/** How the contracts of runs fared. */
async function countsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('invoiceRunItems')
    .where('runId', '=', anyId(ids))
    .groupBy(['runId', 'status'])
    .select(['runId', 'status', sql<number>`count(*)::int`.as('count')])
    .select(sql<number>`sum(invoice_count)::int`.as('invoices'))
    .select(sql<string>`sum(amount)::numeric(15, 2)`.as('amount'))
    .execute();
  return (id: string) => {
    const own = rows.filter(({ runId }) => runId === id);
    const count = (status: (typeof rows)[number]['status']): number =>
      own.find((row) => row.status === status)?.count ?? 0;
    return {
      billed: count('billed'),
      failed: count('failed'),
      skipped: count('skipped'),
      done: count('billed') + count('failed'),
      invoiceCount: own.reduce((sum, { invoices }) => sum + invoices, 0),
      amount: decimal.round(decimal.add('0', ...own.map(({ amount }) => amount))),
    };
  };
}

async function presentRuns(ctx: Ctx, rows: readonly Run[]) {
  const [refs, counts] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map(({ companyId }) => companyId),
      user: rows.map(({ createdBy }) => createdBy),
    }),
    countsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    company: refs.ref(row.companyId),
    until: row.until,
    status: row.status,
    total: row.total,
    ...counts(row.id),
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    createdBy: refs.userOrNull(row.createdBy),
  }));
}

/** Contracts of a run that could not be billed. */
async function failuresOf(ctx: Ctx, runId: string) {
  const rows = await ctx.db
    .selectFrom('invoiceRunItems as i')
    .innerJoin('contracts as ct', 'ct.id', 'i.contractId')
    .where('i.runId', '=', runId)
    .where('i.status', '=', 'failed')
    .orderBy('i.lineNo')
    .limit(MOST_FAILURES)
    .select(['ct.id', 'ct.documentNo', 'ct.customerId', 'i.error'])
    .execute();
  const customer = await customerRefs(
    ctx,
    rows.map(({ customerId }) => customerId),
  );
  return rows.map(({ customerId, error, ...row }) => ({
    ...row,
    customer: customer(customerId),
    error: errorText(ctx.locale, error ?? ''),
  }));
}

/** The words of the family, which its page and its export share (ADR 0087). */
const RUN_WORDS = bothLanguages({ en: invoiceRunsEn, th: invoiceRunsTh });

/** A run with what it could not bill. 404 outside this person's companies. */
export async function runById(ctx: Ctx, id: string) {
  const row = await source(ctx).where('r.id', '=', id).selectAll('r').executeTakeFirst();
  if (!row) throw notFound();
  const [[shown], failures] = await Promise.all([presentRuns(ctx, [row]), failuresOf(ctx, id)]);
  if (!shown) throw new Error('one row in, one row out');
  return { ...shown, failures };
}

export const invoiceRunList = defineList('invoiceRuns.list', {
  id: 'r.id',
  from: source,
  select: (query) => query.selectAll('r'),
  map: (rows, ctx) => presentRuns(ctx, rows),
  sorts: { createdAt: 'r.created_at' },
  filters: { companyId: 'r.company_id' },
  export: {
    fileName: 'invoice-runs',
    columns: {
      until: { title: RUN_WORDS.field.until, type: 'date' },
      company: { title: RUN_WORDS.field.company, type: 'text' },
      progress: {
        title: RUN_WORDS.field.progress,
        type: 'text',
        value: ({ done, total }) => `${done}/${total}`,
      },
      invoiceCount: { title: RUN_WORDS.field.invoiceCount, type: 'number' },
      amount: { title: RUN_WORDS.field.amount, type: 'money' },
      createdBy: { title: RUN_WORDS.field.createdBy, type: 'text' },
      createdAt: { title: RUN_WORDS.field.createdAt, type: 'datetime' },
    },
  },
});

type Body = Input<'invoiceRuns.create'>['body'];

function expectAskable(ctx: Ctx, { companyId, until }: Body): void {
  const faults: FieldFault[] = [];
  if (!mayUseCompany(ctx.actor, companyId)) faults.push({ field: 'companyId', code: 'UNKNOWN_ID' });
  if (until > addDays(today(ctx.clock), MAX_DAYS_AHEAD)) {
    faults.push({ field: 'until', code: 'RUN_TOO_FAR' });
  }
  refuseFaults(faults);
}

/** What a run would bill now. */
export async function previewRun(ctx: Ctx, { body }: Input<'invoiceRuns.preview'>) {
  expectAskable(ctx, body);
  const due = await unbilledContracts(ctx, body).execute();
  const first = due
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
    .slice(0, PREVIEWED);
  const customer = await customerRefs(
    ctx,
    first.map(({ customerId }) => customerId),
  );
  return {
    data: {
      contracts: due.length,
      invoices: due.reduce((sum, { invoices }) => sum + invoices, 0),
      amount: decimal.round(decimal.add('0', ...due.map(({ amount }) => amount))),
      rows: first.map(({ customerId, amount, ...row }) => ({
        ...row,
        customer: customer(customerId),
        amount: money(amount),
      })),
    },
  };
}

/** Starts a run of what is due: one at a time in a company. */
export async function createRun(ctx: Ctx, { body }: Input<'invoiceRuns.create'>) {
  expectAskable(ctx, body);
  const { companyId, until } = body;
  // Whoever starts a second one waits for the first, and is told of it.
  await ctx.db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const open = await ctx.db
    .selectFrom('invoiceRuns')
    .where('companyId', '=', companyId)
    .where('status', 'in', [...OPEN_RUN_STATUSES])
    .select('id')
    .executeTakeFirst();
  if (open) throw conflict('RUN_OPEN');
  const due = await unbilledContracts(ctx, body)
    .orderBy('ct.customerId')
    .orderBy('ct.id')
    .execute();
  if (due.length === 0) refuseFaults([{ field: 'until', code: 'NOTHING_DUE' }]);
  const id = newId();
  await ctx.db
    .insertInto('invoiceRuns')
    .values({ id, companyId, until, status: 'waiting', total: due.length, ...created(ctx) })
    .execute();
  await ctx.pg.query(
    `insert into invoice_run_items (run_id, contract_id, line_no)
      select $1, contract_id, line_no from unnest($2::uuid[]) with ordinality as c (contract_id, line_no)`,
    [id, due.map((row) => row.id)],
  );
  await record(ctx, {
    subject: 'invoiceRuns',
    subjectId: id,
    companyId,
    action: 'create',
    label: until,
    diff: { contracts: due.length },
    version: 1,
  });
  await ctx.app.addJob('invoiceRun', { id }, { ctx });
  return { data: await runById(ctx, id) };
}

/** Stops a run before its next contract. */
export async function cancelRun(ctx: Ctx, { params, body }: Input<'invoiceRuns.cancel'>) {
  const row = await source(ctx)
    .where('r.id', '=', params.id)
    .selectAll('r')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  expectVersion(row, body.version);
  if (!isOpenRun(row.status)) throw conflict('RUN_OVER');
  await ctx.db
    .updateTable('invoiceRunItems')
    .set({ status: 'skipped', at: ctx.clock.now() })
    .where('runId', '=', row.id)
    .where('status', '=', 'waiting')
    .execute();
  await ctx.db
    .updateTable('invoiceRuns')
    .set({
      status: 'cancelled',
      finishedAt: ctx.clock.now(),
      ...updated(ctx),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  await record(ctx, {
    subject: 'invoiceRuns',
    subjectId: row.id,
    companyId: row.companyId,
    action: 'cancel',
    label: row.until,
    from: row.status,
    to: 'cancelled',
    version: row.version + 1,
  });
  return { data: await runById(ctx, row.id) };
}
