import type { RequisitionItem } from '@boxyard/shared/contract';
import { addQuantities, subtractQuantities } from '@boxyard/shared/domain';

type Alternative = RequisitionItem['alternatives'][number];

/** What is decided about a line: it carries the line as it is shown, and what else there is of it. */
export interface Decided {
  readonly label: RequisitionItem;
  readonly alternatives: readonly Alternative[];
  readonly approvedQty?: number | null | undefined;
  readonly warehouseId?: string | null | undefined;
  readonly substitutePartId?: string | null | undefined;
}

/** Where a line is served from instead; undefined: as it was asked for. */
const insteadOf = ({ alternatives, warehouseId, substitutePartId }: Decided) =>
  alternatives.find(({ warehouse, part }) =>
    part === null ? warehouse.id === warehouseId : part.id === substitutePartId,
  );

/** What two lines may not both have: a part in a warehouse. */
const sourceOf = (line: Decided): { readonly key: string; readonly available: number | null } => {
  const instead = insteadOf(line);
  const part = instead?.part ?? line.label.substitute ?? line.label.part;
  return {
    key: `${part.id}/${instead && instead.part === null ? instead.warehouse.id : ''}`,
    available: instead ? instead.available : line.label.available,
  };
};

/** What is taken of each source by lines; one whose stock is hidden is not reckoned with. */
function takenBy(lines: readonly Decided[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const line of lines) {
    const { key } = sourceOf(line);
    taken.set(key, addQuantities(taken.get(key) ?? 0, line.approvedQty ?? 0));
  }
  return taken;
}

/** No more than is there, nor than was asked for; what is hidden from a counter limits nothing. */
export function proposedQty(line: Decided, others: readonly Decided[] = []): number {
  const { key, available } = sourceOf(line);
  if (available === null) return line.label.requestedQty;
  const left = subtractQuantities(available, takenBy(others).get(key) ?? 0);
  return Math.max(0, Math.min(line.label.requestedQty, left));
}

/** The lines of a decision as it is proposed: the first in the document is served first. */
export function proposed<D extends Decided>(lines: readonly D[]): (D & { approvedQty: number })[] {
  const decided: (D & { approvedQty: number })[] = [];
  for (const line of lines) decided.push({ ...line, approvedQty: proposedQty(line, decided) });
  return decided;
}

/** What the line says is handed out: the chosen substitute's code, else its own. */
export const codeOf = (line: Decided): string => {
  const part = insteadOf(line)?.part ?? line.label.substitute ?? line.label.part;
  return part.code ?? part.name;
};

/** Lines that leave nothing available where they are served from. */
export function emptied<D extends Decided>(lines: readonly D[]): D[] {
  const taken = takenBy(lines);
  return lines.filter((line) => {
    const { key, available } = sourceOf(line);
    return (
      (line.approvedQty ?? 0) > 0 &&
      available !== null &&
      available > 0 &&
      (taken.get(key) ?? 0) >= available
    );
  });
}
