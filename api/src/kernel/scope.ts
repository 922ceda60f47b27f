import { can, DRAFT } from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Reach } from '../db/schema/kernel.ts';
import type { Actor } from './actor.ts';

/**
 * Where a record says whose it is. Columns as they stand in the query (`pr.company_id`). Leave
 * `owner` out for masters and stock: they are cut by company and warehouse only (domain-conventions "Scope").
 */
export interface ScopeColumns {
  readonly company: string;
  /** The other side of a document between two companies: it is visible in both. */
  readonly otherCompany?: string;
  /** Any one of them in scope is enough (a transfer's two ends). NULL is in scope. */
  readonly warehouse?: string | readonly string[];
  /** The status, of documents with two ends: as a draft one is only its first end's. */
  readonly status?: string;
  /** Creator, requester, assignee. */
  readonly owner?: readonly string[];
  /** Columns that each hold several owners, such as the technicians of a job. */
  readonly ownerLists?: readonly string[];
  /** The zone that the record lies in, for the data scope `zone`. */
  readonly zone?: string;
}

const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const anyOf = (column: string, ids: readonly string[]) =>
  ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${ids[0]}::uuid`
    : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** The one scope function, as a condition; null when everything is in scope. */
export function scopeCondition(actor: Actor, columns: ScopeColumns): RawBuilder<boolean> | null {
  const parts: RawBuilder<boolean>[] = [];
  if (actor.companyIds !== null) {
    const ids = actor.companyIds;
    const mine = anyOf(columns.company, ids);
    parts.push(
      columns.otherCompany === undefined
        ? mine
        : sql<boolean>`(${mine} or ${anyOf(columns.otherCompany, ids)})`,
    );
  }
  const warehouses = list(columns.warehouse);
  if (actor.warehouseIds !== null && warehouses.length > 0) {
    const ids = actor.warehouseIds;
    const either = warehouses.map(
      (column) => sql<boolean>`(${sql.ref(column)} is null or ${anyOf(column, ids)})`,
    );
    parts.push(sql<boolean>`(${sql.join(either, sql` or `)})`);
  }
  if (columns.status !== undefined) {
    const firstEnd = scopeCondition(actor, {
      company: columns.company,
      ...(warehouses[0] === undefined ? {} : { warehouse: warehouses[0] }),
    });
    if (firstEnd !== null) {
      parts.push(sql<boolean>`(${sql.ref(columns.status)} <> ${DRAFT} or ${firstEnd})`);
    }
  }
  const owners = ownersOf(actor);
  if (owners !== null && columns.owner !== undefined) {
    const mine = [
      ...columns.owner.map((column) => anyOf(column, owners)),
      ...(columns.ownerLists ?? []).map(
        (column) => sql<boolean>`${sql.ref(column)} && ${owners}::uuid[]`,
      ),
    ];
    if (columns.zone !== undefined && cutsByZone(actor)) {
      mine.push(anyOf(columns.zone, actor.zoneIds));
    }
    parts.push(sql<boolean>`(${sql.join(mine, sql` or `)})`);
  }
  if (parts.length === 0) return null;
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const cutsByZone = (actor: Actor): boolean => actor.dataScope === 'zone';

/**
 * Whose documents this person sees; null: everybody's within company and warehouse. `zone` reaches to
 * whoever works in one of the person's zones, of whichever team, and to records that lie in them.
 */
function ownersOf(actor: Actor): readonly string[] | null {
  const withSelf = (ids: readonly string[]) =>
    ids.includes(actor.userId) ? ids : [actor.userId, ...ids];
  switch (actor.dataScope) {
    case 'own':
      return [actor.userId];
    case 'team':
      return withSelf(actor.teamUserIds);
    case 'zone':
      return withSelf(actor.zoneUserIds);
    default:
      return null;
  }
}

/** Cuts a query to what this person may see: lists, details, look-ups, counts, reports, exports. */
export function whereInScope<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  actor: Actor,
  columns: ScopeColumns,
): SelectQueryBuilder<DB, TB, O> {
  const condition = scopeCondition(actor, columns);
  return condition === null ? query : query.where(condition);
}

/** The same question for a row already loaded. */
export function inScope(
  actor: Actor,
  record: {
    readonly companyId: string;
    readonly otherCompanyId?: string | null;
    readonly warehouseIds?: readonly (string | null)[];
    /** It has two ends and was not sent yet: only the first company and warehouse count. */
    readonly isFirstEndOnly?: boolean;
    readonly ownerIds?: readonly (string | null)[];
    readonly zoneId?: string | null;
  },
): boolean {
  const ends = record.isFirstEndOnly === true ? 1 : undefined;
  const companies = [record.companyId, record.otherCompanyId].slice(0, ends);
  if (!companies.some((id) => id != null && mayUseCompany(actor, id))) return false;
  const warehouses = (record.warehouseIds ?? []).slice(0, ends);
  if (actor.warehouseIds !== null && warehouses.length > 0) {
    const allowed = actor.warehouseIds;
    if (!warehouses.some((id) => id === null || allowed.includes(id))) return false;
  }
  const owners = ownersOf(actor);
  return (
    owners === null ||
    record.ownerIds === undefined ||
    record.ownerIds.some((id) => id !== null && owners.includes(id)) ||
    (cutsByZone(actor) && record.zoneId != null && actor.zoneIds.includes(record.zoneId))
  );
}

/** Whether this person acts within a company at all (bodies that name one). */
export const mayUseCompany = (actor: Actor, companyId: string): boolean =>
  actor.companyIds === null || actor.companyIds.includes(companyId);

/** Whether this person may put something into, or take it from, a warehouse of their companies. */
export const mayUseWarehouse = (actor: Actor, warehouseId: string): boolean =>
  actor.warehouseIds === null || actor.warehouseIds.includes(warehouseId);

/** What somebody may and sees now, to be kept beside what is made for them (ADR 0085). */
export const reachOf = (actor: Actor): Reach => ({
  grants: [...actor.grants],
  companyIds: actor.companyIds,
  warehouseIds: actor.warehouseIds,
  ownerIds: ownersOf(actor),
  zoneIds: cutsByZone(actor) ? actor.zoneIds : null,
});

/** Whether somebody reaches all of it today. What they have come to see since does not matter. */
export function stillReaches(actor: Actor, was: Reach): boolean {
  const now = reachOf(actor);
  const holds = (key: 'companyIds' | 'warehouseIds' | 'ownerIds' | 'zoneIds'): boolean => {
    const [held, needed] = [now[key], was[key]];
    if (held === null) return true;
    return needed?.every((id) => held.includes(id)) === true;
  };
  return (
    was.grants.every((grant) => can(actor.grants, grant)) &&
    holds('companyIds') &&
    holds('warehouseIds') &&
    holds('ownerIds') &&
    // Whoever sees everybody's records needs no zone to see them.
    (now.ownerIds === null || holds('zoneIds'))
  );
}
