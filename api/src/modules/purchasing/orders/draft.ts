import {
  type Amounts,
  addDays,
  addQuantities,
  computeAmounts,
  type Discount,
  decimal,
  grossOf,
  isAboveTotal,
  lineTotalOf,
} from '@boxyard/shared/domain';
import type { RawBuilder } from 'kysely';
import type { SupplierSnapshot } from '../../../db/schema/purchasing.ts';
import {
  AppError,
  addressText,
  type Ctx,
  type FieldFault,
  type Input,
  invalid,
  newId,
  qty,
  refuseFaults,
  settingOf,
  today,
} from '../../../kernel/index.ts';
import {
  type Catalogue,
  deliveryCompany,
  headerFaults,
  lineFaults,
  loadCatalogue,
  searchTextOf,
  unitFactor,
} from '../../../workflow/index.ts';
import { openRequestLines, type RequestLine } from '../requestLines.ts';

/** What is written into an order, checked and counted: shared by create and update. */
export type OrderBody = Omit<Input<'purchaseOrders.create'>['body'], 'isDraft'>;
type Item = OrderBody['items'][number];

/** An order is good for so long unless it says otherwise. */
const VALID_DAYS = 30;

/** The bidding round whose winners an order takes, and the winning line of each of its lines. */
export interface Award {
  readonly biddingId: string;
  /** Whose round it was: the order is theirs to go on with, whoever made it. */
  readonly ownerId: string | null;
  readonly quotationItemIds: readonly (string | null)[];
}

export interface OrderDraft {
  readonly companyId: string;
  readonly supplier: SupplierFacts;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly items: ReturnType<typeof itemsOf>;
  readonly requestIds: readonly string[];
  readonly searchText: RawBuilder<string>;
}

interface SupplierFacts {
  readonly snapshot: SupplierSnapshot;
  readonly nameTh: string | null;
  readonly creditDays: number;
  readonly whtRate: string;
}

export const discountOf = (value: Item['discount']): Discount | null => value ?? null;

/** The supplier, if an order may go to them: active and not blocked (domain-warehouse 1.7). */
export async function orderableSupplier(ctx: Ctx, supplierId: string): Promise<SupplierFacts> {
  const { rows } = await ctx.pg.query<{
    id: string;
    code: string;
    name: string;
    name_th: string | null;
    tax_id: string;
    branch_code: string;
    address: unknown;
    is_vat_registered: boolean;
    credit_days: number;
    wht_rate: string;
    is_active: boolean;
    is_blocked: boolean;
  }>({
    name: 'purchasing.supplier',
    text: `select id, code, name, name_th, tax_id, branch_code, address, is_vat_registered,
        credit_days, wht_rate, is_active, is_blocked from suppliers where id = $1`,
    values: [supplierId],
  });
  const [row] = rows;
  if (!row) throw invalid([{ field: 'supplierId', code: 'UNKNOWN_ID' }]);
  if (!row.is_active) throw invalid([{ field: 'supplierId', code: 'INACTIVE' }]);
  if (row.is_blocked) throw invalid([{ field: 'supplierId', code: 'SUPPLIER_BLOCKED' }]);
  return {
    snapshot: {
      id: row.id,
      code: row.code,
      name: row.name_th ?? row.name,
      taxId: row.tax_id,
      branchCode: row.branch_code,
      address: addressText(row.address, 'th'),
      isVatRegistered: row.is_vat_registered,
    },
    nameTh: row.name_th,
    creditDays: row.credit_days,
    whtRate: decimal.round(row.wht_rate),
  };
}

function requestFaults(
  items: readonly Item[],
  lines: ReadonlyMap<string, RequestLine>,
  { companyId, isAwarded }: { readonly companyId: string; readonly isAwarded: boolean },
): FieldFault[] {
  const wanted = new Map<string, number>();
  return items.flatMap((item, index): FieldFault[] => {
    if (!item.requestItemId) return [];
    const field = (name: string) => `items[${index}].${name}`;
    const line = lines.get(item.requestItemId);
    if (!line || line.companyId !== companyId) {
      return [{ field: field('requestItemId'), code: 'UNKNOWN_ID' }];
    }
    if (!line.isOrderable) return [{ field: field('requestItemId'), code: 'NOT_ORDERABLE' }];
    // Suppliers are quoting for it: it is ordered from the winner, or the round is given up (2.1).
    if (line.inRound && !isAwarded) return [{ field: field('requestItemId'), code: 'IN_ROUND' }];
    if (line.partId !== null && line.partId !== (item.partId ?? null)) {
      return [{ field: field('partId'), code: 'PART_MISMATCH' }];
    }
    if (line.unitId !== item.unitId) return [{ field: field('unitId'), code: 'UNIT_MISMATCH' }];
    const total = addQuantities(wanted.get(line.id) ?? 0, item.quantity);
    wanted.set(line.id, total);
    return total > line.open
      ? [{ field: field('quantity'), code: 'OVER_ORDER', params: { open: line.open } }]
      : [];
  });
}

/** A discount takes off at most all of what it is given on. */
export function discountFaults(
  discount: Item['discount'],
  { field, total }: { readonly field: string; readonly total: string },
): FieldFault[] {
  if (discount?.type === 'percent' && decimal.compare(discount.value, 100) > 0) {
    return [{ field, code: 'PERCENT' }];
  }
  return isAboveTotal(discountOf(discount), total)
    ? [{ field, code: 'DISCOUNT_ABOVE_TOTAL', params: { max: total } }]
    : [];
}

function bodyFaults(body: OrderBody, day: string, supplier: SupplierFacts): FieldFault[] {
  const faults: FieldFault[] = [];
  const subTotal = decimal.round(
    decimal.add(
      '0',
      ...body.items.map((item) => lineTotalOf({ ...item, discount: discountOf(item.discount) })),
    ),
  );
  if (body.validUntil && body.validUntil < day) {
    faults.push({ field: 'validUntil', code: 'PAST_DATE' });
  }
  if (body.promisedDate && body.promisedDate < day) {
    faults.push({ field: 'promisedDate', code: 'PAST_DATE' });
  }
  faults.push(...discountFaults(body.discount, { field: 'discount.value', total: subTotal }));
  // Who is not registered for VAT may not charge it (domain-warehouse 2.5).
  if (!supplier.snapshot.isVatRegistered && body.vatMode !== 'none') {
    faults.push({ field: 'vatMode', code: 'NOT_VAT_REGISTERED' });
  }
  body.items.forEach((item, index) => {
    const field = (name: string) => `items[${index}].${name}`;
    if (!item.partId && !item.description)
      faults.push({ field: field('partId'), code: 'PART_OR_TEXT' });
    // Services never enter stock, parts always do.
    if (item.promisedDate && item.promisedDate < day)
      faults.push({ field: field('promisedDate'), code: 'PAST_DATE' });
    if (item.partId && item.isService)
      faults.push({ field: field('isService'), code: 'SERVICE_PART' });
    const total = grossOf(item);
    faults.push(...discountFaults(item.discount, { field: field('discount.value'), total }));
  });
  return faults;
}

/** Totals of an order by the one function that the form uses, too (I19). */
export function amountsOf(
  body: Pick<OrderBody, 'vatMode' | 'discount'> & {
    readonly items: readonly Pick<Item, 'quantity' | 'unitPrice' | 'discount' | 'isService'>[];
  },
  { vatRate, whtRate }: { vatRate: string; whtRate: string },
): Amounts {
  const amounts = computeAmounts({
    lines: body.items.map((item) => ({
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      discount: discountOf(item.discount),
      isService: item.isService,
    })),
    discount: discountOf(body.discount),
    vatMode: body.vatMode,
    vatRate,
    whtRate,
  });
  if (
    decimal.compare(amounts.grandTotal, decimal.MAX_AMOUNT) > 0 ||
    decimal.compare(amounts.subTotal, decimal.MAX_AMOUNT) > 0
  ) {
    throw invalid([{ field: 'items', code: 'MAX', params: { max: decimal.MAX_AMOUNT } }]);
  }
  return amounts;
}

/** VAT of a document of that day (domain-warehouse 1.10). */
export const vatRateOf = (ctx: Ctx, companyId: string, on: string): Promise<string> =>
  settingOf(ctx, { companyId, key: 'vatRate', on });

interface Counted {
  readonly day: string;
  readonly supplier: SupplierFacts;
  readonly vatRate: string;
  readonly whtRate: string;
  readonly amounts: Amounts;
}

const columnsOf = (body: OrderBody, counted: Counted) => ({
  supplierId: body.supplierId,
  warehouseId: body.warehouseId,
  paymentType: body.paymentType,
  creditDays: body.paymentType === 'cash' ? 0 : (body.creditDays ?? counted.supplier.creditDays),
  vatMode: body.vatMode,
  vatRate: body.vatMode === 'none' ? '0.00' : counted.vatRate,
  discountType: body.discount?.type ?? null,
  discountValue: body.discount?.value ?? null,
  subTotal: counted.amounts.subTotal,
  discountTotal: counted.amounts.discountTotal,
  baseAmount: counted.amounts.baseAmount,
  vatAmount: counted.amounts.vatAmount,
  grandTotal: counted.amounts.grandTotal,
  whtBase: counted.amounts.whtBase,
  whtRate: counted.whtRate,
  whtAmount: counted.amounts.whtAmount,
  netPayable: counted.amounts.netPayable,
  promisedDate: body.promisedDate ?? null,
  validUntil: body.validUntil ?? addDays(counted.day, VALID_DAYS),
  terms: body.terms || null,
  documentHeaderId: body.documentHeaderId ?? null,
  remark: body.remark || null,
  itemCount: body.items.length,
});

const itemsOf = (
  body: OrderBody,
  amounts: Amounts,
  facts: { catalogue: Catalogue; lines: ReadonlyMap<string, RequestLine>; companyId: string },
) => {
  const wht = decimal.allocate(
    amounts.whtAmount,
    body.items.map((item, index) => (item.isService ? (amounts.lines[index]?.baseAmount ?? 0) : 0)),
  );
  return body.items.map((item, index) => {
    const part = item.partId ? facts.catalogue.parts.get(item.partId) : undefined;
    const unit = facts.catalogue.units.get(item.unitId);
    const line = amounts.lines[index];
    if (!line || !unit) throw new Error('a line without amounts');
    return {
      id: newId(),
      lineNo: index + 1,
      partId: part?.id ?? null,
      description: item.description || part?.name || '',
      quantity: item.quantity,
      unitId: item.unitId,
      unitFactor: part ? (unitFactor(part, unit) ?? 1) : 1,
      trackingType: part?.trackingType ?? ('none' as const),
      unitPrice: item.unitPrice,
      discountType: item.discount?.type ?? null,
      discountValue: item.discount?.value ?? null,
      isService: item.isService,
      lineTotal: line.lineTotal,
      documentDiscount: line.documentDiscount,
      baseAmount: line.baseAmount,
      vatAmount: line.vatAmount,
      whtAmount: wht[index] ?? '0.00',
      requestItemId: item.requestItemId ?? null,
      warrantyMonths: item.warrantyMonths ?? part?.warrantyMonths ?? 0,
      // null: the order's date, which the supplier may still change.
      promisedDate: item.promisedDate ?? null,
      companyId: facts.companyId,
      supplierId: body.supplierId,
      warehouseId: body.warehouseId,
      categoryId: part?.categoryId ?? null,
      subCategoryId: part?.subCategoryId ?? null,
      requesterId: item.requestItemId
        ? (facts.lines.get(item.requestItemId)?.requesterId ?? null)
        : null,
    };
  });
};

/**
 * Checks an order's body against masters and requests and counts it. Every fault at once;
 * TOTAL_MISMATCH when the form showed another total than the server's.
 */
export async function draftOrder(
  ctx: Ctx,
  body: OrderBody,
  {
    id = null,
    documentDate,
    award,
  }: {
    readonly id?: string | null;
    /** Of the order that is changed; a new one is of today. */
    readonly documentDate?: string;
    readonly award?: Award | undefined;
  },
): Promise<OrderDraft> {
  const day = today(ctx.clock);
  const [companyId, supplier, catalogue] = await Promise.all([
    deliveryCompany(ctx, body.warehouseId),
    orderableSupplier(ctx, body.supplierId),
    loadCatalogue(ctx, {
      partIds: body.items.map((item) => item.partId),
      unitIds: body.items.map((item) => item.unitId),
    }),
  ]);
  const requestItemIds = body.items.flatMap((item) =>
    item.requestItemId ? [item.requestItemId] : [],
  );
  const lines = await openRequestLines(ctx, requestItemIds, id);
  refuseFaults([
    ...bodyFaults(body, day, supplier),
    ...lineFaults(body.items, catalogue),
    ...requestFaults(body.items, lines, { companyId, isAwarded: award !== undefined }),
    ...(await headerFaults(ctx, {
      companyId,
      type: 'purchaseOrder',
      headerId: body.documentHeaderId ?? null,
    })),
  ]);
  const vatRate = await vatRateOf(ctx, companyId, documentDate ?? day);
  const whtRate = body.whtRate ?? supplier.whtRate;
  const amounts = amountsOf(body, { vatRate, whtRate });
  if (body.expectedGrandTotal !== undefined && body.expectedGrandTotal !== amounts.grandTotal) {
    const params = { computed: amounts.grandTotal, expected: body.expectedGrandTotal };
    throw new AppError(422, 'TOTAL_MISMATCH', {
      faults: [{ field: 'expectedGrandTotal', code: 'TOTAL_MISMATCH', params }],
      details: params,
    });
  }
  const items = itemsOf(body, amounts, { catalogue, lines, companyId });
  return {
    companyId,
    supplier,
    columns: columnsOf(body, { day, supplier, vatRate, whtRate, amounts }),
    items,
    requestIds: [...new Set([...lines.values()].map((line) => line.requestId))],
    searchText: searchTextOf({
      documentNo: null,
      partIds: items.map((item) => item.partId),
      words: [
        supplier.snapshot.code,
        supplier.snapshot.name,
        supplier.nameTh,
        ctx.actor.name,
        ...items.map((item) => item.description),
      ],
    }),
  };
}

/** What an order's lines would take of requests, checked again before they are taken. */
export async function expectOpenRequestLines(ctx: Ctx, orderId: string): Promise<FieldFault[]> {
  const items = await ctx.db
    .selectFrom('purchaseOrderItems')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('lineNo')
    .execute();
  const ids = items.flatMap((item) => (item.requestItemId ? [item.requestItemId] : []));
  const lines = await openRequestLines(ctx, ids, orderId);
  return requestFaults(
    items.map((item) => ({
      partId: item.partId,
      quantity: qty(item.quantity),
      unitId: item.unitId,
      unitPrice: item.unitPrice,
      isService: item.isService,
      requestItemId: item.requestItemId,
    })),
    lines,
    { companyId: items[0]?.companyId ?? '', isAwarded: false },
  );
}
