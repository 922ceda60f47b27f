import { isWhole } from '@boxyard/shared/domain';
import type { FieldFault } from '../../../kernel/index.ts';
import type { Catalogue } from '../../../workflow/index.ts';

/**
 * What speaks against the parts of a document's lines: unknown, out of use, named twice, or a share of
 * what is only counted whole. `quantity` is the name of the field that says how much.
 */
export function lineFaults<Q extends string>(
  items: readonly ({ readonly partId: string } & Readonly<Record<Q, number>>)[],
  { parts, quantity }: { readonly parts: Catalogue['parts']; readonly quantity: Q },
): FieldFault[] {
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const at = (name: string) => `items[${index}].${name}`;
    const part = parts.get(item.partId);
    if (!part) faults.push({ field: at('partId'), code: 'UNKNOWN_ID' });
    else {
      if (!part.isActive) faults.push({ field: at('partId'), code: 'INACTIVE' });
      const wholeOnly = !part.unitAllowsFraction || part.trackingType === 'serial';
      if (wholeOnly && !isWhole(item[quantity])) {
        faults.push({ field: at(quantity), code: 'WHOLE' });
      }
    }
    if (seen.has(item.partId)) faults.push({ field: at('partId'), code: 'REPEATED' });
    seen.add(item.partId);
  });
  return faults;
}
