import { type Condition, isDestroyed } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  defineFamily,
  defineLines,
  type LineOf,
  type RowOfFamily,
} from '../../../workflow/index.ts';

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

const lines = defineLines('destructionItems', {
  of: 'destructionId',
  numbers: ['quantity', 'correctedQty'],
  read: (row) => ({ ...row, condition: row.condition as Condition }),
});

/** Destructions, `material_destroy` (domain-warehouse 1.12, 2.12). */
export const destructions = defineFamily('destructions', {
  as: 'ds',
  moves: 'destroy',
  lines,
  fields: (query) => query.select([witnessIds, worth, hasAfterPhoto, isCorrectable]),
  read: (row) => ({ ...row, bookValue: isDestroyed(row.status) ? row.bookValue : row.worth }),
});
export type DestructionRow = RowOfFamily<typeof destructions>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

/** The line of a destruction. */
export type ItemRow = LineOf<typeof lines>;
