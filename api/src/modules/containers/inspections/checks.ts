import {
  type CheckLimits,
  type CheckResult,
  isOutside,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import type { Ctx, FieldFault } from '../../../kernel/index.ts';

/** Photographs that belong to a document and were not taken off again. */
export async function photosOf(
  ctx: Ctx,
  subjectType: string,
  subjectId: string,
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.subjectType', '=', subjectType)
    .where('a.subjectId', '=', subjectId)
    .where('a.removedAt', 'is', null)
    .where('f.mime', 'in', ['image/jpeg', 'image/png'])
    .select('a.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface Checked {
  readonly result?: CheckResult | null | undefined;
  readonly measured?: string | null | undefined;
}

/** Faults of a checklist's findings: a reading where nothing is measured, or one beyond its limits that passed. */
export function checkFaults(
  at: string,
  item: CheckLimits & { readonly unit: string | null },
  { result, measured }: Checked,
): FieldFault[] {
  if (measured && item.unit === null) return [{ field: `${at}.measured`, code: 'NOT_MEASURED' }];
  return result === 'pass' && measured && isOutside(measured, item)
    ? [{ field: `${at}.result`, code: 'OUTSIDE_LIMITS' }]
    : [];
}
