import { decimal } from '@boxyard/shared/domain';
import {
  type Ctx,
  type FieldFault,
  type Input,
  qty,
  refuseFaults,
  settingOf,
} from '../../../kernel/index.ts';
import { amountsOf, expectDiscountWithin, vatRateOf } from '../../money/index.ts';

type Body = Input<'jobs.estimate'>['body'];

/** A line as it is kept; prices are in THB before VAT, with four places. */
export interface PricedLine {
  readonly partId: string | null;
  readonly isLabour: boolean;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly listPrice: string;
  readonly unitPrice: string;
}

/** Documents to customers are written in Thai first. */
export const LABOUR = { description: 'ค่าแรง (Labour)', unit: 'ชั่วโมง' } as const;

/** Price of an hour of labour that customers pay in a company. */
export const labourRateOf = async (ctx: Ctx, companyId: string): Promise<string> =>
  decimal.round(await settingOf(ctx, { companyId, key: 'service.labourRate' }), 4);

/** Parts of the catalogue by id: what customers read of them, and their list price. */
export async function listedParts(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', 'in', [...new Set(ids)])
    .orderBy('p.partNo')
    .select(['p.id', 'p.partNo', 'p.name', 'p.nameTh', 'p.standardPrice'])
    .select(['u.name as unit', 'u.nameTh as unitTh'])
    .execute();
  return new Map(
    rows.map(({ id, partNo, name, nameTh, standardPrice, unit, unitTh }) => [
      id,
      {
        description: `${partNo} ${nameTh ?? name}`,
        unit: unitTh ?? unit,
        listPrice: decimal.round(standardPrice ?? '0', 4),
      },
    ]),
  );
}

const worth = (quantity: number, price: string): string =>
  decimal.round(decimal.multiply(String(quantity), price));

/** Per cent of VAT that a company charges; zero where it is not registered. */
export async function chargedVatRate(ctx: Ctx, companyId: string): Promise<string> {
  const [{ isVatRegistered }, rate] = await Promise.all([
    ctx.db
      .selectFrom('companies')
      .where('id', '=', companyId)
      .select('isVatRegistered')
      .executeTakeFirstOrThrow(),
    vatRateOf(ctx, companyId),
  ]);
  return isVatRegistered ? rate : '0.00';
}

/**
 * Prices lines of an estimate: labour by the hour, parts at list price, anything else as it is said. What is
 * asked for below list prices is a discount, with a reason and within the limit of whoever writes it.
 */
export async function pricedLines(ctx: Ctx, companyId: string, body: Body) {
  const [rate, parts, vatRate] = await Promise.all([
    labourRateOf(ctx, companyId),
    listedParts(
      ctx,
      body.items.flatMap(({ partId }) => partId ?? []),
    ),
    chargedVatRate(ctx, companyId),
  ]);
  const faults: FieldFault[] = [];
  const lines = body.items.map((line, index): PricedLine => {
    const field = `items[${index}]`;
    const isLabour = line.isLabour ?? false;
    const part = line.partId == null ? null : parts.get(line.partId);
    if (part === undefined) faults.push({ field: `${field}.partId`, code: 'UNKNOWN_ID' });
    if (part && isLabour) faults.push({ field: `${field}.isLabour`, code: 'LABOUR_WITH_PART' });
    const known = part ?? (isLabour ? { ...LABOUR, listPrice: rate } : null);
    const description = line.description || known?.description;
    const unitPrice = line.unitPrice ?? known?.listPrice;
    if (description === undefined) faults.push({ field: `${field}.description`, code: 'REQUIRED' });
    if (unitPrice === undefined) faults.push({ field: `${field}.unitPrice`, code: 'REQUIRED' });
    const price = unitPrice ?? '0.0000';
    return {
      partId: line.partId ?? null,
      isLabour,
      description: description ?? '',
      quantity: line.quantity,
      unit: line.unit || known?.unit || null,
      listPrice: known?.listPrice ?? price,
      unitPrice: price,
    };
  });
  refuseFaults(faults);
  const discounts = lines.map(({ quantity, listPrice, unitPrice }) =>
    decimal.compare(unitPrice, listPrice) < 0
      ? decimal.subtract(worth(quantity, listPrice), worth(quantity, unitPrice))
      : '0',
  );
  const discountTotal = decimal.round(decimal.add('0', ...discounts));
  const amounts = amountsOf({
    vatMode: decimal.isZero(vatRate) ? 'none' : 'exclusive',
    vatRate,
    whtRate: '0.00',
    discount: null,
    items: lines,
  });
  const listTotal = decimal.round(decimal.add(amounts.subTotal, discountTotal));
  refuseFaults(
    decimal.isZero(discountTotal) || body.discountReason
      ? []
      : [{ field: 'discountReason', code: 'REQUIRED' }],
  );
  expectDiscountWithin(ctx, { discountTotal, subTotal: listTotal });
  return {
    columns: {
      listTotal,
      discountTotal,
      discountReason: decimal.isZero(discountTotal) ? null : (body.discountReason ?? null),
      subTotal: amounts.subTotal,
      vatRate,
      vatAmount: amounts.vatAmount,
      grandTotal: amounts.grandTotal,
    },
    items: lines.map((line, index) => ({
      ...line,
      lineNo: index + 1,
      lineTotal: amounts.lines[index]?.lineTotal ?? '0.00',
    })),
  };
}

/** Lines of estimates in their order, by estimate. */
export async function linesOfEstimates(ctx: Ctx, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('jobEstimateItems')
          .where('estimateId', 'in', [...ids])
          .orderBy('estimateId')
          .orderBy('lineNo')
          .selectAll()
          .execute();
  return (estimateId: string) =>
    rows
      .filter((row) => row.estimateId === estimateId)
      .map(({ partId, isLabour, description, quantity, unit, unitPrice, lineTotal }) => ({
        partId,
        isLabour,
        description,
        quantity: qty(quantity),
        unit,
        unitPrice: decimal.round(unitPrice, 4),
        lineTotal: decimal.round(lineTotal),
      }));
}
