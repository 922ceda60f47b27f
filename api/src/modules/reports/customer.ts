import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../kernel/index.ts';
import { whereVisible } from '../../workflow/index.ts';
import { accountsAt } from '../money/index.ts';
import { customerIsTold } from '../service/index.ts';
import { defineReport } from './defineReport.ts';
import { count, sum } from './measures.ts';

/** Contracts in force and the containers under them: a contract may have another salesperson than its customer. */
const contractsOf = (ctx: Ctx) =>
  whereVisible(ctx.db.selectFrom('contracts as d'), ctx.actor, 'contracts')
    .where('d.status', '=', 'onGoing')
    .groupBy('d.customerId')
    .select(['d.customerId', sql<number>`count(*)`.as('contracts')]);
const containersOf = (ctx: Ctx) =>
  whereVisible(ctx.db.selectFrom('productContracts as d'), ctx.actor, 'productContracts')
    .where('d.inForceUntil', 'is', null)
    .groupBy('d.customerId')
    .select(['d.customerId', sql<number>`count(*)`.as('containers')]);

/** Unsolved jobs of containers at the customer, of those that the reader may see and whose customer they are told. */
const jobsOf = (ctx: Ctx) => {
  const query = whereVisible(ctx.db.selectFrom('jobs as d'), ctx.actor, 'jobs')
    .where('d.status', 'in', [...unsolvedJobStatuses])
    .groupBy('d.customerId')
    .select(['d.customerId', sql<number>`count(*)`.as('jobs')]);
  const isTold = customerIsTold(ctx, 'd');
  return isTold === null ? query : query.where(isTold);
};

/**
 * The newest comment on a contract, message, inspection or visit of a technician, of those that the reader may see. A statement
 * is sent to the customer, not about a document.
 */
const lastContact = (ctx: Ctx) => {
  const { db, actor } = ctx;
  const theirs = sql<boolean>`d.customer_id = k.customer_id`;
  const comment = whereVisible(
    db.selectFrom('contracts as d').innerJoin('comments as x', 'x.subjectId', 'd.id'),
    actor,
    'contracts',
  )
    .where('x.subjectType', '=', 'contracts')
    .where('x.deletedAt', 'is', null)
    .where(theirs)
    .select(sql`max(x.created_at)`.as('at'));
  const notice = whereVisible(
    db.selectFrom('invoices as d').innerJoin('invoiceNotices as x', 'x.invoiceId', 'd.id'),
    actor,
    'invoices',
  )
    .where(theirs)
    .select(sql`max(x.sent_at)`.as('at'));
  const message = whereVisible(
    db
      .selectFrom('productContracts as d')
      .innerJoin('lineMessages as x', 'x.productContractId', 'd.id'),
    actor,
    'productContracts',
  )
    .where(theirs)
    .select(sql`max(x.created_at)`.as('at'));
  const inspection = whereVisible(db.selectFrom('inspections as d'), actor, 'inspections')
    .where(theirs)
    .select(sql`max(d.completed_at)`.as('at'));
  const isTold = customerIsTold(ctx, 'd');
  const visits = whereVisible(
    db.selectFrom('jobs as d').innerJoin('jobTimes as x', 'x.jobId', 'd.id'),
    actor,
    'jobs',
  ).where(theirs);
  const visit = (isTold === null ? visits : visits.where(isTold)).select(
    sql`max(x.started_at)`.as('at'),
  );
  const statement = db
    .selectFrom('statementNotices as x')
    .where(sql<boolean>`x.customer_id = k.customer_id`)
    .select(sql`max(x.sent_at)`.as('at'));
  return sql`greatest((${comment}), (${notice}), (${message}), (${inspection}), (${visit}),
    (${statement}))`;
};

/** Customers (domain-containers 5). */
export const customerReport = defineReport('reports.customer', {
  id: 'd.id',
  from: (ctx, { asOf }) =>
    ctx.db
      .selectFrom('customers as d')
      // Records of other subjects are called `d` as well where their scope is asked.
      .innerJoinLateral(sql<object>`(select d.id as customer_id)`.as('k'), (join) => join.onTrue())
      .leftJoin(contractsOf(ctx).as('n'), 'n.customerId', 'd.id')
      .leftJoin(containersOf(ctx).as('m'), 'm.customerId', 'd.id')
      .leftJoin(jobsOf(ctx).as('j'), 'j.customerId', 'd.id')
      .leftJoin(accountsAt(asOf).as('a'), 'a.customerId', 'd.id')
      // A merged customer is the other one now.
      .where('d.mergedIntoId', 'is', null),
  scope: 'customers',
  family: 'customers',
  columns: {
    code: { id: 'd.id', no: 'd.code' },
    customer: 'd.id',
    since: 'd.created_at',
    type: 'd.type',
    province: sql`d.registered_address->>'provinceId'`,
    zone: 'd.zone_id',
    sale: 'd.sale_id',
    company: 'd.company_id',
    contracts: sql`coalesce(n.contracts, 0)`,
    containers: sql`coalesce(m.containers, 0)`,
    openJobs: sql`coalesce(j.jobs, 0)`,
    billed: sql`coalesce(a.billed, 0)`,
    paid: sql`coalesce(a.paid, 0)`,
    outstanding: sql`coalesce(a.billed - a.paid, 0)`,
    lastContact,
    isBlacklisted: 'd.is_blacklisted',
    isActive: 'd.is_active',
  },
  measures: {
    customers: count(),
    withContract: count(sql`n.contracts is not null`),
    contracts: sum(sql`n.contracts`),
    containers: sum(sql`m.containers`),
    openJobs: sum(sql`j.jobs`),
    billed: sum(sql`a.billed`),
    paid: sum(sql`a.paid`),
    outstanding: sum(sql`a.billed - a.paid`),
  },
  search: 'd.search_text',
});
