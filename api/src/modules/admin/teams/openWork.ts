import {
  auditMachine,
  bangkokDate,
  can,
  claimMachine,
  goodsImportMachine,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
  repairMachine,
  requisitionMachine,
  transferMachine,
  unfinished,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  type Happening,
  inScope,
  type Localised,
  notify,
  record,
  updated,
} from '../../../kernel/index.ts';

/**
 * A kind of work that somebody owns and that is to be handed over, or kept, when they move to
 * another team (domain-containers 2.11). An area that adds documents adds its kind to `SOURCES`.
 */
interface WorkSource {
  readonly machine: Machine;
  /** Family of the contract. */
  readonly subject: Happening['subject'];
  readonly table: string;
  readonly label: Localised;
  readonly path: string;
  /**
   * Columns that say whose it is, the first that is filled counts. Whoever takes it over is written
   * to the first one; the creator never changes, since nobody approves what they made.
   */
  readonly owners: readonly [string, ...string[]];
  /** What somebody has to hold to go on with it. */
  readonly ability: string;
  /** Column of the warehouse that it belongs to; `warehouse_id` unless said. */
  readonly warehouse?: string;
  /** Data scopes own and team find it by its first owner; else only by who made it. */
  readonly seenByOwner: boolean;
}

const SOURCES: readonly WorkSource[] = [
  {
    machine: purchaseRequestMachine,
    subject: 'purchaseRequests',
    table: 'purchase_requests',
    label: { en: 'Purchase request', th: 'ใบขอซื้อ' },
    path: '/purchase-management/purchase-requests/',
    owners: ['requester_id'],
    ability: 'purchase-requests:create',
    seenByOwner: true,
  },
  {
    machine: purchaseOrderMachine,
    subject: 'purchaseOrders',
    table: 'purchase_orders',
    label: { en: 'Purchase order', th: 'ใบสั่งซื้อ' },
    path: '/purchase-management/purchase-orders/',
    owners: ['assignee_id', 'created_by'],
    ability: 'purchase-orders:update',
    seenByOwner: false,
  },
  {
    machine: receiptMachine,
    subject: 'receipts',
    table: 'purchase_order_receipts',
    label: { en: 'Receipt', th: 'ใบรับสินค้า' },
    path: '/purchase-management/receipt/',
    owners: ['assignee_id', 'created_by'],
    ability: 'receipt:create',
    seenByOwner: false,
  },
  {
    machine: goodsImportMachine,
    subject: 'goodsImports',
    table: 'goods_imports',
    label: { en: 'Goods import', th: 'ใบนำเข้าสินค้า' },
    path: '/warehouse-management/import-warehouse/',
    owners: ['assignee_id', 'counted_by', 'created_by'],
    ability: 'import-warehouse:update',
    seenByOwner: false,
  },
  {
    machine: requisitionMachine,
    subject: 'requisitions',
    table: 'requisitions',
    label: { en: 'Parts requisition', th: 'ใบเบิกอะไหล่' },
    path: '/warehouse-management/parts-requisition/view/',
    owners: ['requester_id'],
    ability: 'parts-requisition:create',
    seenByOwner: true,
  },
  {
    machine: claimMachine,
    subject: 'claims',
    table: 'claims',
    label: { en: 'Claim', th: 'ใบเคลมอะไหล่' },
    path: '/warehouse-management/claim/detail/',
    owners: ['assignee_id', 'created_by'],
    ability: 'claim:update',
    seenByOwner: true,
  },
  {
    machine: repairMachine,
    subject: 'repairs',
    table: 'repairs',
    label: { en: 'Repair', th: 'ใบซ่อมอะไหล่' },
    path: '/warehouse-management/repair/detail/update/',
    owners: ['technician_id', 'created_by'],
    ability: 'repair:update',
    seenByOwner: true,
  },
  {
    machine: auditMachine,
    subject: 'audits',
    table: 'audits',
    label: { en: 'Stock audit', th: 'ใบตรวจนับสต็อก' },
    path: '/warehouse-management/audit/',
    owners: ['assignee_id', 'created_by'],
    ability: 'audit:create',
    seenByOwner: true,
  },
  {
    machine: transferMachine,
    subject: 'transfers',
    table: 'part_transfers',
    label: { en: 'Parts transfer', th: 'ใบโอนย้ายอะไหล่' },
    path: '/warehouse-management/parts-transfer/',
    owners: ['assignee_id', 'created_by'],
    ability: 'parts-transfer:update',
    warehouse: 'from_warehouse_id',
    seenByOwner: true,
  },
];

const sourceOf = (type: string): WorkSource | undefined =>
  SOURCES.find(({ machine }) => machine.id === type);

/** A piece of open work. */
export interface Work {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly companyId: string;
  readonly warehouseId: string;
}

/** Whether somebody could go on with it: they may, and they see it. */
export function canTakeOver(actor: Actor, work: Work): boolean {
  const source = sourceOf(work.type);
  if (!source || !can(actor.grants, source.ability)) return false;
  if (!inScope(actor, { companyId: work.companyId, warehouseIds: [work.warehouseId] }))
    return false;
  return source.seenByOwner || inScope(actor, { companyId: work.companyId, ownerIds: [] });
}

/** One column after the other, so that each finds its own rows by its index. */
const ownedBy = ({ owners }: WorkSource, userId: string) =>
  sql.join(
    owners.map((column, index) => {
      const earlier = owners.slice(0, index).map((name) => sql`d.${sql.id(name)} is null and `);
      return sql`(${sql.join(earlier, sql``)}d.${sql.id(column)} = ${userId}::uuid)`;
    }),
    sql` or `,
  );

/** Everything of one kind that still asks something of this person, the oldest first. */
async function workOf(ctx: Ctx, source: WorkSource, userId: string): Promise<Work[]> {
  const { rows } = await sql<Omit<Work, 'type'>>`
    select d.id, d.document_no, d.status, d.company_id,
      d.${sql.id(source.warehouse ?? 'warehouse_id')} as warehouse_id
    from ${sql.table(source.table)} d
    where (${ownedBy(source, userId)}) and d.status = any(${unfinished(source.machine)})
    order by d.created_at, d.id
  `.execute(ctx.db);
  return rows.map((row) => ({ ...row, type: source.machine.id }));
}

/** The open work of a person, kind by kind. */
export async function openWorkOf(ctx: Ctx, userId: string): Promise<Work[]> {
  const found: Work[] = [];
  for (const source of SOURCES) found.push(...(await workOf(ctx, source, userId)));
  return found;
}

export interface HandOver {
  readonly work: Pick<Work, 'type' | 'id' | 'documentNo'>;
  readonly from: { readonly id: string; readonly name: string };
  readonly to: { readonly id: string; readonly name: string };
}

/** Gives a piece of work to a colleague; what was finished or handed on meanwhile stays as it is. */
export async function handOver(ctx: Ctx, { work, from, to }: HandOver): Promise<boolean> {
  const source = sourceOf(work.type);
  if (!source) return false;
  const [column] = source.owners;
  const { updatedAt, updatedBy } = updated(ctx);
  const { rows } = await sql<{ version: number; companyId: string; status: string }>`
    update ${sql.table(source.table)} d
    set ${sql.id(column)} = ${to.id}::uuid, version = d.version + 1,
      updated_at = ${updatedAt}, updated_by = ${updatedBy}
    where d.id = ${work.id}::uuid and (${ownedBy(source, from.id)})
      and d.status = any(${unfinished(source.machine)})
    returning d.version, d.company_id, d.status
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
  await tellColleague(ctx, source, { work, from, to });
  return true;
}

const tellColleague = (ctx: Ctx, source: WorkSource, { work, from, to }: HandOver) => {
  const name = work.documentNo ?? '';
  return notify(ctx, [to.id], {
    category: 'message',
    type: 'info',
    title: {
      en: `${source.label.en} ${name} is yours now`.replace('  ', ' '),
      th: `คุณรับช่วง${source.label.th} ${name}`.trim(),
    },
    description: {
      en: `Handed over by ${from.name}, who moves to another team`,
      th: `รับช่วงต่อจาก ${from.name} ซึ่งย้ายทีม`,
    },
    action: `${source.path}${work.id}`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: source.subject, id: work.id },
    dedupeKey: `${source.subject}:${work.id}:reassign:${to.id}:${bangkokDate(ctx.clock.now())}`,
  });
};
