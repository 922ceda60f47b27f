import { type Condition, destructionMachine, isDestroyed } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { DestructionTables } from '../../../db/schema/destructions.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

export type DestructionRow = Selectable<DestructionTables['destructions']> &
  DocumentRow & {
    readonly documentNo: string;
    /** As the machine names whoever may not approve either. */
    readonly witnesses: readonly string[];
    readonly hasAfterPhoto: boolean;
    readonly isCorrectable: boolean;
  };

/** Destructions, `material_destroy` (domain-warehouse 1.12, 2.12). */
export const destructionType: DocumentType<DestructionRow> = {
  machine: destructionMachine,
  subject: 'destructions',
  table: 'destructions',
  docType: 'DS',
  label: { en: 'Destruction', th: 'ใบทำลายอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('destructions as ds')
      .selectAll('ds')
      .select([witnessIds, worth, hasAfterPhoto, isCorrectable])
      .where('ds.id', '=', id);
    const row = await (lock ? query.forUpdate('ds') : query).executeTakeFirst();
    return row && { ...row, bookValue: isDestroyed(row.status) ? row.bookValue : row.worth };
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy, ...row.witnesses],
  }),
};

const witnessIds = sql<string[]>`coalesce((select array_agg(w.user_id::text order by w.place)
  from destruction_witnesses w where w.destruction_id = ds.id), '{}')`.as('witnesses');

/** What limits are held against: at the average of the moment it is decided. */
const worth =
  sql<string>`(select coalesce(sum(round(i.quantity * v.avg_cost, 2)), 0)::numeric(15, 2)::text
  from destruction_items i left join part_valuations v
    on v.company_id = ds.company_id and v.item_type = 'part' and v.item_id = i.part_id
  where i.destruction_id = ds.id)`.as('worth');

/** Photographs since the approval show what is left; those before it, what there was (1.12). */
const hasAfterPhoto = sql<boolean>`exists (select 1 from attachments a
  where a.subject_id = ds.id and a.subject_type = 'destructions' and a.kind = 'photo'
    and a.removed_at is null and a.created_at >= ds.approved_at)`.as('hasAfterPhoto');

const isCorrectable = sql<boolean>`exists (select 1 from destruction_items i
  where i.destruction_id = ds.id and i.loss_value is not null and i.corrected_qty < i.quantity)`.as(
  'isCorrectable',
);

export const pathOf = (id: string): string =>
  `/warehouse-management/destruction/detail/update/${id}`;

export const DESTRUCTION_SCOPE = {
  company: 'ds.companyId',
  warehouse: 'ds.warehouseId',
  owner: ['ds.createdBy'],
} as const;

/** docType of its stock moves and reservations. */
export const DESTRUCTION_MOVES = 'destroy';

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

export interface ItemRow extends NamedStock {
  readonly id: string;
  readonly lineNo: number;
  readonly lossValue: string | null;
  readonly correctedQty: number;
  readonly correctedSerialIds: readonly string[];
}

/** The lines of a destruction in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, destructionId: string): Promise<ItemRow[]> {
  const rows = await ctx.db
    .selectFrom('destructionItems')
    .selectAll()
    .where('destructionId', '=', destructionId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    quantity: Number(row.quantity),
    correctedQty: Number(row.correctedQty),
  }));
}
