import type { Person } from '../../../testing/index.ts';

interface Told {
  readonly slug: string;
  /** Query of the part of the report that the ledger knows. */
  readonly query: string;
  readonly told: (values: Readonly<Record<string, string | null>>) => number;
  /** The same, read from the stock moves alone; answers one row with `sum`. */
  readonly moves: string;
}

const figure = (value: string | null | undefined): number => Number(value ?? 0);

/** Sums of reports and of the moves of their documents (domain-warehouse 5, end). */
const RECONCILED: readonly Told[] = [
  {
    slug: 'parts-requisition-report',
    query: '',
    told: ({ value }) => figure(value),
    moves: `select sum(m.value) as sum from stock_moves m join requisitions d on d.id = m.doc_id
      where m.doc_type = 'dispatch' and m.reverses_move_id is null
        and d.status not in ('rejected', 'cancelled', 'reversed')`,
  },
  {
    slug: 'destruction-report',
    query: '',
    told: ({ lossValue }) => figure(lossValue),
    moves: `select sum(case when m.action = 'correct' then -m.value else m.value end) as sum
      from stock_moves m join destructions d on d.id = m.doc_id
      where m.doc_type = 'destroy' and d.status not in ('rejected', 'cancelled')`,
  },
  {
    slug: 'import-goods-report',
    query: 'status=completed',
    told: ({ receivedQty, damagedQty }) => figure(receivedQty) + figure(damagedQty),
    moves: `select sum(m.qty) as sum from stock_moves m join goods_imports d on d.id = m.doc_id
      join bins b on b.id = m.to_location_id
      where m.doc_type = 'goodsImport' and d.status = 'completed'`,
  },
  {
    slug: 'purchase-receipt-report',
    query: 'status=posted',
    told: ({ base }) => figure(base),
    moves: `select (select sum(m.value) from stock_moves m
        join purchase_order_receipts d on d.id = m.doc_id
        where m.doc_type = 'receipt' and d.status = 'posted')
      + (select coalesce(sum(i.base_amount), 0) from purchase_order_receipt_items i
        where i.receipt_status = 'posted' and i.is_service) as sum`,
  },
  {
    slug: 'parts-sales-report',
    query: '',
    told: ({ cost }) => figure(cost),
    moves: `select coalesce(sum(i.issue_value - i.returned_value), 0) as sum
      from part_sale_items i join part_sales d on d.id = i.document_id
      where d.status in ('delivered', 'partlyReturned', 'returned')`,
  },
];

/**
 * Both figures of each report whose sum is not the ledger's, and the reports that had something to
 * compare: a random history may have taken back every sale that it made.
 */
export async function reconcile(
  reader: Person,
  rows: (text: string) => Promise<readonly { readonly sum: string | null }[]>,
): Promise<{ readonly wrong: readonly object[]; readonly compared: readonly string[] }> {
  const wrong: object[] = [];
  const compared: string[] = [];
  for (const { slug, query, told, moves } of RECONCILED) {
    const { body } = await reader.get(`/reports/${slug}?limit=10&${query}`);
    const [row] = await rows(moves);
    const [report, ledger] = [told(body.meta.summary.values), figure(row?.sum)];
    if (Math.abs(report - ledger) > 0.001) wrong.push({ slug, report, ledger });
    if (ledger !== 0) compared.push(slug);
  }
  return { wrong, compared };
}
