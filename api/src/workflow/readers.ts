import { can, subjectOfMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Actor,
  AppError,
  actorsOf,
  anyId,
  type Ctx,
  notFound,
  openAbilities,
  scopeCondition,
  viewAbilities,
} from '../kernel/index.ts';
import { type DocumentFamily, familyOf } from './families.ts';
import { scopeOf } from './recordScopes.ts';
import { type GoodsTelling, TOLD_WITH_GOODS } from './toldWithGoods.ts';

const needed = viewAbilities();
const neededToOpen = openAbilities();

export interface DocumentId {
  /** Family of the contract. */
  readonly type: string;
  readonly id: string;
}

/** Whether this person may open a page on which documents of a family stand. */
export const mayOpenPage = ({ grants }: Actor, type: string): boolean =>
  (needed.get(type) ?? []).some((ability) => can(grants, ability));

/** States whether this person may open documents of a family; a list may tell of them on another page as well. */
const mayOpenDocuments = (actor: Actor, type: string): boolean =>
  mayOpenPage(actor, type) &&
  (neededToOpen.get(type) ?? needed.get(type) ?? []).some((ability) => can(actor.grants, ability));

/**
 * Files, comments and the line "Waits for" of a document are for people who may open its page and see it.
 * @throws 404 for everybody else, and where there is no such document.
 */
export async function expectReadable(ctx: Ctx, { type, id }: DocumentId): Promise<DocumentFamily> {
  const family = familyOf(type);
  if (!family || !mayOpenDocuments(ctx.actor, type)) throw notFound();
  await family.expectVisible(ctx, id);
  return family;
}

/**
 * The ids of those documents that this person may not read. What names another document leaves out its
 * number and whose it is then: a container is everybody's, its contract is its salesperson's.
 */
export const hiddenDocuments = (
  ctx: Ctx,
  documents: readonly DocumentId[],
): Promise<ReadonlySet<string>> => hiddenAmong(ctx, documents, []);

/**
 * The ids of those documents that are not told together with goods either: of the families that
 * `TOLD_WITH_GOODS` names for this telling those of other companies and warehouses, of others as ever.
 */
export const hiddenBesideGoods = (
  ctx: Ctx,
  telling: GoodsTelling,
  documents: readonly DocumentId[],
): Promise<ReadonlySet<string>> => hiddenAmong(ctx, documents, TOLD_WITH_GOODS[telling].families);

async function hiddenAmong(
  ctx: Ctx,
  documents: readonly DocumentId[],
  told: readonly string[],
): Promise<ReadonlySet<string>> {
  const withheld = new Set<string>();
  if (ctx.actor.kind === 'system') return withheld;
  for (const [type, named] of Map.groupBy(documents, (one) => one.type)) {
    const scoped = scopeOf(type);
    if (scoped === undefined) continue;
    const isTold = told.includes(type);
    const actor: Actor = isTold ? { ...ctx.actor, dataScope: 'company' } : ctx.actor;
    const condition =
      isTold || mayOpenPage(actor, type)
        ? scopeCondition(actor, scoped.scope)
        : sql<boolean>`false`;
    if (condition === null) continue;
    // A record of several warehouses has a row for each, and is read in any of them.
    const { rows } = await sql<{ id: string }>`select d.id from ${sql.raw(scoped.table)} d
      where d.id = ${anyId([...new Set(named.map(({ id }) => id))])}
      group by d.id having bool_or(${condition}) is not true`.execute(ctx.db);
    for (const { id } of rows) withheld.add(id);
  }
  return withheld;
}

/** Of the neighbours in a chain those that this person may read. */
export async function toldOf<D extends DocumentId>(ctx: Ctx, related: readonly D[]): Promise<D[]> {
  const withheld = await hiddenDocuments(
    ctx,
    related.map(({ type, id }) => ({ type: subjectOfMachine(type) ?? '', id })),
  );
  return related.filter(({ id }) => !withheld.has(id));
}

async function reads(ctx: Ctx, document: DocumentId): Promise<boolean> {
  try {
    await expectReadable(ctx, document);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 404) return false;
    throw error;
  }
}

/** Those of these people who may read the document now; no more than `most` are looked for. */
export async function readersAmong(
  ctx: Ctx,
  document: DocumentId,
  {
    userIds,
    most = userIds.length,
  }: { readonly userIds: readonly string[]; readonly most?: number },
): Promise<Actor[]> {
  const readers: Actor[] = [];
  for (const actor of await actorsOf(ctx.pg, userIds)) {
    if (readers.length >= most) break;
    if (await reads({ ...ctx, actor }, document)) readers.push(actor);
  }
  return readers;
}
