import {
  auditMachine,
  biddingMachine,
  can,
  destructionMachine,
  goodsImportMachine,
  type Machine,
  MOVE,
  POSITION,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
  repairMachine,
  requisitionMachine,
  TEAM_PAGES,
  TEAM_TYPES,
  type TeamType,
  teamMoveMachines,
  transferMachine,
  transformationMachine,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, type Locale, type ScopeColumns, scopeCondition } from '../../kernel/index.ts';
import { movePath } from '../admin/teams/moveType.ts';

/** One thing that waits for this person. */
export interface WorkItem {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly key: string;
  readonly title: string;
  readonly amount: string | null;
  readonly since: Date;
  readonly dueDate: string | null;
  readonly path: string;
}

/**
 * A kind of work: documents of a table in a state from which an action of the machine leads on. Who
 * may act follows from the machine: verb, own work, whoever else may not, endorsed already.
 */
interface WorkKind {
  readonly key: string;
  readonly machine: Machine;
  /** The action that is due, or what stands for it where another document is made. */
  readonly action: string;
  readonly status: string;
  /** Ability where the work is to make the next document. */
  readonly ability?: string;
  /** Table or subquery, as SQL. */
  readonly table: string;
  /** null: documents of this kind have no number. */
  readonly number?: null;
  readonly type: string;
  readonly scope: ScopeColumns;
  readonly amount: string | null;
  readonly due: string | null;
  /** What the document is called beside its number, by language. */
  readonly title: Readonly<Record<Locale, string>>;
  readonly where?: (ctx: Ctx) => RawBuilder<boolean>;
  /** Columns of people who may not do it. */
  readonly notBy?: readonly string[];
  /** Only the creator's own. */
  readonly mine?: true;
  readonly path: string;
  /** Record in whose page it is opened, as SQL: it stands in the path for `:beside`. */
  readonly beside?: string;
}

const sameTitle = (title: string) => ({ en: title, th: title });
/** The supplier as it is called in the caller's language. */
const SUPPLIER_TITLE = {
  en: '(select s.name from suppliers s where s.id = d.supplier_id)',
  th: '(select coalesce(s.name_th, s.name) from suppliers s where s.id = d.supplier_id)',
};

/** From where to where: `Central → Branch`. */
const fromTo = (name: string) =>
  `(select string_agg(${name}, ' → ' order by w.id = d.to_warehouse_id) from warehouses w
    where w.id in (d.from_warehouse_id, d.to_warehouse_id))`;
/** A part as it is called in the caller's language. */
const partTitle = (id: string) => ({
  en: `(select p.name from material_parts p where p.id = ${id})`,
  th: `(select coalesce(p.name_th, p.name) from material_parts p where p.id = ${id})`,
});

const DOCUMENT: ScopeColumns = { company: 'd.company_id', warehouse: 'd.warehouse_id' };
const request = {
  machine: purchaseRequestMachine,
  table: 'purchase_requests',
  type: 'purchaseRequest',
  scope: { ...DOCUMENT, owner: ['d.requester_id'] },
  amount: 'd.estimated_total',
  due: 'd.needed_by',
  title: sameTitle(
    `(select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = d.requester_id)`,
  ),
  path: '/purchase-management/purchase-requests/',
} as const;
const order = {
  machine: purchaseOrderMachine,
  table: 'purchase_orders',
  type: 'purchaseOrder',
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: 'd.grand_total',
  due: 'd.promised_date',
  title: SUPPLIER_TITLE,
  path: '/purchase-management/purchase-orders/',
} as const;
const goodsImport = {
  machine: goodsImportMachine,
  table: 'goods_imports',
  type: 'goodsImport',
  scope: DOCUMENT,
  amount: null,
  due: null,
  title: sameTitle(`coalesce(d.source_no, '')`),
  path: '/warehouse-management/import-warehouse/',
} as const;

const bidding = {
  machine: biddingMachine,
  table: 'biddings',
  type: 'bidding',
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: null,
  due: null,
  title: sameTitle('d.title'),
  path: '/warehouse-management/suppliers/:beside/bidding/',
  beside: `(select s.supplier_id from bidding_suppliers s
    where s.bidding_id = d.id order by s.line_no limit 1)`,
} as const;

const requisition = {
  machine: requisitionMachine,
  table: 'requisitions',
  type: 'requisition',
  scope: { ...DOCUMENT, owner: ['d.requester_id'] },
  amount: null,
  due: 'd.needed_by',
  title: sameTitle(
    `(select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = d.requester_id)`,
  ),
  path: '/warehouse-management/parts-requisition/view/',
} as const;

const destruction = {
  machine: destructionMachine,
  table: 'destructions',
  type: 'destruction',
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: null,
  due: 'd.scheduled_at',
  title: partTitle(`(select i.part_id from destruction_items i
    where i.destruction_id = d.id and i.line_no = 1)`),
  path: '/warehouse-management/destruction/detail/update/',
} as const;

const transformation = {
  machine: transformationMachine,
  table: 'transformations',
  type: 'transformation',
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: null,
  due: null,
  title: partTitle('d.part_id'),
  path: '/warehouse-management/transformation/detail/',
} as const;

const repair = {
  machine: repairMachine,
  table: 'repairs',
  type: 'repair',
  scope: { ...DOCUMENT, owner: ['d.created_by', 'd.technician_id'] },
  amount: null,
  due: null,
  title: partTitle('d.part_id'),
  path: '/warehouse-management/repair/detail/update/',
} as const;
const audit = {
  machine: auditMachine,
  table: 'audits',
  type: 'audit',
  scope: { ...DOCUMENT, owner: ['d.created_by', 'd.assignee_id'] },
  amount: null,
  due: null,
  title: {
    en: '(select w.name from warehouses w where w.id = d.warehouse_id)',
    th: '(select coalesce(w.name_th, w.name) from warehouses w where w.id = d.warehouse_id)',
  },
  path: '/warehouse-management/audit/',
} as const;
/** Those named to count, or whoever may where nobody is named. */
const forCounters = ({ actor }: Ctx) =>
  sql<boolean>`(d.counter_ids = '{}' or ${actor.userId}::uuid = any(d.counter_ids))`;
/** Lines are counted again by somebody other than the first time. */
const forOthers = ({ actor }: Ctx) => sql<boolean>`exists (select 1 from audit_items i
  where i.audit_id = d.id and i.needs_recount and i.recount is null
    and i.first_by is distinct from ${actor.userId}::uuid)`;
const transfer = {
  machine: transferMachine,
  table: 'part_transfers',
  type: 'transfer',
  // Its source decides and sends; either end may say what became of missing goods.
  scope: {
    company: 'd.company_id',
    warehouse: 'd.from_warehouse_id',
    owner: ['d.created_by', 'd.assignee_id'],
  },
  amount: null,
  due: 'd.expected_date',
  title: { en: fromTo('w.name'), th: fromTo('coalesce(w.name_th, w.name)') },
  path: '/warehouse-management/parts-transfer/',
} as const;

const leaderOf = (team: string) => `(select l.id from users l
  where l.team_id = m.${team} and l.team_position = '${POSITION.leader}')`;
const movedTo = (name: string) => `(select u.full_name || ' → ' || ${name} from users u, teams t
  where u.id = d.user_id and t.id = d.to_team_id)`;

/** Moves into teams of a type: for whoever leads the team, or places people in such teams anyway. */
const move = (type: TeamType): WorkKind => ({
  key: 'approveMove',
  machine: teamMoveMachines[type],
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
});

/** What ran out waits for nobody: who still needs it finds it under the list's Expired tab. */
const KINDS: readonly WorkKind[] = [
  { ...request, key: 'approveRequest', action: 'approval', status: 'pending' },
  { ...request, key: 'submitRequest', action: 'submit', status: 'draft', mine: true },
  {
    ...request,
    key: 'orderRequest',
    action: 'source',
    status: 'approved',
    ability: 'purchase-orders:create',
    scope: DOCUMENT,
    where: () => sql<boolean>`d.has_open_lines`,
  },
  { ...order, key: 'approveOrder', action: 'approval', status: 'pending' },
  { ...order, key: 'submitOrder', action: 'submit', status: 'draft', mine: true },
  { ...order, key: 'confirmOrder', action: 'confirm', status: 'approved' },
  ...['booking', 'onGoing'].map((status) => ({
    ...order,
    key: 'receiveOrder',
    action: 'receive',
    status,
    ability: 'receipt:create',
    scope: DOCUMENT,
    where: () => sql<boolean>`d.is_receivable`,
    // A receiver is neither the order's creator nor its approver.
    notBy: ['d.created_by', 'd.approved_by'],
    path: '/purchase-management/receipt/create?orderId=',
  })),
  {
    key: 'approveReceipt',
    machine: receiptMachine,
    action: 'approval',
    status: 'pending',
    table: 'purchase_order_receipts',
    type: 'receipt',
    scope: { ...DOCUMENT, owner: ['d.created_by'] },
    amount: 'd.grand_total',
    due: null,
    title: SUPPLIER_TITLE,
    path: '/purchase-management/receipt/',
  },
  {
    ...goodsImport,
    key: 'countImport',
    action: 'update',
    status: 'pending',
    notBy: ['d.sent_by'],
  },
  { ...bidding, key: 'awardBidding', action: 'award', status: 'closed' },
  {
    ...bidding,
    key: 'orderBidding',
    action: 'create-po',
    status: 'awarded',
    where: () => sql<boolean>`d.ordered_at is null`,
  },
  {
    ...goodsImport,
    key: 'approveImport',
    action: 'approve',
    status: 'inspecting',
    notBy: ['d.counted_by', 'd.sent_by'],
  },
  {
    ...requisition,
    key: 'approveRequisition',
    action: 'approve',
    status: 'pending',
    notBy: ['d.requester_id'],
  },
  { ...requisition, key: 'pickRequisition', action: 'confirm-items', status: 'approved' },
  { ...requisition, key: 'dispatchRequisition', action: 'confirm-dispatch', status: 'picking' },
  {
    ...destruction,
    key: 'approveDestruction',
    action: 'approve',
    status: 'pending',
    // Who is to watch does not decide.
    where: ({ actor }) => sql<boolean>`not exists (select 1 from destruction_witnesses w
      where w.destruction_id = d.id and w.user_id = ${actor.userId}::uuid)`,
  },
  { ...destruction, key: 'completeDestruction', action: 'complete', status: 'approved' },
  { ...transformation, key: 'approveTransformation', action: 'approve', status: 'pending' },
  { ...transformation, key: 'confirmTransformation', action: 'confirm', status: 'approved' },
  { ...repair, key: 'approveRepair', action: 'approve', status: 'pending' },
  { ...repair, key: 'startRepair', action: 'start', status: 'approved' },
  { ...repair, key: 'completeRepair', action: 'complete', status: 'onGoing' },
  { ...audit, key: 'startAudit', action: 'start', status: 'draft', where: forCounters },
  { ...audit, key: 'countAudit', action: 'count', status: 'counting', where: forCounters },
  { ...audit, key: 'recountAudit', action: 'count', status: 'recount', where: forOthers },
  { ...audit, key: 'reviewAudit', action: 'review', status: 'counted' },
  {
    ...audit,
    key: 'decideAudit',
    action: 'decide',
    status: 'review',
    where: () => sql<boolean>`d.undecided_count > 0`,
  },
  {
    ...audit,
    key: 'approveAudit',
    action: 'approve',
    status: 'review',
    where: ({ actor }) =>
      sql<boolean>`d.undecided_count = 0 and not ${actor.userId}::uuid = any(d.counted_by_ids)`,
  },
  {
    ...transfer,
    key: 'approveTransfer',
    action: 'approve',
    status: 'pending',
  },
  { ...transfer, key: 'shipTransfer', action: 'ship', status: 'approved' },
  ...transferMachine.actions['resolve-loss'].from.map((status) => ({
    ...transfer,
    scope: { ...transfer.scope, warehouse: ['d.from_warehouse_id', 'd.to_warehouse_id'] },
    key: 'settleTransfer',
    action: 'resolve-loss',
    status,
    where: () => sql<boolean>`d.has_missing`,
  })),
  ...TEAM_TYPES.map(move),
];

/** The most that the dashboard lists; the rest is a number. */
const MOST = 20;

function mayAct(ctx: Ctx, kind: WorkKind): boolean {
  const { grants } = ctx.actor;
  if (kind.ability !== undefined) return can(grants, kind.ability);
  const def = kind.machine.actions[kind.action];
  const verb = def?.verb;
  if (def === undefined || verb === undefined || !def.from.includes(kind.status)) return false;
  if (!can(grants, `${kind.machine.page}:view`)) return false;
  return can(grants, `${kind.machine.page}:${verb}`) || (kind.mine === true && !!def.ownerMay);
}

function conditions(ctx: Ctx, kind: WorkKind): RawBuilder<unknown>[] {
  const me = ctx.actor.userId;
  const def = kind.machine.actions[kind.action];
  const own = can(ctx.actor.grants, `${kind.machine.page}:approve-own`);
  const barred = [
    ...(def?.notOwn && !own ? ['d.created_by'] : []),
    ...(kind.ability !== undefined || !own ? (kind.notBy ?? []) : []),
  ];
  const scope = scopeCondition(ctx.actor, kind.scope);
  return [
    sql`d.status = ${kind.status}`,
    ...(scope ? [scope] : []),
    ...(kind.mine ? [sql`d.created_by = ${me}::uuid`] : []),
    ...(kind.where ? [kind.where(ctx)] : []),
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

/** What waits for this person, oldest first, and how much it is altogether. */
export async function myWork(ctx: Ctx): Promise<{ items: WorkItem[]; total: number }> {
  const kinds = KINDS.filter((kind) => mayAct(ctx, kind));
  const found = await Promise.all(kinds.map((kind) => workOf(ctx, kind)));
  const items = found
    .flatMap((one) => one.items)
    .sort((a, b) => a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1));
  return {
    items: items.slice(0, MOST),
    total: found.reduce((sum, one) => sum + one.total, 0),
  };
}

async function workOf(ctx: Ctx, kind: WorkKind): Promise<{ items: WorkItem[]; total: number }> {
  const where = sql.join(conditions(ctx, kind), sql` and `);
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
      ${columnOrNull(kind.due, 'text')} as due_date, d.created_at as since, ${sql.raw(kind.title[ctx.locale])} as title,
      ${columnOrNull(kind.beside ?? null, 'text')} as beside
    from ${sql.raw(kind.table)} d
    where ${where}
    order by d.created_at, d.id
    limit ${MOST}
  `.execute(ctx.db);
  const total = rows.length < MOST ? rows.length : await countOf(ctx, kind, where);
  return {
    total,
    items: rows.map(({ beside, ...row }) => ({
      ...row,
      type: kind.type,
      key: kind.key,
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
