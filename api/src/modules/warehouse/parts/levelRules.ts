import { isWhole } from '@boxyard/shared/domain';
import type { FieldFault } from '../../../kernel/index.ts';

/** Levels of a part, in a warehouse or a company (domain-warehouse 1.4). */
export interface Levels {
  readonly minStock?: number | null | undefined;
  readonly reorderPoint?: number | null | undefined;
  readonly maxStock?: number | null | undefined;
  readonly reorderQty?: number | null | undefined;
}

export const LEVELS = ['minStock', 'reorderPoint', 'maxStock', 'reorderQty'] as const;

/** min ≤ reorder point ≤ max, as far as they are given. */
export function levelFaults({ minStock, reorderPoint, maxStock }: Levels): FieldFault[] {
  const faults: FieldFault[] = [];
  if (minStock != null && reorderPoint != null && reorderPoint < minStock) {
    faults.push({ field: 'reorderPoint', code: 'MIN', params: { min: minStock } });
  }
  if (maxStock != null && reorderPoint != null && reorderPoint > maxStock) {
    faults.push({ field: 'reorderPoint', code: 'MAX', params: { max: maxStock } });
  }
  if (minStock != null && maxStock != null && maxStock < minStock) {
    faults.push({ field: 'maxStock', code: 'MIN', params: { min: minStock } });
  }
  return faults;
}

/** What has serials is counted in whole pieces, whatever its unit allows (D7). */
export const countsWhole = (trackingType: string, allowFraction: boolean): boolean =>
  trackingType === 'serial' || !allowFraction;

/** What is counted in whole pieces has whole levels (D7). */
export const wholeFaults = (levels: Levels, whole: boolean): FieldFault[] =>
  whole
    ? LEVELS.filter((field) => !isWhole(levels[field] ?? 0)).map((field) => ({
        field,
        code: 'WHOLE',
      }))
    : [];
