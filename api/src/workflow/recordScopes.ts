import type { ActivitySubject } from '@boxyard/shared/contract';
import { DRAFT } from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  type Actor,
  inScope,
  type Pg,
  type ScopeColumns,
  scopeCondition,
} from '../kernel/index.ts';
import { type DocumentFamily, documentFamilies, familyOf, type RecordScope } from './families.ts';

/** Scopes of records by the subject that the activity log gives them. */
export type RecordScopes = Readonly<Partial<Record<ActivitySubject, RecordScope>>>;

const scopes = new Map<string, RecordScope>();

/** Makes known whose the records of some subjects are; modules/index.ts calls it through `registerModules`. */
export function registerRecordScopes(added: RecordScopes): void {
  for (const [subject, scope] of Object.entries(added)) {
    if (scopes.has(subject)) throw new Error(`the scope of ${subject} is registered twice`);
    scopes.set(subject, scope);
  }
}

const scopeOfFamily = (family: DocumentFamily | undefined): RecordScope | undefined =>
  family?.records ?? family?.workItems;

/** Records of subjects without a scope are for everybody who may open their page. */
export const scopeOf = (subject: string): RecordScope | undefined =>
  scopeOfFamily(familyOf(subject)) ?? scopes.get(subject);

const allScopes = (): readonly (readonly [string, RecordScope])[] => [
  ...documentFamilies().flatMap((family) => {
    const scope = scopeOfFamily(family);
    return scope ? [[family.subject, scope] as const] : [];
  }),
  ...scopes,
];

const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/**
 * Who sees a record, as it is now: in one of the places where it belongs. null: it is gone, or belongs
 * nowhere yet.
 */
export async function visibilityOf(
  pg: Pg,
  { subject, id }: { readonly subject: string; readonly id: string },
): Promise<((actor: Actor) => boolean) | null> {
  const known = scopeOf(subject);
  if (known === undefined) return () => true;
  const { company, otherCompany, warehouse, status, owner, ownerLists = [], zone } = known.scope;
  const array = (columns: readonly string[]) => `array[${columns.join(', ')}]::uuid[]`;
  const { rows } = await pg.query<{
    companyId: string;
    otherCompanyId: string | null;
    warehouseIds: (string | null)[];
    isFirstEndOnly: boolean;
    ownerIds: (string | null)[] | null;
    zoneId: string | null;
  }>({
    name: `scope-of-${subject}`,
    text: `select ${company} as "companyId",
        ${otherCompany ?? 'null::uuid'} as "otherCompanyId",
        ${array(asList(warehouse))} as "warehouseIds",
        ${status === undefined ? 'false' : `${status} = '${DRAFT}'`} as "isFirstEndOnly",
        ${owner === undefined ? 'null::uuid[]' : [array(owner), ...ownerLists].join(' || ')} as "ownerIds",
        ${zone ?? 'null::uuid'} as "zoneId"
      from ${known.table} d where d.id = $1`,
    values: [id],
  });
  if (rows.length === 0) return null;
  const places = rows.map(({ ownerIds, ...row }) => (ownerIds ? { ...row, ownerIds } : row));
  return (actor) => places.some((place) => inScope(actor, place));
}

/** Whether the record of that id is within this person's warehouses and, for documents, their own. */
export function isWithin(
  actor: Actor,
  { table, scope }: RecordScope,
  id: string,
): RawBuilder<boolean> | null {
  const condition = scopeCondition({ ...actor, companyIds: null }, scope);
  if (condition === null) return null;
  // Asked of each row by its id: of an `exists` the planner may make a table of all records first.
  return sql<boolean>`coalesce((select true from ${sql.raw(table)} d
    where d.id = ${sql.ref(id)} and ${condition} limit 1), false)`;
}

/**
 * Cuts a query in which `d` are the records of a subject to those that this person may see.
 * @throws where nobody has said whose they are: a query without a scope would show everything.
 */
export function whereVisible<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  actor: Actor,
  subject: string,
): SelectQueryBuilder<DB, TB, O> {
  const known = scopeOf(subject);
  if (known === undefined) throw new Error(`${subject} has no scope`);
  // A scope that reads from more than the table is asked of each record.
  const isPlain = /^\w+$/.test(known.table);
  const condition = isPlain
    ? scopeCondition(actor, known.scope)
    : askedById(known.table, scopeCondition(actor, renamed(known.scope, 's')));
  return condition === null ? query : query.where(condition);
}

/** Asks it of each row by its id: of an `exists` the planner may make a table of all records first. */
const askedById = (table: string, condition: RawBuilder<boolean> | null) =>
  condition === null
    ? null
    : sql<boolean>`coalesce((select true from ${sql.raw(table)} s
        where s.id = d.id and ${condition} limit 1), false)`;

const renamed = (scope: ScopeColumns, as: string): ScopeColumns =>
  JSON.parse(JSON.stringify(scope).replaceAll('"d.', `"${as}.`)) as ScopeColumns;

const whenAny = (
  column: string,
  cases: readonly (readonly [string, RawBuilder<boolean>])[],
): RawBuilder<boolean> | null =>
  cases.length === 0
    ? null
    : sql<boolean>`case ${sql.ref(column)} ${sql.join(
        cases.map(([value, condition]) => sql`when ${sql.lit(value)} then ${condition}`),
        sql` `,
      )} else true end`;

/**
 * Cuts rows that name a record of any subject to what this person sees of its warehouse and owner;
 * the company is asked separately. null: nothing is cut.
 */
export function recordCondition(
  actor: Actor,
  { subject, id }: { readonly subject: string; readonly id: string },
): RawBuilder<boolean> | null {
  const cases = allScopes().flatMap(([name, scoped]) => {
    const condition = isWithin(actor, scoped, id);
    return condition === null ? [] : [[name, condition] as const];
  });
  return whenAny(subject, cases);
}

/** Families whose documents stock moves come from, by the name that the ledger gives the moves. */
function moveFamilies(): Map<string, string[]> {
  const subjects = new Map<string, string[]>();
  for (const { subject, moveTypes = [] } of documentFamilies())
    for (const type of moveTypes) subjects.set(type, [...(subjects.get(type) ?? []), subject]);
  return subjects;
}

/** Cuts stock moves to those of documents in this person's warehouses; null: nothing is cut. */
export function moveCondition(
  actor: Actor,
  { type, id }: { readonly type: string; readonly id: string },
): RawBuilder<boolean> | null {
  const cases = [...moveFamilies()].flatMap(([name, subjects]) => {
    const any = subjects.flatMap((subject) => {
      const scoped = scopeOf(subject);
      const condition = scoped && isWithin({ ...actor, dataScope: 'company' }, scoped, id);
      return condition ? [condition] : [];
    });
    return any.length === 0 ? [] : [[name, sql<boolean>`(${sql.join(any, sql` or `)})`] as const];
  });
  return whenAny(type, cases);
}
