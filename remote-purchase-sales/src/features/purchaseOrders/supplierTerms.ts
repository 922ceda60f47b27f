import { call, oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate, decimal } from '@boxyard/shared/domain';

type Terms = DataOf<Contract['supplierParts.terms']>;
type PartTerms = Terms['parts'][number];

/** A line as the form holds it. */
export interface OrderLine {
  readonly partId?: string | null | undefined;
  readonly quantity?: number | null | undefined;
  readonly unitId?: string | null | undefined;
  readonly unitPrice?: string | null | undefined;
}
interface OrderForm {
  readonly supplierId?: string | null | undefined;
  readonly warehouseId?: string | null | undefined;
  readonly vatRate?: string | undefined;
  readonly items?: readonly OrderLine[] | undefined;
}

const partIdsOf = (items: readonly OrderLine[]): string[] => [
  ...new Set(items.flatMap(({ partId }) => (partId ? [partId] : []))),
];

/** What the form asks of the supplier and the parts that it holds. */
export const termsOptions = ({ supplierId, warehouseId, items = [] }: OrderForm) =>
  oneOptions('supplierParts.terms', {
    query: {
      ...(supplierId ? { supplierId } : {}),
      ...(warehouseId ? { warehouseId } : {}),
      partIds: partIdsOf(items).sort(),
    },
    loading: false,
  });

/** The rate alone, which the total that is sent depends on. */
export const rateOptions = ({ warehouseId }: OrderForm) =>
  oneOptions('supplierParts.terms', {
    query: warehouseId ? { warehouseId } : {},
    loading: false,
  });

/** Stock units in the unit of a line; null where the part does not say. */
const factorOf = (part: PartTerms, unitId: string | null | undefined): number =>
  unitId && unitId === part.purchaseUnitId ? part.purchaseFactor : 1;

/** The supplier's price of a quantity, in the unit of the line; null where none is known. */
export function priceFor(part: PartTerms, line: OrderLine): string | null {
  const factor = factorOf(part, line.unitId);
  const quantity = (line.quantity ?? 0) * factor;
  const reached = part.priceBreaks.filter(({ minQty }) => minQty <= quantity).at(-1);
  const price = reached?.price ?? part.lastPrice ?? part.priceBreaks[0]?.price;
  return price === undefined ? null : decimal.round(decimal.multiply(price, factor), 4);
}

/** The line with the supplier's price in place of an estimate. */
const priced = <L extends OrderLine>(line: L, parts: readonly PartTerms[]): L => {
  const part = parts.find(({ partId }) => partId === line.partId);
  const unitPrice = part ? priceFor(part, line) : null;
  return unitPrice === null ? line : { ...line, unitPrice };
};

/** The day on which the slowest part can be here; null where no supplier says. */
export function promisedBy(parts: readonly PartTerms[]): string | null {
  const days = parts.flatMap(({ leadTimeDays }) => (leadTimeDays === null ? [] : [leadTimeDays]));
  return days.length === 0 ? null : addDays(bangkokDate(new Date()), Math.max(...days));
}

const ask = (query: { supplierId: string; partIds: string[] }): Promise<Terms> =>
  call('supplierParts.terms', { query, loading: false });

/** After a supplier was chosen: its prices replace those of the lines, its days fill the date in. */
export async function followSupplier(supplierId: string, form: object) {
  const partIds = partIdsOf((form as OrderForm).items ?? []);
  const parts = partIds.length === 0 ? [] : (await ask({ supplierId, partIds })).parts;
  return (now: object) => {
    const { items = [] } = now as OrderForm;
    const promisedDate = promisedBy(parts);
    return {
      items: items.map((line) => priced(line, parts)),
      ...(promisedDate ? { promisedDate } : {}),
    };
  };
}

/** After a part was chosen: the price of the supplier that is chosen. */
export async function followPart(partId: string, form: object) {
  const { supplierId } = form as OrderForm;
  const parts = supplierId ? (await ask({ supplierId, partIds: [partId] })).parts : [];
  return (now: object) => {
    const { unitPrice } = priced(now as OrderLine, parts);
    return { unitPrice };
  };
}

/** How a line begins where the supplier is known from the start. */
export const fromSupplier = <L extends OrderLine>(lines: readonly L[], terms: Terms): L[] =>
  lines.map((line) => priced(line, terms.parts));

export interface LineWarning {
  readonly line: number;
  readonly key: 'moq' | 'pack' | 'price';
  readonly params: Readonly<Record<string, string | number>>;
}

/** What a supplier will not deliver as it is asked for: less than the minimum, broken packs. */
export const warningsOf = (items: readonly OrderLine[], terms: Terms): LineWarning[] =>
  items.flatMap((line, index): LineWarning[] => {
    const part = terms.parts.find(({ partId }) => partId === line.partId);
    if (!part || !line.quantity) return [];
    const quantity = line.quantity * factorOf(part, line.unitId);
    const offered = priceFor(part, line);
    const found: LineWarning[] = [];
    if (part.moq !== null && quantity < part.moq) {
      found.push({ line: index + 1, key: 'moq', params: { quantity: part.moq } });
    }
    if (
      part.packQty !== null &&
      !decimal.isZero(
        decimal.subtract(Math.round(quantity / part.packQty), quantity / part.packQty),
      )
    ) {
      found.push({ line: index + 1, key: 'pack', params: { quantity: part.packQty } });
    }
    if (offered !== null && line.unitPrice && decimal.compare(line.unitPrice, offered) > 0) {
      found.push({ line: index + 1, key: 'price', params: { price: offered } });
    }
    return found;
  });
