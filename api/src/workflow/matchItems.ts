import { type FieldFault, refuseFaults } from '../kernel/index.ts';

/** Says what is wrong with a field of the line at hand. */
export type AddFault = (name: string, fault: Omit<FieldFault, 'field'>) => void;

/**
 * What `take` makes of each line of a request and of the item of the document that it names; what is
 * wrong with any of them is refused at once.
 * @throws a 422 with every fault, at `items[n].<field>`, or below another name of the lines.
 */
export function matchItems<I extends { readonly id: string }, L extends { readonly id: string }, R>(
  {
    items,
    lines,
    mayRepeat = false,
    at = 'items',
  }: { items: readonly I[]; lines: readonly L[]; mayRepeat?: boolean; at?: string },
  take: (item: I, line: L, fault: AddFault) => R | undefined,
): R[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const faults: FieldFault[] = [];
  const taken = lines.flatMap((line, index) => {
    const fault: AddFault = (name, what) => {
      faults.push({ ...what, field: `${at}[${index}].${name}` });
    };
    const item = byId.get(line.id);
    if (!item) {
      fault('id', { code: 'UNKNOWN_ID' });
      return [];
    }
    if (seen.has(item.id) && !mayRepeat) fault('id', { code: 'REPEATED' });
    seen.add(item.id);
    const made = take(item, line, fault);
    return made === undefined ? [] : [made];
  });
  refuseFaults(faults);
  return taken;
}
