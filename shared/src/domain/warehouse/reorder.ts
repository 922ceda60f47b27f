import { addQuantities, subtractQuantities, toThousandths } from '../values/quantity.ts';

/** Stock of a part, in a warehouse or a company, against its levels (domain-warehouse 1.4). */
export interface ReorderFigures {
  /** To be picked now. */
  readonly available: number;
  /** Arrived and not put away, in transfers between warehouses too. */
  readonly incoming: number;
  /** Ordered of suppliers and not received. */
  readonly onOrder: number;
  /** Asked for and not ordered. */
  readonly requested: number;
  readonly reorderPoint: number | null;
  readonly minStock: number | null;
  readonly maxStock: number | null;
  /** Bought at once, if anything is. */
  readonly reorderQty: number | null;
  /** Stock units of one purchased unit: nothing is bought in part of a box. */
  readonly pack: number;
}

/** What there will be when everything on its way has come. */
export const projectedStock = ({
  available,
  incoming,
  onOrder,
  requested,
}: Pick<ReorderFigures, 'available' | 'incoming' | 'onOrder' | 'requested'>): number =>
  addQuantities(available, incoming, onOrder, requested);

/** The level at or below which a part is bought again; none: nobody watches it. */
export const reorderLevel = ({
  reorderPoint,
  minStock,
}: Pick<ReorderFigures, 'reorderPoint' | 'minStock'>): number | null => reorderPoint ?? minStock;

/**
 * How much to buy, in stock units and whole packs: up to the maximum, at least the usual quantity; 0
 * while what is on its way is enough (domain-warehouse 1.4: suggested, never bought by itself).
 */
export function suggestedOrder(figures: ReorderFigures): number {
  const level = reorderLevel(figures);
  const projected = projectedStock(figures);
  if (level === null || projected > level) return 0;
  const target = Math.max(figures.maxStock ?? 0, level);
  const wanted = Math.max(subtractQuantities(target, projected), figures.reorderQty ?? 0);
  const pack = toThousandths(figures.pack);
  // At the level exactly and nothing said of how much: one pack.
  const packs = Math.max(1, Math.ceil(toThousandths(wanted) / pack));
  return (packs * pack) / 1000;
}
