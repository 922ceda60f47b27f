import { createHash } from 'node:crypto';
import {
  type ChangeType,
  canonical,
  changeTypeOf,
  diffVersions,
  type Json,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import { sql } from 'kysely';
import {
  authorId,
  type Ctx,
  defineList,
  type Input,
  json,
  notFound,
} from '../../../kernel/index.ts';
import { headerFor, loadRefs, loadVisible } from '../../../workflow/index.ts';
import { shownAddress } from '../../masterData/index.ts';
import { clausesFor, keptClauses } from './clauseMaster.ts';
import { clausesOf } from './clauses.ts';
import { shownChanges, shownVersion } from './shown.ts';
import { type ContractRow, contracts } from './type.ts';

/** Columns that say what is agreed; state, dates of work and search text are not part of a version. */
const AGREED = [
  'documentDate',
  'type',
  'customerId',
  'saleId',
  'productModelId',
  'productId',
  'startDate',
  'endDate',
  'price',
  'discountType',
  'discountValue',
  'discountReason',
  'vatMode',
  'vatRate',
  'whtRate',
  'depositAmount',
  'depositRefundable',
  'downPayment',
  'installmentCount',
  'interval',
  'dueDay',
  'firstDueDate',
  'interestType',
  'interestRate',
  'titleHolder',
  'warrantyMonths',
  'coverage',
  'witnesses',
  'terms',
  'installSite',
  'totals',
] as const satisfies readonly (keyof ContractRow)[];

/** What is agreed, as it stands in the columns, before it is spelled out. */
export type Agreed = Readonly<Pick<ContractRow, (typeof AGREED)[number]>>;

/** No more than what is agreed, of a row that has it all. */
export const agreedOf = (row: Agreed): Agreed =>
  Object.fromEntries(AGREED.map((column) => [column, row[column]])) as unknown as Agreed;

interface Row {
  readonly seq: number;
  readonly kind: string;
  readonly dueDate: string;
  readonly principal: string;
  readonly interest: string;
  readonly vat: string;
  readonly total: string;
  readonly wht: string;
  readonly net: string;
  readonly countsTowardsTotal: boolean;
}

/** Whose snapshot it is, and with which clauses. */
type Contract = Pick<ContractRow, 'companyId' | 'currentVersionNo' | 'clauseRevisionId'>;

/** The clauses of the company: what was submitted keeps its own, also where there were none then. */
export const clauseSetOf = (
  ctx: Ctx,
  { companyId, currentVersionNo, clauseRevisionId }: Contract,
  agreed: Pick<Agreed, 'type' | 'documentDate'>,
) => {
  if (currentVersionNo === 0) {
    return clausesFor(ctx, { companyId, type: agreed.type, day: agreed.documentDate });
  }
  return clauseRevisionId === null ? null : keptClauses(ctx, clauseRevisionId);
};

/**
 * Everything that was agreed, spelled out: names as they were, amounts, schedule, clauses in both
 * languages and the company's header. A version needs nothing else to be read or printed.
 */
export async function snapshotOf(
  ctx: Ctx,
  contract: Contract,
  { agreed, schedule }: { readonly agreed: Agreed; readonly schedule: readonly Row[] },
): Promise<{
  readonly snapshot: { readonly [key: string]: Json };
  readonly clauseRevisionId: string | null;
}> {
  const [customer, model, product, refs, header, set] = await Promise.all([
    ctx.db
      .selectFrom('customers')
      .where('id', '=', agreed.customerId)
      .select(['id', 'code', 'name', 'nameEn', 'taxId', 'branchCode', 'registeredAddress'])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('productModels')
      .where('id', '=', agreed.productModelId)
      .select(['id', 'code', 'name', 'nameTh'])
      .executeTakeFirstOrThrow(),
    agreed.productId === null
      ? null
      : ctx.db
          .selectFrom('products')
          .where('id', '=', agreed.productId)
          .select(['id', 'serialNumber', 'name'])
          .executeTakeFirstOrThrow(),
    loadRefs(ctx, { user: [agreed.saleId] }),
    headerFor(ctx, { companyId: contract.companyId, type: 'contract' }),
    clauseSetOf(ctx, contract, agreed),
  ]);
  const {
    customerId: _c,
    saleId: _s,
    productModelId: _m,
    productId: _p,
    terms,
    ...plain
  } = agreedOf(agreed);
  const address = shownAddress(customer.registeredAddress);
  const facts = {
    ...plain,
    customer: {
      id: customer.id,
      code: customer.code,
      name: customer.name,
      nameEn: customer.nameEn,
      taxId: customer.taxId,
      branchCode: customer.branchCode,
      address: address.text,
      addressTh: address.textTh,
    },
    sale: refs.user(agreed.saleId),
    productModel: model,
    product,
    schedule,
    terms,
  };
  const printed = {
    ...facts,
    clauses: clausesOf(facts, set?.texts),
    ...(set ? { clauseSet: { id: set.id, name: set.name, revisionNo: set.revisionNo } } : {}),
    header,
  };
  return {
    snapshot: JSON.parse(JSON.stringify(printed)) as { readonly [key: string]: Json },
    clauseRevisionId: set?.revisionId ?? null,
  };
}

interface NewVersion {
  readonly agreed: Agreed;
  readonly schedule: readonly Row[];
  readonly reason: string | null;
  readonly effectiveDate: string;
  readonly changeType?: ChangeType;
  /** Whoever approved it, where it comes into being by an approval. */
  readonly approvedBy?: string | null;
}

/** Writes the next version of a contract and answers its number. */
export async function nextVersion(
  ctx: Ctx,
  row: Contract & Pick<ContractRow, 'id'>,
  { agreed, schedule, reason, effectiveDate, changeType, approvedBy = null }: NewVersion,
): Promise<number> {
  const versionNo = row.currentVersionNo + 1;
  const before =
    row.currentVersionNo === 0
      ? undefined
      : await ctx.db
          .selectFrom('contractVersions')
          .where('contractId', '=', row.id)
          .where('versionNo', '=', row.currentVersionNo)
          .select('snapshot')
          .executeTakeFirstOrThrow();
  const { snapshot, clauseRevisionId } = await snapshotOf(ctx, row, { agreed, schedule });
  if (clauseRevisionId !== row.clauseRevisionId) {
    await ctx.db
      .updateTable('contracts')
      .set({ clauseRevisionId })
      .where('id', '=', row.id)
      .execute();
  }
  const diff = before === undefined ? [] : diffVersions(before.snapshot, snapshot);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('contractVersions')
    .values({
      contractId: row.id,
      versionNo,
      changeType: changeType ?? (before === undefined ? 'initial' : changeTypeOf(diff)),
      reason,
      effectiveDate,
      snapshot: json(snapshot),
      diff: json(diff),
      sha256: hashOf(snapshot),
      createdAt: now,
      createdBy: authorId(ctx.actor),
      approvedBy,
      approvedAt: approvedBy === null ? null : now,
    })
    .execute();
  return versionNo;
}

export const hashOf = (snapshot: Json): string =>
  createHash('sha256').update(canonical(snapshot)).digest('hex');

/** Writes who approved the version that is in force now. */
export const approveVersion = (ctx: Ctx, row: Pick<ContractRow, 'id' | 'currentVersionNo'>) =>
  ctx.db
    .updateTable('contractVersions')
    .set({ approvedBy: authorId(ctx.actor), approvedAt: ctx.clock.now() })
    .where('contractId', '=', row.id)
    .where('versionNo', '=', row.currentVersionNo)
    .where('approvedBy', 'is', null)
    .execute();

const versionColumns = [
  'v.id',
  'v.versionNo',
  'v.changeType',
  'v.reason',
  'v.effectiveDate',
  'v.createdAt',
  'v.createdBy',
  'v.approvedBy',
  'v.approvedAt',
  'v.sha256',
] as const;

interface Shown {
  readonly createdBy: string | null;
  readonly approvedBy: string | null;
}

async function withPeople<R extends Shown>(ctx: Ctx, rows: readonly R[]) {
  const refs = await loadRefs(ctx, {
    user: rows.flatMap(({ createdBy, approvedBy }) => [createdBy, approvedBy]),
  });
  return rows.map((row) => ({
    ...row,
    createdBy: refs.userOrNull(row.createdBy),
    approvedBy: refs.userOrNull(row.approvedBy),
  }));
}

const changeCount = sql<number>`jsonb_array_length(v.diff)`.as('changeCount');

const versionList = defineList('contracts.versions', {
  id: 'v.id',
  from: (ctx, { params }) =>
    ctx.db.selectFrom('contractVersions as v').where('v.contractId', '=', params.id),
  select: (query) => query.select([...versionColumns, changeCount]),
  map: (rows, ctx) => withPeople(ctx, rows),
  sorts: { versionNo: 'v.versionNo' },
  filters: {},
  search: ['v.reason'],
});

/** The versions of a contract that this person sees; 404 otherwise. */
export const contractVersions: typeof versionList.run = async (ctx, input) => {
  await loadVisible(ctx, contracts.type, { id: input.params.id });
  return versionList.run(ctx, input);
};

/** One version in full; with `compareTo`, what leads from that one to it. */
export async function contractVersion(ctx: Ctx, { params, query }: Input<'contracts.version'>) {
  const contract = await loadVisible(ctx, contracts.type, { id: params.id });
  const version = async (id: string) => {
    const row = await ctx.db
      .selectFrom('contractVersions as v')
      .where('v.id', '=', id)
      .where('v.contractId', '=', contract.id)
      .select([...versionColumns, 'v.snapshot', 'v.diff', changeCount])
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };
  const row = await version(params.versionId);
  const other = query.compareTo === undefined ? null : await version(query.compareTo);
  const [shown] = await withPeople(ctx, [row]);
  if (!shown) throw new Error('one row in, one row out');
  return {
    data: {
      ...shown,
      contract: { id: contract.id, documentNo: contract.documentNo, status: contract.status },
      snapshot: shownVersion(ctx, row.snapshot as Record<string, unknown>),
      diff: shownChanges(ctx, row.diff),
      comparison: other && {
        versionNo: other.versionNo,
        snapshot: shownVersion(ctx, other.snapshot as Record<string, unknown>),
        changes: shownChanges(ctx, diffVersions(other.snapshot, row.snapshot)),
      },
    },
  };
}
