import type { BiddingComparison, Contract, DataOf } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Matrix } from './Matrix.tsx';

const ID = '01a1fdb4-70b5-720d-b09f-416f114f2781';
const idOf = (kind: string, no: number) => `01a1fdb4-0000-7000-8000-0000000${kind}00${no}`;
const NORTH = { id: idOf('aa', 1), code: 'SUP-0001', name: 'North Parts' };
const SOUTH = { id: idOf('aa', 2), code: 'SUP-0002', name: 'South Parts' };

type Round = DataOf<Contract['quotationItems.win']>;
type Item = BiddingComparison['items'][number];
type Bid = Item['cells'][number];

const bid = (no: number, supplier: typeof NORTH, patch: Partial<Bid>): Bid => ({
  id: idOf('cc', no),
  quotationId: supplier === NORTH ? idOf('dd', 1) : idOf('dd', 2),
  supplierId: supplier.id,
  quantity: 10,
  moq: null,
  unitPrice: '100.0000',
  discountPct: '0.00',
  landedUnitPrice: '100.0000',
  landedTotal: '1000.00',
  leadTimeDays: 3,
  warrantyMonths: 12,
  brandOffered: null,
  isLowest: false,
  isWinner: false,
  wonQuantity: 0,
  wonReason: null,
  isOrdered: false,
  refusal: null,
  ...patch,
});

const line = (no: number, cells: Bid[], patch: Partial<Item> = {}): Item => ({
  id: idOf('ee', no),
  lineNo: no,
  part: null,
  description: `Line ${no}`,
  quantity: 10,
  unit: { id: idOf('ff', 1), code: 'PCS', name: 'piece' },
  unitAllowsFraction: false,
  neededBy: null,
  requestItemId: null,
  isReleased: false,
  wonQuantity: 0,
  orderedQuantity: 0,
  bidCount: cells.length,
  cells,
  ...patch,
});

const supplier = (one: typeof NORTH, quotationId: string) => ({
  supplier: one,
  quotation: {
    id: quotationId,
    supplier: one,
    supplierQuoteNo: `Q-${one.code}`,
    status: 'submitted',
    revisionNo: 1,
    validUntil: '2026-12-31',
    submittedAt: '2026-11-20T03:00:00.000Z',
    landedTotal: null,
  },
  deliveryDays: 3,
  creditDays: 30,
  shippingFee: null,
  wonTotal: '0.00',
});

const comparison = (patch: Partial<BiddingComparison> = {}): BiddingComparison => ({
  id: ID,
  version: 4,
  documentNo: 'BID2611-0001',
  status: 'closed',
  suppliers: [supplier(NORTH, idOf('dd', 1)), supplier(SOUTH, idOf('dd', 2))],
  items: [
    line(1, [
      bid(1, NORTH, { landedTotal: '900.00', isLowest: true }),
      bid(2, SOUTH, { landedTotal: '1000.00' }),
    ]),
    // Only one of them offers this.
    line(2, [bid(3, SOUTH, { landedTotal: '250.50', isLowest: true })]),
    // Awarded already.
    line(3, [bid(4, NORTH, { landedTotal: '70.00', isLowest: true, isWinner: true })], {
      wonQuantity: 10,
    }),
  ],
  bestSingle: null,
  bestSplit: { total: '1220.50', complete: true },
  awardedTotal: '70.00',
  ...patch,
});

const draw = (shown: BiddingComparison, as = 'purchasing-manager') => {
  const server = fakeServer();
  server.answer('biddings.comparison', shown);
  return renderPage(<Matrix biddingId={shown.id} />, {
    route: '/warehouse-management/suppliers/default',
    as,
    server,
    texts: { 'remote-warehouse': { en, th } },
  });
};

test('each supplier’s offers are added up, and say of how many lines', async () => {
  await draw(comparison());
  const row = within(await screen.findByRole('row', { name: /Offered/ }));
  const [north, south] = row.getAllByRole('cell');
  expect(north).toHaveTextContent('970.00');
  expect(north).toHaveTextContent('2 of 3');
  expect(south).toHaveTextContent('1,250.50');
  expect(south).toHaveTextContent('2 of 3');
});

test('the lowest bid of every open line is awarded at once, each on what the last one left', async () => {
  const { user, server } = await draw(comparison());
  let version = 4;
  server.answer('quotationItems.win', () => {
    version += 1;
    return { data: { version } as Round };
  });
  await user.click(await screen.findByRole('button', { name: 'Award all lowest' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/2 lines go to whoever is cheapest, for ฿1,150.50/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Award all lowest' }));
  await waitFor(() => expect(server.requests('quotationItems.win')).toHaveLength(2));
  expect(
    server.requests('quotationItems.win').map(({ params, body }) => [params.id, body]),
  ).toEqual([
    [idOf('cc', 1), { version: 4, win: true }],
    [idOf('cc', 3), { version: 5, win: true }],
  ]);
});

test('where this person may award none of them, nothing is offered', async () => {
  const barred = comparison();
  await draw({
    ...barred,
    id: idOf('bb', 1),
    items: barred.items.map((item) => ({
      ...item,
      cells: item.cells.map((cell) => ({ ...cell, refusal: 'SELF_APPROVAL' })),
    })),
  });
  await screen.findByRole('row', { name: /Offered/ });
  expect(screen.queryByRole('button', { name: 'Award all lowest' })).toBeNull();
});
