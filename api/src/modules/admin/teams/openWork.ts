import { bangkokDate, can, unfinished } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  inScope,
  notify,
  record,
  snake,
  updated,
} from '../../../kernel/index.ts';
import { allWorkItems, type WorkItems } from '../../../workflow/index.ts';

/**
 * A kind of work that somebody owns and that is to be handed over, or kept, when they move to
 * another team (domain-containers 2.11).
 */
type WorkSource = WorkItems & Required<Pick<WorkItems, 'owned'>>;

const workSources = (): readonly WorkSource[] =>
  allWorkItems().filter((items): items is WorkSource => items.owned !== undefined);

const sourceOf = (type: string): WorkSource | undefined =>
  workSources().find(({ machine }) => machine.id === type);

/** A piece of open work. */
export interface Work {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly companyId: string;
  /** Null of work that lies in no warehouse. */
  readonly warehouseId: string | null;
  /** Abilities of whoever goes on with it. */
  readonly needs: readonly string[];
}

/** Whether somebody could go on with it: they may, and they see it. */
export function canTakeOver(actor: Actor, work: Work): boolean {
  const source = sourceOf(work.type);
  if (!source || !work.needs.every((ability) => can(actor.grants, ability))) return false;
  if (!inScope(actor, { companyId: work.companyId, warehouseIds: [work.warehouseId] }))
    return false;
  return source.owned.seenByOwner || inScope(actor, { companyId: work.companyId, ownerIds: [] });
}

/** One column after the other, so that each finds its own rows by its index. */
const isOwner = ({ owned: { owners } }: WorkSource, userId: string) =>
  sql.join(
    owners.map((column, index) => {
      const earlier = owners.slice(0, index).map((name) => sql`d.${sql.id(name)} is null and `);
      return sql`(${sql.join(earlier, sql``)}d.${sql.id(column)} = ${userId}::uuid)`;
    }),
    sql` or `,
  );

const isListed = (
  [column, { statuses }]: readonly [string, { readonly statuses: readonly string[] }],
  userId: string,
): RawBuilder<boolean> =>
  sql`(d.${sql.id(column)} @> array[${userId}::uuid] and d.status = any(${[...statuses]}))`;

const listsOf = ({ owned: { lists = {} } }: WorkSource) => Object.entries(lists);

const ownedBy = (source: WorkSource, userId: string) =>
  sql.join(
    [isOwner(source, userId), ...listsOf(source).map((list) => isListed(list, userId))],
    sql` or `,
  );

/** SQL: what somebody needs who takes it over from this person. */
function needsOf(source: WorkSource, userId: string): RawBuilder<string[]> {
  const { machine, owned } = source;
  const { pages } = machine;
  const page =
    pages === undefined
      ? sql`${machine.page}::text`
      : sql`(${JSON.stringify(pages.of)}::jsonb ->> d.${sql.id(snake(pages.by))})`;
  const ability = (verb: string) =>
    verb.includes(':') ? sql`${verb}::text` : sql`${page} || ${`:${verb}`}::text`;
  const needed = [
    [isOwner(source, userId), owned.ability] as const,
    ...listsOf(source).map((list) => [isListed(list, userId), list[1].verb] as const),
  ].map(([holds, verb]) => sql`case when ${holds} then ${ability(verb)} end`);
  return sql`array_remove(array[${sql.join(needed)}], null)`;
}

/** Everything of one kind that still asks something of this person, the oldest first. */
async function workOf(ctx: Ctx, source: WorkSource, userId: string): Promise<Work[]> {
  const { rows } = await sql<Omit<Work, 'type'>>`
    select d.id, d.document_no, d.status, d.company_id,
      ${placeOf(source)} as warehouse_id, ${needsOf(source, userId)} as needs
    from ${sql.table(source.table)} d
    where (${ownedBy(source, userId)}) and d.status = any(${unfinished(source.machine)})
    order by d.created_at, d.id
  `.execute(ctx.db);
  return rows.map((row) => ({ ...row, type: source.machine.id }));
}

function placeOf({ owned: { warehouse = 'warehouse_id' } }: WorkSource) {
  return warehouse === null ? sql`null::uuid` : sql`d.${sql.id(warehouse)}`;
}

/** The open work of a person, kind by kind. */
export async function openWorkOf(ctx: Ctx, userId: string): Promise<Work[]> {
  const found: Work[] = [];
  for (const source of workSources()) found.push(...(await workOf(ctx, source, userId)));
  return found;
}

export interface HandOver {
  readonly work: Pick<Work, 'type' | 'id' | 'documentNo'>;
  readonly from: { readonly id: string; readonly name: string };
  readonly to: { readonly id: string; readonly name: string };
}

interface Handed {
  readonly version: number;
  readonly companyId: string;
  readonly status: string;
  /** Record in whose page the document is opened. */
  readonly beside: string | null;
}

/** Gives a piece of work to a colleague; what was finished or handed on meanwhile stays as it is. */
export async function handOver(ctx: Ctx, { work, from, to }: HandOver): Promise<boolean> {
  const source = sourceOf(work.type);
  if (!source) return false;
  const [column] = source.owned.owners;
  const { updatedAt, updatedBy } = updated(ctx);
  const { rows } = await sql<Handed>`
    update ${sql.table(source.table)} d
    set ${sql.id(column)} = case when ${isOwner(source, from.id)} then ${to.id}::uuid
        else d.${sql.id(column)} end, ${handedLists(source, { from, to })} version = d.version + 1,
      updated_at = ${updatedAt}, updated_by = ${updatedBy}
    where d.id = ${work.id}::uuid and (${ownedBy(source, from.id)})
      and d.status = any(${unfinished(source.machine)})
    returning d.version, d.company_id, d.status, ${sql.raw(source.beside ?? 'null::text')} as beside
  `.execute(ctx.db);
  const [row] = rows;
  if (!row) return false;
  await record(ctx, {
    subject: source.subject,
    subjectId: work.id,
    companyId: row.companyId,
    action: 'reassign',
    from: row.status,
    to: row.status,
    diff: { assignee: { from: from.name, to: to.name } },
    before: { assigneeId: from.id },
    after: { assigneeId: to.id },
    version: row.version,
  });
  await source.owned.whenHandedOver?.(ctx, { id: work.id, fromId: from.id });
  await notifyColleague(ctx, source, { work, from, to, beside: row.beside });
  return true;
}

/** SQL: whoever takes it over stands in each list instead, once. */
function handedLists(source: WorkSource, { from, to }: Pick<HandOver, 'from' | 'to'>) {
  const set = listsOf(source).map((list) => {
    const column = sql`d.${sql.id(list[0])}`;
    return sql`${sql.id(list[0])} = case when not ${isListed(list, from.id)} then ${column}
      when ${column} @> array[${to.id}::uuid] then array_remove(${column}, ${from.id}::uuid)
      else array_replace(${column}, ${from.id}::uuid, ${to.id}::uuid) end,`;
  });
  const { whenListed } = source.owned;
  const isAny = listsOf(source).map((list) => isListed(list, from.id));
  return sql`${sql.join(set, sql` `)} ${
    whenListed === undefined ? sql`` : whenListed(sql.join(isAny, sql` or `), to.id)
  }`;
}

const notifyColleague = (
  ctx: Ctx,
  source: WorkSource,
  { work, from, to, beside }: HandOver & Pick<Handed, 'beside'>,
) => {
  const name = work.documentNo ?? '';
  return notify(ctx, [to.id], {
    category: 'message',
    kind: 'tasks',
    type: 'info',
    title: {
      en: `${source.label.en} ${name} is yours now`.replace('  ', ' '),
      th: `คุณรับช่วง${source.label.th} ${name}`.trim(),
    },
    description: {
      en: `Handed over by ${from.name}, who moves to another team`,
      th: `รับช่วงต่อจาก ${from.name} ซึ่งย้ายทีม`,
    },
    action: `${source.path.replace(':beside', beside ?? '')}${work.id}`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: source.subject, id: work.id },
    dedupeKey: `${source.subject}:${work.id}:reassign:${to.id}:${bangkokDate(ctx.clock.now())}`,
  });
};
