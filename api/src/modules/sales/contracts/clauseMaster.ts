import type { BodyOut } from '@boxyard/shared/contract';
import { clauseFaults, sanitisedClauses } from '@boxyard/shared/domain/sales/contractClauses.ts';
import type { ContractType } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { sql } from 'kysely';
import {
  authorId,
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  historyOf,
  inScope,
  notFound,
  refuseFaults,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { companyFaults, defineMaster } from '../../masterData/index.ts';
import type { ClauseTexts } from './clauses.ts';

/** Clauses of contracts as templates, in revisions that are never changed (docs/adr/0064). */
const master = defineMaster({ table: 'contractClauses', subject: 'contractClauses' });

const source = (ctx: Ctx) =>
  whereInScope(
    ctx.db
      .selectFrom('contractClauses as cc')
      .innerJoin('contractClauseRevisions as r', (join) =>
        join
          .onRef('r.clauseId', '=', 'cc.id')
          .on(
            'r.revisionNo',
            '=',
            sql<number>`(select max(x.revision_no) from contract_clause_revisions x where x.clause_id = cc.id)`,
          ),
      ),
    ctx.actor,
    { company: 'cc.companyId' },
  );

const COLUMNS = [
  'cc.id',
  'cc.version',
  'cc.createdAt',
  'cc.updatedAt',
  'cc.companyId',
  'cc.name',
  'cc.type',
  'cc.isActive',
  'r.revisionNo',
  'r.effectiveFrom',
] as const;

const rowsOf = (ctx: Ctx, id: string) =>
  source(ctx).where('cc.id', '=', id).select(COLUMNS).select(['r.textTh', 'r.textEn']).execute();

async function shown<R extends { readonly companyId: string }>(ctx: Ctx, rows: readonly R[]) {
  const refs = await loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) });
  return rows.map(({ companyId, ...row }) => ({ ...row, company: refs.ref(companyId) }));
}

async function clausesById(ctx: Ctx, id: string) {
  const [row] = await shown(ctx, await rowsOf(ctx, id));
  if (!row) throw notFound();
  const revisions = await ctx.db
    .selectFrom('contractClauseRevisions as r')
    .where('r.clauseId', '=', id)
    .orderBy('r.revisionNo', 'desc')
    .select([
      'r.revisionNo',
      'r.effectiveFrom',
      'r.textTh',
      'r.textEn',
      'r.createdAt',
      'r.createdBy',
    ])
    .select(
      sql<number>`(select count(*)::int from contracts c where c.clause_revision_id = r.id)`.as(
        'contracts',
      ),
    )
    .execute();
  const [people, history] = await Promise.all([
    loadRefs(ctx, { user: revisions.map(({ createdBy }) => createdBy) }),
    historyOf(ctx, 'contractClauses', id),
  ]);
  return {
    ...row,
    revisions: revisions.map(({ createdBy, ...revision }) => ({
      ...revision,
      by: people.userOrNull(createdBy),
    })),
    history,
  };
}

const clauseList = defineList('contractClauses.list', {
  id: 'cc.id',
  from: source,
  select: (query) => query.select(COLUMNS),
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { name: 'cc.name' },
  filters: { companyId: 'cc.companyId', isActive: 'cc.isActive' },
  search: ['cc.name'],
});

type Texts = Pick<
  BodyOut<Contract['contractClauses.create']>,
  'textTh' | 'textEn' | 'effectiveFrom'
>;

/** What would be stored, or 422 at what nothing could be put in for. */
function checkedTexts({ textTh, textEn, effectiveFrom }: Texts): Texts {
  const texts = { textTh: sanitisedClauses(textTh), textEn: sanitisedClauses(textEn) };
  refuseFaults(
    (['textTh', 'textEn'] as const).flatMap((field): FieldFault[] => {
      const [first] = clauseFaults(texts[field]);
      if (texts[field] === '') return [{ field, code: 'REQUIRED' }];
      return first ? [{ field, code: first.code, params: { name: first.name } }] : [];
    }),
  );
  return { ...texts, effectiveFrom };
}

const addRevision = (
  ctx: Ctx,
  {
    clauseId,
    revisionNo,
    ...texts
  }: Texts & { readonly clauseId: string; readonly revisionNo: number },
) =>
  ctx.db
    .insertInto('contractClauseRevisions')
    .values({
      clauseId,
      revisionNo,
      ...texts,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
    })
    .execute();

/** Locks clauses for a change; 404 where this person does not see them. */
async function locked(ctx: Ctx, id: string) {
  const row = await master.lock(ctx, id);
  if (!inScope(ctx.actor, { companyId: row.companyId })) throw notFound();
  return row;
}

export const contractClauseHandlers: HandlersOf<Family<'contractClauses'>> = {
  'contractClauses.list': clauseList.run,
  'contractClauses.get': async (ctx, { params }) => ({ data: await clausesById(ctx, params.id) }),

  'contractClauses.create': async (ctx, { body }) => {
    const { companyId, name, type, ...given } = body;
    refuseFaults(await companyFaults(ctx, companyId));
    const texts = checkedTexts(given);
    const id = await master.insert(ctx, {
      values: { companyId, name, type: type ?? null },
      also: { revisionNo: 1, effectiveFrom: texts.effectiveFrom },
    });
    await addRevision(ctx, { clauseId: id, revisionNo: 1, ...texts });
    return { data: await clausesById(ctx, id) };
  },

  'contractClauses.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    const { version, name, type, isActive, ...given } = body;
    const texts = checkedTexts(given);
    expectVersion(before, version);
    const [now] = await rowsOf(ctx, before.id);
    if (!now) throw notFound();
    const isNew = (['textTh', 'textEn', 'effectiveFrom'] as const).some(
      (key) => texts[key] !== now[key],
    );
    const revisionNo = now.revisionNo + (isNew ? 1 : 0);
    if (isNew) await addRevision(ctx, { clauseId: before.id, revisionNo, ...texts });
    await master.update(ctx, before, {
      values: { name, type: type ?? null, isActive },
      ...(isNew ? { also: { revisionNo, effectiveFrom: texts.effectiveFrom } } : {}),
    });
    return { data: await clausesById(ctx, before.id) };
  },

  'contractClauses.delete': async (ctx, { params }) => {
    const before = await locked(ctx, params.id);
    const { count } = await ctx.db
      .selectFrom('contracts as ct')
      .innerJoin('contractClauseRevisions as r', 'r.id', 'ct.clauseRevisionId')
      .where('r.clauseId', '=', before.id)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return master.remove(ctx, before, {
      users: Number(count) > 0 ? [{ family: 'contracts', count: Number(count) }] : [],
    });
  },
};

/** Unique constraints a person can meet. */
export const contractClauseConstraints = { contract_clauses_type_uq: 'type' } as const;

/** Clauses as a contract takes and keeps them. */
export interface ChosenClauses {
  readonly revisionId: string;
  readonly id: string;
  readonly name: string;
  readonly revisionNo: number;
  readonly texts: ClauseTexts;
}

const chosen = (ctx: Ctx) =>
  ctx.db
    .selectFrom('contractClauseRevisions as r')
    .innerJoin('contractClauses as cc', 'cc.id', 'r.clauseId')
    .select(['r.id as revisionId', 'cc.id', 'cc.name', 'r.revisionNo', 'r.textTh', 'r.textEn']);

type Chosen = NonNullable<Awaited<ReturnType<ReturnType<typeof chosen>['executeTakeFirst']>>>;

const asChosen = (row: Chosen | undefined): ChosenClauses | null => {
  if (!row) return null;
  const { textTh, textEn, ...about } = row;
  return { ...about, texts: { th: textTh, en: textEn } };
};

/** Clauses that a contract was submitted with. */
export const keptClauses = async (ctx: Ctx, revisionId: string): Promise<ChosenClauses | null> =>
  asChosen(await chosen(ctx).where('r.id', '=', revisionId).executeTakeFirst());

/**
 * Clauses of a company for a kind of contract on its day: those of the kind before those of all kinds,
 * the latest revision that counts by then. null: the company has none.
 */
export const clausesFor = async (
  ctx: Ctx,
  {
    companyId,
    type,
    day,
  }: { readonly companyId: string; readonly type: ContractType; readonly day: string },
): Promise<ChosenClauses | null> =>
  asChosen(
    await chosen(ctx)
      .where('cc.companyId', '=', companyId)
      .where('cc.isActive', '=', true)
      .where((eb) => eb.or([eb('cc.type', '=', type), eb('cc.type', 'is', null)]))
      .where('r.effectiveFrom', '<=', day)
      .orderBy(sql`cc.type is null`)
      .orderBy('r.revisionNo', 'desc')
      .executeTakeFirst(),
  );
