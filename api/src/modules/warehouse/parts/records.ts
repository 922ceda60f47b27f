import {
  can,
  claimMachine,
  destructionMachine,
  goodsImportMachine,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  repairMachine,
  requisitionMachine,
  transferMachine,
  unfinished,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  type Ctx,
  defineList,
  expectVersion,
  type HandlersOf,
  notFound,
  scopeCondition,
  whereInScope,
} from '../../../kernel/index.ts';
import { COMMON_WORDS, loadRefs } from '../../../workflow/index.ts';
import { TEXTS as CLAIM_WORDS } from '../claims/labels.ts';
import { claims } from '../claims/type.ts';
import { TEXTS as REPAIR_WORDS } from '../repairs/labels.ts';
import { repairRows } from '../repairs/present.ts';
import { repairs } from '../repairs/type.ts';
import { namesOf } from '../stock/facts.ts';
import { partMaster } from './partMaster.ts';
import { partById } from './partRows.ts';

/** The columns of a document of which one line, or the whole, is about a part. */
interface FollowKind {
  readonly machine: Machine;
  /** What its rows are read from: the document as `d`, joined to lines as `i` where it has some. */
  readonly from: RawBuilder<unknown>;
  readonly part: RawBuilder<unknown>;
  readonly quantity: RawBuilder<unknown>;
  /** Column of the warehouse, and its owners; the usual ones unless said. */
  readonly warehouse?: string;
  readonly owner?: readonly string[];
}

/** A kind with lines. */
const lined = (
  machine: Machine,
  [table, items, key]: readonly [table: string, items: string, key: string],
  more: Partial<Omit<FollowKind, 'machine' | 'from'>> = {},
): FollowKind => ({
  machine,
  from: sql`${sql.table(table)} d join ${sql.table(items)} i on i.${sql.id(key)} = d.id`,
  part: sql`i.part_id`,
  quantity: sql`i.quantity`,
  ...more,
});

/** What may go on with a part, in the order in which documents follow each other. */
const KINDS: readonly FollowKind[] = [
  lined(purchaseRequestMachine, ['purchase_requests', 'purchase_request_items', 'request_id'], {
    owner: ['d.created_by', 'd.requester_id'],
  }),
  lined(purchaseOrderMachine, ['purchase_orders', 'purchase_order_items', 'order_id']),
  lined(goodsImportMachine, ['goods_imports', 'goods_import_items', 'import_id'], {
    quantity: sql`i.expected_qty`,
  }),
  lined(requisitionMachine, ['requisitions', 'requisition_items', 'requisition_id'], {
    part: sql`coalesce(i.substitute_part_id, i.part_id)`,
    quantity: sql`i.requested_qty`,
    owner: ['d.created_by', 'd.requester_id'],
  }),
  lined(transferMachine, ['part_transfers', 'part_transfer_items', 'transfer_id'], {
    warehouse: 'd.from_warehouse_id',
  }),
  lined(claimMachine, ['claims', 'claim_items', 'claim_id']),
  {
    machine: repairMachine,
    from: sql`repairs d`,
    part: sql`d.part_id`,
    quantity: sql`d.quantity`,
    owner: ['d.created_by', 'd.technician_id'],
  },
  lined(destructionMachine, ['destructions', 'destruction_items', 'destruction_id']),
];

/** More than a part has going on at a time. */
const MOST = 200;

interface Following {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly documentDate: string;
  readonly warehouseId: string;
  readonly quantity: string;
  readonly createdBy: string | null;
}

const branch = ({ actor }: Ctx, partId: string, kind: FollowKind) => {
  const { machine, warehouse = 'd.warehouse_id', owner = ['d.created_by'] } = kind;
  const scope = scopeCondition(actor, { company: 'd.company_id', warehouse, owner });
  return sql`select ${machine.id}::text as type, d.id, d.document_no as "documentNo", d.status,
      d.document_date::text as "documentDate", ${sql.ref(warehouse)} as "warehouseId",
      sum(${kind.quantity})::text as quantity, d.created_by as "createdBy", d.created_at
    from ${kind.from}
    where ${kind.part} = ${partId}::uuid and d.status = any(${unfinished(machine)})
      ${scope === null ? sql`` : sql`and ${scope}`}
    group by d.id`;
};

/** Documents that are not over and that this person may look at, the newest first. */
async function followUps(ctx: Ctx, partId: string) {
  await partById(ctx, partId);
  const kinds = KINDS.filter(({ machine }) => can(ctx.actor.grants, `${machine.page}:view`));
  if (kinds.length === 0) return [];
  const branches = kinds.map((kind) => branch(ctx, partId, kind));
  const { rows } = await sql<Following>`
    select * from (${sql.join(branches, sql` union all `)}) f
    order by f.created_at desc, f.id limit ${MOST}`.execute(ctx.db);
  const refs = await loadRefs(ctx, {
    warehouse: rows.map(({ warehouseId }) => warehouseId),
    user: rows.map(({ createdBy }) => createdBy),
  });
  return rows.map(({ warehouseId, quantity, createdBy, ...row }) => ({
    ...row,
    warehouse: refs.ref(warehouseId),
    quantity: Number(quantity),
    createdBy: refs.userOrNull(createdBy),
  }));
}

const partRepairs = defineList('parts.repairs', {
  id: 'rp.id',
  from: (ctx, { params }) =>
    whereInScope(
      ctx.db.selectFrom('repairs as rp').where('rp.partId', '=', params.id),
      ctx.actor,
      repairs.scope,
    ),
  ...repairRows,
  sorts: { createdAt: 'rp.createdAt' },
  filters: {},
  export: {
    fileName: 'repairs-of-part',
    columns: {
      documentNo: { title: { en: 'Repair no.', th: 'เลขที่ใบซ่อม' }, type: 'text' },
      documentDate: { title: COMMON_WORDS.field.documentDate, type: 'date' },
      serialNo: { title: { en: 'Serial no.', th: 'ซีเรียล' }, type: 'text' },
      quantity: { title: REPAIR_WORDS.field.quantity, type: 'quantity' },
      symptom: { title: REPAIR_WORDS.field.symptom, type: 'text' },
      technician: { title: REPAIR_WORDS.field.technician, type: 'text' },
      outcome: {
        title: REPAIR_WORDS.field.outcome,
        type: 'status',
        labels: REPAIR_WORDS.choice.outcome,
      },
      totalCost: { title: REPAIR_WORDS.field.totalCost, type: 'money' },
      completedAt: { title: REPAIR_WORDS.field.completedAt, type: 'datetime' },
      status: { title: COMMON_WORDS.field.status, type: 'status', labels: REPAIR_WORDS.status },
    },
  },
});

const partClaims = defineList('parts.claims', {
  id: 'ci.id',
  from: (ctx, { params }) =>
    whereInScope(
      ctx.db
        .selectFrom('claimItems as ci')
        .innerJoin('claims as cl', 'cl.id', 'ci.claimId')
        .where('ci.partId', '=', params.id),
      ctx.actor,
      claims.scope,
    ),
  select: (query) =>
    query.select([
      'ci.id',
      'ci.claimId',
      'ci.createdAt',
      'ci.quantity',
      'ci.serialId',
      'ci.replacementSerialId',
      'ci.defect',
      'ci.inWarranty',
      'ci.resolution',
      'cl.documentNo',
      'cl.status',
      'cl.documentDate',
      'cl.supplierId',
      'cl.dueDate',
      'cl.isLate',
    ]),
  map: async (rows, ctx) => {
    const [refs, names] = await Promise.all([
      loadRefs(ctx, { supplier: rows.map(({ supplierId }) => supplierId) }),
      namesOf(ctx, {
        binIds: [],
        lotIds: [],
        serialIds: rows.flatMap(({ serialId, replacementSerialId }) => [
          serialId,
          replacementSerialId,
        ]),
      }),
    ]);
    return rows.map(({ supplierId, serialId, replacementSerialId, ...row }) => ({
      ...row,
      quantity: Number(row.quantity),
      supplier: refs.ref(supplierId),
      serialNo: names.serialNo(serialId),
      replacementSerialNo: names.serialNo(replacementSerialId),
    }));
  },
  sorts: { createdAt: 'ci.createdAt' },
  filters: {},
  export: {
    fileName: 'claims-of-part',
    columns: {
      documentNo: { title: { en: 'Claim no.', th: 'เลขที่ใบเคลม' }, type: 'text' },
      documentDate: { title: COMMON_WORDS.field.documentDate, type: 'date' },
      supplier: { title: CLAIM_WORDS.field.supplier, type: 'text' },
      quantity: { title: REPAIR_WORDS.field.quantity, type: 'quantity' },
      serialNo: { title: { en: 'Serial no.', th: 'ซีเรียล' }, type: 'text' },
      replacementSerialNo: { title: { en: 'Replaced by', th: 'ซีเรียลใหม่' }, type: 'text' },
      defect: { title: CLAIM_WORDS.line.defect, type: 'text' },
      resolution: {
        title: CLAIM_WORDS.line.resolution,
        type: 'status',
        labels: CLAIM_WORDS.choice.resolution,
      },
      dueDate: { title: CLAIM_WORDS.field.dueDate, type: 'date' },
      status: { title: COMMON_WORDS.field.status, type: 'status', labels: CLAIM_WORDS.status },
    },
  },
});

async function warrantyOf(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', id)
    .select(['version', 'warrantyMonths as months', 'warrantyStartsFrom as startsFrom'])
    .select('warrantyTerms as terms')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** What is on record of one part (domain-warehouse 4.1). */
export const partRecordHandlers: HandlersOf<
  'parts.followUps' | 'parts.repairs' | 'parts.claims' | 'parts.warranty' | 'parts.setWarranty'
> = {
  'parts.followUps': async (ctx, { params }) => ({ data: await followUps(ctx, params.id) }),
  'parts.repairs': partRepairs.run,
  'parts.claims': partClaims.run,
  'parts.warranty': async (ctx, { params }) => ({ data: await warrantyOf(ctx, params.id) }),
  'parts.setWarranty': async (ctx, { params, body }) => {
    const before = await partMaster.lock(ctx, params.id);
    expectVersion(before, body.version);
    await partMaster.update(ctx, before, {
      values: {
        warrantyMonths: body.months,
        warrantyStartsFrom: body.startsFrom,
        warrantyTerms: body.terms || null,
      },
    });
    return { data: await warrantyOf(ctx, params.id) };
  },
};
