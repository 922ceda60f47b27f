import type { Json, VersionChange } from '@boxyard/shared/domain/sales/contractVersions.ts';
import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { seesPersonalData } from '../../partners/index.ts';

/**
 * What a contract says of its customer is personal data: without the ability it is shortened, as it is
 * with the customer (docs/domain/containers.md 1.3). By paths of a version.
 */
const SHORT: Readonly<Record<string, (value: string) => string>> = {
  'customer.taxId': masked,
  'customer.address': () => '',
  'customer.addressTh': () => '',
  'installSite.contactPhone': masked,
};

const shortened = (path: string, value: Json | undefined): Json | undefined =>
  typeof value === 'string' ? (SHORT[path]?.(value) ?? value) : value;

/** A version as this person sees it. */
export function shownVersion<S extends Readonly<Record<string, unknown>>>(
  ctx: Ctx,
  snapshot: S,
): S {
  if (seesPersonalData(ctx)) return snapshot;
  const parts = new Map<string, Record<string, Json>>();
  for (const path of Object.keys(SHORT)) {
    const [part = '', field = ''] = path.split('.');
    const said = snapshot[part] as Readonly<Record<string, Json>> | undefined;
    if (said === undefined) continue;
    const copy = parts.get(part) ?? { ...said };
    const value = shortened(path, copy[field]);
    if (value !== undefined) copy[field] = value;
    parts.set(part, copy);
  }
  return { ...snapshot, ...Object.fromEntries(parts) };
}

/** What leads from one version to another, likewise. */
export const shownChanges = (
  ctx: Ctx,
  changes: readonly VersionChange[],
): readonly VersionChange[] =>
  seesPersonalData(ctx)
    ? changes
    : changes.map(({ path, from, to }) => {
        const [before, after] = [shortened(path, from), shortened(path, to)];
        return {
          path,
          ...(before === undefined ? {} : { from: before }),
          ...(after === undefined ? {} : { to: after }),
        };
      });
