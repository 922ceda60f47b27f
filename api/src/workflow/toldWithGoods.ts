import type { DocumentFamilyName } from '@boxyard/shared/domain';

/** Documents by which parts and containers come, go, lie and are looked at. */
const OF_STOCK = [
  'purchaseOrders',
  'receipts',
  'goodsImports',
  'requisitions',
  'transfers',
  'audits',
  'claims',
  'destructions',
  'repairs',
  'transformations',
  'products',
  'containerReceipts',
  'containerRequisitions',
  'containerTransfers',
  'inspections',
] as const satisfies readonly DocumentFamilyName[];

interface Telling {
  /** The calls, as the contract names them. */
  readonly calls: RegExp;
  readonly families: readonly DocumentFamilyName[];
}

/**
 * The exception to "a number is told to whoever may read its document" (docs/domain/conventions.md "Names
 * of documents"): people who handle goods are told by which document these came or went, within their
 * companies and warehouses, though they have no page for it. hiddenNumbers.test.ts reads this table.
 */
export const TOLD_WITH_GOODS = {
  /** A move of the ledger names what posted it. */
  moves: { calls: /^(stock\.ledger|parts\.tracking|serials\.\w+|\w+\.moves)$/, families: OF_STOCK },
  /** Goods that wait to be put away name what they come of. */
  imports: {
    calls: /^goodsImports\./,
    families: [
      'receipts',
      'requisitions',
      'transfers',
      'claims',
      'repairs',
      'transformations',
      'products',
    ],
  },
  /** A receiver reads the number on the paper that comes with the goods, and where they wait. */
  receipts: { calls: /^receipts\./, families: ['purchaseOrders', 'goodsImports'] },
  /** A debt names the receipt and the order that it is for. */
  debts: {
    calls: /^(supplierPayments\.|creditPurchases\.list$)/,
    families: ['purchaseOrders', 'receipts'],
  },
  /** A container names who looks at it next, and who did last. */
  inspections: {
    calls: /^(products\.(get|tracking)|inspections\.(ofProduct|latestOfProduct))$/,
    families: ['inspections'],
  },
  /** Agreements about a container name it. */
  containers: {
    calls: /^(contracts|productContracts|warranties|warrantyRequests)\./,
    families: ['products'],
  },
} as const satisfies Readonly<Record<string, Telling>>;

export type GoodsTelling = keyof typeof TOLD_WITH_GOODS;
