import { type Amounts, decimal, grossOf } from '@boxyard/shared/domain';
import { listPriceIn } from '@boxyard/shared/domain/sales/agreedPrice.ts';
import { discountPercentOf } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
import {
  AppError,
  anyId,
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deleteDraft,
  deliveryCompany,
  expectCompany,
  loadCatalogue,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { amountsOf, discountFaults, vatRateOf } from '../../purchasing/index.ts';
import { lineFaults } from '../../warehouse/index.ts';
import { buyingCustomer } from './customer.ts';
import { partSales } from './type.ts';

type Body = Input<'partSales.create'>['body'];

/** List prices of parts that are for sale, by id. */
async function listPrices(
  ctx: Ctx,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', anyId([...new Set(partIds)]))
    .where('isSellable', '=', true)
    .select(['id', 'standardPrice'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.standardPrice]));
}

/** Parts that were taken out of sale since they were chosen, by line. */
export const notForSale = (
  items: readonly { readonly partId: string }[],
  prices: ReadonlyMap<string, string | null>,
): FieldFault[] =>
  items.flatMap(({ partId }, index) =>
    prices.has(partId) ? [] : [{ field: `items[${index}].partId`, code: 'NOT_FOR_SALE' }],
  );

interface Checked {
  readonly companyId: string;
  readonly saleId: string;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly items: ReturnType<typeof linesOf>;
  readonly words: readonly (string | null | undefined)[];
}

/** What is wrong with the body, every fault at once, else the columns that it comes to. */
async function checked(
  ctx: Ctx,
  body: Body,
  { neededBy = null }: { readonly neededBy?: string | null } = {},
): Promise<Checked> {
  const partIds = body.items.map(({ partId }) => partId);
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const [{ parts }, prices, { faults, customer }, vatRate] = await Promise.all([
    loadCatalogue(ctx, { partIds, unitIds: [] }),
    listPrices(ctx, partIds),
    buyingCustomer(ctx, { customerId: body.customerId, companyId }),
    vatRateOf(ctx, companyId, today(ctx.clock)),
  ]);
  const ofLines = lineFaults(body.items, { parts, quantity: 'quantity' });
  // A part that is not known at all is not told to be out of sale as well.
  const known = body.items.map((item) => ({ partId: parts.has(item.partId) ? item.partId : '' }));
  refuseFaults([
    ...faults,
    ...(body.neededBy !== neededBy && body.neededBy < today(ctx.clock)
      ? [{ field: 'neededBy', code: 'PAST_DATE' }]
      : []),
    ...ofLines,
    ...notForSale(known, new Map([...prices, ['', null]])),
    ...body.items.flatMap((item, index) =>
      discountFaults(item.discount, {
        field: `items[${index}].discount.value`,
        total: grossOf(item),
      }),
    ),
  ]);
  const amounts = amountsOf(
    { ...body, items: body.items.map((item) => ({ ...item, isService: false })) },
    { vatRate, whtRate: '0.00' },
  );
  refuseFaults(discountFaults(body.discount, { field: 'discount.value', total: amounts.subTotal }));
  if (body.expectedGrandTotal !== undefined && body.expectedGrandTotal !== amounts.grandTotal) {
    const params = { computed: amounts.grandTotal, expected: body.expectedGrandTotal };
    throw new AppError(422, 'TOTAL_MISMATCH', {
      faults: [{ field: 'expectedGrandTotal', code: 'TOTAL_MISMATCH', params }],
      details: params,
    });
  }
  const items = linesOf(body, { amounts, prices });
  return {
    companyId,
    saleId: customer?.saleId ?? '',
    columns: columnsOf(body, {
      amounts,
      vatRate: body.vatMode === 'none' ? '0.00' : vatRate,
      discountPercent: discountPercentOf(
        items.map((item) => ({
          ...item,
          standardPrice:
            item.standardPrice &&
            listPriceIn(item.standardPrice, { vatMode: body.vatMode, vatRate }),
        })),
        amounts,
      ),
    }),
    items,
    words: [...(customer?.words ?? []), body.remark, ...body.items.map(({ note }) => note)],
  };
}

const columnsOf = (
  body: Body,
  counted: {
    readonly amounts: Amounts;
    readonly vatRate: string;
    readonly discountPercent: string;
  },
) => ({
  customerId: body.customerId,
  warehouseId: body.warehouseId,
  neededBy: body.neededBy,
  vatMode: body.vatMode,
  vatRate: decimal.round(counted.vatRate),
  discountType: body.discount?.type ?? null,
  discountValue: body.discount?.value ?? null,
  subTotal: counted.amounts.subTotal,
  discountTotal: counted.amounts.discountTotal,
  discountPercent: counted.discountPercent,
  baseAmount: counted.amounts.baseAmount,
  vatAmount: counted.amounts.vatAmount,
  grandTotal: counted.amounts.grandTotal,
  itemCount: body.items.length,
  remark: body.remark || null,
});

const linesOf = (
  body: Body,
  {
    amounts,
    prices,
  }: { readonly amounts: Amounts; readonly prices: ReadonlyMap<string, string | null> },
) =>
  body.items.map((item, index) => {
    const line = amounts.lines[index];
    if (!line) throw new Error('a line without amounts');
    return {
      lineNo: index + 1,
      partId: item.partId,
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      standardPrice: prices.get(item.partId) ?? null,
      discountType: item.discount?.type ?? null,
      discountValue: item.discount?.value ?? null,
      lineTotal: line.lineTotal,
      documentDiscount: line.documentDiscount,
      baseAmount: line.baseAmount,
      vatAmount: line.vatAmount,
      note: item.note || null,
    };
  });

const searchText = (documentNo: string | null, { items, words }: Checked) =>
  searchTextOf({ documentNo, partIds: items.map(({ partId }) => partId), words: [...words] });

const writeItems = (ctx: Ctx, documentId: string, items: Checked['items']) =>
  ctx.db
    .insertInto('partSaleItems')
    .values(items.map((item) => ({ id: newId(), documentId, ...item })))
    .execute();

/** Drafts a sale; whoever may confirm it is told. */
export async function createPartSale(
  ctx: Ctx,
  { body }: Input<'partSales.create'>,
): Promise<{ readonly id: string }> {
  const sale = await checked(ctx, body);
  const { id } = await createDocument(ctx, partSales.type, {
    companyId: sale.companyId,
    status: 'draft',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('partSales')
        .values({
          ...head,
          ...sale.columns,
          saleId: sale.saleId,
          searchText: searchText(head.documentNo, sale),
        })
        .execute();
      await writeItems(ctx, head.id, sale.items);
    },
    after: { grandTotal: sale.columns.grandTotal, itemCount: sale.columns.itemCount },
  });
  await notifyNewDocument(ctx, partSales.type, id);
  return { id };
}

/** Changes a draft. */
export const updatePartSale = partSales.action('update', async (ctx, row, body) => {
  const sale = await checked(ctx, body, { neededBy: row.neededBy });
  expectCompany(row, sale.companyId);
  await ctx.db.deleteFrom('partSaleItems').where('documentId', '=', row.id).execute();
  await writeItems(ctx, row.id, sale.items);
  // The salesperson of the day on which the customer was chosen.
  const saleId = row.customerId === body.customerId ? row.saleId : sale.saleId;
  return {
    set: { ...sale.columns, saleId, searchText: searchText(row.documentNo, sale) },
    diff: changesOf(row, sale.columns),
  };
});

/** Deletes a draft. */
export const deletePartSale = (ctx: Ctx, { params }: Input<'partSales.delete'>) =>
  deleteDraft(ctx, partSales.type, {
    id: params.id,
    before: (row) => ({ grandTotal: row.grandTotal, itemCount: row.itemCount }),
  });

/** What confirms it again later asks the same of parts and prices. */
export { listPrices };
