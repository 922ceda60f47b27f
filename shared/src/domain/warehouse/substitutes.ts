import type { TrackingType } from '../stock/locations.ts';

/** What decides whether a part may stand for another one. */
export interface Replaceable {
  readonly categoryId: string;
  readonly subCategoryId: string | null;
  readonly unitId: string;
  readonly trackingType: TrackingType;
  /** Models of containers that it is for; none: it says nothing about them. */
  readonly modelIds: readonly string[];
}

type Misfit =
  | 'SUBSTITUTE_CATEGORY'
  | 'SUBSTITUTE_UNIT'
  | 'SUBSTITUTE_TRACKING'
  | 'SUBSTITUTE_MODEL';

const shareModel = (part: Replaceable, other: Replaceable): boolean =>
  part.modelIds.length === 0 ||
  other.modelIds.length === 0 ||
  part.modelIds.some((id) => other.modelIds.includes(id));

/**
 * Why a part does not fit in the place of another one; null: it fits. Both are of one sub-category,
 * are counted and traced alike, and where both name models of containers they share one (2.7).
 */
export function misfitOf(part: Replaceable, other: Replaceable): Misfit | null {
  if (other.unitId !== part.unitId) return 'SUBSTITUTE_UNIT';
  if (other.categoryId !== part.categoryId || other.subCategoryId !== part.subCategoryId) {
    return 'SUBSTITUTE_CATEGORY';
  }
  if (other.trackingType !== part.trackingType) return 'SUBSTITUTE_TRACKING';
  return shareModel(part, other) ? null : 'SUBSTITUTE_MODEL';
}
