import {
  can,
  inSentence,
  type Machine,
  MOVE,
  POSITION,
  pagesOf,
  ROUTES,
  TEAM_PAGES,
  TEAM_TYPES,
  type TeamType,
  teamMoveMachines,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, type Localised, scopeCondition, snake } from '../../kernel/index.ts';
import { allWorkItems, type WorkItemDisplay, type WorkItemStep } from '../../workflow/index.ts';
import { movePath } from '../admin/index.ts';
import { taskWords } from './labels.ts';

/** One thing that waits for this person. */
export interface WorkItem {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly key: string;
  /** The task in words. */
  readonly task: string;
  readonly title: string;
  readonly amount: string | null;
  readonly since: Date;
  readonly dueDate: string | null;
  readonly path: string;
}

/** A step that is due, of one kind of documents. */
interface WorkKind extends WorkItemDisplay, Omit<WorkItemStep, keyof WorkItemDisplay> {
  /** Page whose verbs say who may do it. */
  readonly page: string;
  /** The column that puts a document on that page, and its values, where the machine has several. */
  readonly standsBy?: { readonly column: string; readonly values: readonly string[] };
  readonly machine: Machine;
  /** Table or subquery, as SQL. */
  readonly table: string;
  /** null: documents of this kind have no number. */
  readonly number?: null;
  readonly type: string;
  readonly label?: Localised;
  /** It opens the document itself, and not a page that makes the next one. */
  readonly opensDocument: boolean;
}

const leaderOf = (team: string) => `(select l.id from users l
  where l.team_id = m.${team} and l.team_position = '${POSITION.leader}')`;
const movedTo = (name: string) => `(select u.full_name || ' → ' || ${name} from users u, teams t
  where u.id = d.user_id and t.id = d.to_team_id)`;

/** Moves into teams of a type: for whoever leads the team, or places people in such teams anyway. */
const move = (type: TeamType): WorkKind => ({
  key: 'approveMove',
  machine: teamMoveMachines[type],
  page: TEAM_PAGES[type],
  action: 'approve',
  status: MOVE.pending,
  table: `(select m.*, ${leaderOf('to_team_id')} as to_leader_id,
    ${leaderOf('from_team_id')} as from_leader_id from team_moves m)`,
  number: null,
  type: 'teamMove',
  scope: {
    company: 'd.company_id',
    owner: ['d.created_by', 'd.user_id', 'd.to_leader_id', 'd.from_leader_id'],
  },
  amount: null,
  due: 'd.effective_date',
  title: { en: movedTo('t.name'), th: movedTo('coalesce(t.name_th, t.name)') },
  where: ({ actor }) =>
    can(actor.grants, `${TEAM_PAGES[type]}:assign`)
      ? sql<boolean>`d.type = ${type}`
      : sql<boolean>`d.type = ${type} and d.to_leader_id = ${actor.userId}::uuid`,
  notBy: ['d.user_id'],
  path: movePath({ id: '', type }),
  opensDocument: true,
});

/** A step on each page on which documents of its machine stand. */
function onPages(kind: Omit<WorkKind, 'page'>): WorkKind[] {
  const { machine, paths = {} } = kind;
  const { pages } = machine;
  if (pages === undefined) return [{ ...kind, page: machine.page }];
  return pagesOf(machine).map((page) => ({
    ...kind,
    page,
    path: paths[page] ?? kind.path,
    standsBy: {
      column: `d.${snake(pages.by)}`,
      values: Object.keys(pages.of).filter((value) => pages.of[value] === page),
    },
  }));
}

/** What ran out waits for nobody: who still needs it finds it under the list's Expired tab. */
const workKinds = (): readonly WorkKind[] => [
  ...allWorkItems().flatMap(({ steps, ...family }) =>
    steps.flatMap((step) =>
      onPages({
        ...family,
        type: family.machine.id,
        ...step,
        opensDocument: step.path === undefined,
      }),
    ),
  ),
  ...TEAM_TYPES.map(move),
];

/** The most that the dashboard lists; the rest is a number. */
const MOST = 100;

function mayAct(ctx: Ctx, kind: WorkKind): boolean {
  const { grants } = ctx.actor;
  const mayOpen = !kind.opensDocument || can(grants, `${kind.page}:view`);
  if (!mayOpen) return false;
  if (kind.ability !== undefined) return can(grants, kind.ability);
  const def = kind.machine.actions[kind.action];
  const verb = def?.verb;
  if (def === undefined || verb === undefined || !def.from.includes(kind.status)) return false;
  return can(grants, `${kind.page}:${verb}`) || (kind.mine === true && !!def.ownerMay);
}

function conditions(ctx: Ctx, kind: WorkKind): RawBuilder<unknown>[] {
  const me = ctx.actor.userId;
  const def = kind.machine.actions[kind.action];
  const own = can(ctx.actor.grants, `${kind.page}:approve-own`);
  const barred = [
    ...(def?.notOwn && !own ? ['d.created_by'] : []),
    ...(kind.ability !== undefined || !own ? (kind.notBy ?? []) : []),
  ];
  const scope = scopeCondition(ctx.actor, kind.scope);
  return [
    sql`d.status = ${kind.status}`,
    ...(scope ? [scope] : []),
    ...(kind.standsBy
      ? [sql`${sql.ref(kind.standsBy.column)} = any(${kind.standsBy.values})`]
      : []),
    ...(kind.mine ? [sql`d.created_by = ${me}::uuid`] : []),
    ...(kind.where ? [kind.where(ctx)] : []),
    ...(kind.asked ? [sql.raw(kind.asked.where)] : []),
    // Who wrote it does not decide on it (ADR 0014).
    ...((def?.notOwn || kind.byOthers) && !own && kind.number !== null
      ? [sql`not ${me}::uuid = any(d.author_ids)`]
      : []),
    ...barred.map((column) => sql`${sql.ref(column)} is distinct from ${me}::uuid`),
    // Whoever has endorsed waits for the next approver.
    ...(def?.limit === undefined
      ? []
      : [
          sql`not exists (select 1 from approvals a
            where a.subject_id = d.id and a.user_id = ${me}::uuid and a.is_live)`,
        ]),
  ];
}

const columnOrNull = (column: string | null, type: string) =>
  column === null ? sql.raw(`null::${type}`) : sql.raw(`${column}::${type}`);

const older = (a: WorkItem, b: WorkItem): number =>
  a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1);

/** What is overdue comes first, the longest overdue before all. */
const moreOverdue =
  (day: string) =>
  (a: WorkItem, b: WorkItem): number => {
    const [dueA, dueB] = [a, b].map(({ dueDate }) =>
      dueDate !== null && dueDate < day ? dueDate : '9999',
    );
    return String(dueA).localeCompare(String(dueB)) || older(a, b);
  };

interface WorkOrder {
  /** What was due before this day comes first; else the oldest does. */
  readonly overdueOn?: string;
  /** Documents of each kind at most; `MOST` unless said. */
  readonly limit?: number;
  readonly age?: Age;
}

/** Age of a work item; `overdue`: the day on which it is needed has passed. */
type Age = 'overdue' | 'day' | 'days3' | 'week';
const DAYS: Readonly<Record<Exclude<Age, 'overdue'>, number>> = { day: 1, days3: 3, week: 7 };
const DAY_MS = 86_400_000;

export interface WorkTask {
  readonly key: string;
  readonly name: string;
  readonly total: number;
  /** The list of its documents, for whoever may open it. */
  readonly path: string | null;
}

/** Where the list of a page is. */
export const listPathOf = (page: string): string | null =>
  ROUTES.find((route) => route.page === page && !route.path.includes(':') && !route.needs)?.path ??
  null;

/** One task may come from several steps: goods are received of orders in two states. */
function tasksOf(steps: readonly WorkTask[]): WorkTask[] {
  const tasks = new Map<string, WorkTask>();
  for (const step of steps) {
    const total = (tasks.get(step.key)?.total ?? 0) + step.total;
    tasks.set(step.key, { ...step, total });
  }
  return [...tasks.values()].filter(({ total }) => total > 0);
}

/** What waits for this person, oldest first, and how much it is altogether. */
export async function myWork(
  ctx: Ctx,
  order: WorkOrder = {},
): Promise<{
  items: WorkItem[];
  total: number;
  tasks: WorkTask[];
}> {
  const kinds = workKinds().filter((kind) => mayAct(ctx, kind));
  const found = await Promise.all(kinds.map((kind) => workOf(ctx, kind, order)));
  const items = found
    .flatMap((one) => one.items)
    .sort(order.overdueOn === undefined ? older : moreOverdue(order.overdueOn));
  return {
    items,
    total: found.reduce((sum, one) => sum + one.total, 0),
    tasks: tasksOf(kinds.map((kind, index) => taskOf(ctx, kind, found[index]?.total ?? 0))),
  };
}

/** The task: "Approve the request". */
const taskName = ({ locale }: Ctx, { key, label }: WorkKind): string =>
  (taskWords(key)?.[locale] ?? '').replace(
    '{{document}}',
    label === undefined ? '' : inSentence(label[locale]),
  );

const taskOf = (ctx: Ctx, kind: WorkKind, total: number): WorkTask => ({
  key: kind.key,
  name: taskName(ctx, kind),
  total,
  path: can(ctx.actor.grants, `${kind.page}:view`) ? listPathOf(kind.page) : null,
});

interface WorkAsked {
  readonly day: string;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  readonly task?: string;
  readonly age?: Age;
}

/** A page of what waits for this person, with how much it is of each task, whatever is asked for. */
export async function workPage(
  ctx: Ctx,
  { day, limit, page, task, age }: WorkAsked,
): Promise<{ items: WorkItem[]; total: number; tasks: WorkTask[] }> {
  const kinds = workKinds().filter((kind) => mayAct(ctx, kind));
  const order = { overdueOn: day, limit: page * limit, ...(age === undefined ? {} : { age }) };
  const nothing = { items: [], total: 0 };
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const isAsked = task === undefined || task === kind.key;
      const [own, total] = await Promise.all([
        isAsked ? workOf(ctx, kind, order) : nothing,
        isAsked && age === undefined ? null : countOf(ctx, kind, whereOf(ctx, kind, {})),
      ]);
      return { own, task: taskOf(ctx, kind, total ?? own.total) };
    }),
  );
  const items = found.flatMap(({ own }) => own.items).sort(moreOverdue(day));
  return {
    items: items.slice((page - 1) * limit, page * limit),
    total: found.reduce((sum, { own }) => sum + own.total, 0),
    tasks: tasksOf(found.map((one) => one.task)),
  };
}

/** Selects the documents of a kind that wait for this person, by their age. */
function whereOf(ctx: Ctx, kind: WorkKind, { overdueOn, age }: WorkOrder): RawBuilder<unknown> {
  const all = conditions(ctx, kind);
  const asOf = ctx.clock.now().getTime();
  if (age === 'overdue') all.push(sql`${columnOrNull(kind.due, 'date')} < ${overdueOn}::date`);
  else if (age !== undefined) {
    all.push(sql`${sinceOf(kind)} < ${new Date(asOf - DAYS[age] * DAY_MS)}`);
  }
  return sql.join(all, sql` and `);
}

const sinceOf = ({ asked }: WorkKind): RawBuilder<unknown> =>
  sql.raw(asked?.since ?? 'd.created_at');

async function workOf(
  ctx: Ctx,
  kind: WorkKind,
  order: WorkOrder,
): Promise<{ items: WorkItem[]; total: number }> {
  const { overdueOn, limit = MOST } = order;
  const due = columnOrNull(kind.due, 'date');
  const since = sinceOf(kind);
  const first =
    overdueOn === undefined ? sql`` : sql`case when ${due} < ${overdueOn}::date then ${due} end, `;
  const where = whereOf(ctx, kind, order);
  const { rows } = await sql<{
    id: string;
    documentNo: string | null;
    amount: string | null;
    dueDate: string | null;
    since: Date;
    title: string | null;
    beside: string | null;
  }>`
    select d.id, ${columnOrNull(kind.number === null ? null : 'd.document_no', 'text')} as document_no,
      ${columnOrNull(kind.amount, 'text')} as amount,
      ${columnOrNull(kind.due, 'text')} as due_date, ${since} as since, ${sql.raw(kind.title[ctx.locale])} as title,
      ${columnOrNull(kind.beside ?? null, 'text')} as beside
    from ${sql.raw(kind.table)} d
    where ${where}
    order by ${first}${since}, d.id
    limit ${limit}
  `.execute(ctx.db);
  const total = rows.length < limit ? rows.length : await countOf(ctx, kind, where);
  return {
    total,
    items: rows.map(({ beside, ...row }) => ({
      ...row,
      type: kind.type,
      key: kind.key,
      task: taskName(ctx, kind),
      title: row.title ?? '',
      path: `${kind.path.replace(':beside', beside ?? '')}${row.id}`,
    })),
  };
}

async function countOf(ctx: Ctx, kind: WorkKind, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${sql.raw(kind.table)} d where ${where} limit 10000) x
  `.execute(ctx.db);
  return rows[0]?.n ?? 0;
}
