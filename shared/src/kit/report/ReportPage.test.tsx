import { screen, within } from '@testing-library/react';
import { awaitingOrderStatuses } from '../../domain/index.ts';
import reports from '../../domain/texts/families/reports.en.json' with { type: 'json' };
import { fakeServer, renderPage } from '../../testing/index.ts';
import { ReportPage } from '../index.ts';

const LIST = 'reports.purchase';
const ROUTE = '/report-management/purchase-report';
const SUPPLIER = '01890000-0000-7000-8000-000000000001';
const summary = {
  lines: 5,
  values: { grand: '1605.00', base: '1500.00', vat: '105.00', wht: '0.00', open: '535.00' },
  charts: {},
};
const figures = (lines: number, grand: string) => ({
  lines,
  values: { grand, base: '0.00', vat: '0.00', wht: '0.00', open: '0.00' },
});
const texts = {
  purchaseReport: {
    title: 'Report',
    one: 'line',
    empty: 'None',
    field: { order: 'Order', grand: 'Total', open: 'Open', base: 'Before VAT' },
    chart: { byMonth: 'By month', topSuppliers: 'Top' },
  },
  reports: {
    page: reports.page,
    field: {
      groupBy: 'Group by',
      compare: 'Compare with',
      month: 'Month',
      requester: 'Requested by',
      unitPrice: 'Unit price',
      vat: 'VAT',
      wht: 'Withheld',
      supplier: 'Supplier',
      part: 'Part',
      category: 'Category',
      receivedPct: 'Received',
      request: 'Request',
      description: 'Description',
      discount: 'Discount',
      leadDays: 'Lead time',
    },
  },
};

async function open(
  query: string,
  groups: readonly { key: string; label: string; lines: number; values: object }[],
  more: object = {},
) {
  const server = fakeServer();
  server.answer(LIST, {
    data: [],
    meta: { totalItems: 0, summary: { ...summary, ...more, groups } },
  } as never);
  const page = await renderPage(<ReportPage report={LIST} namespace="report-test" />, {
    route: ROUTE + query,
    as: 'purchasing-manager',
    server,
    texts: { 'report-test': { en: texts, th: texts } },
  });
  return { ...page, server };
}

test('groups are drawn with their sub-totals, and each leads to its own rows', async () => {
  const { user, address, server } = await open('?groupBy=supplier&startDate=2026-01-01', [
    { key: SUPPLIER, label: 'SUP-1 Bearings', ...figures(3, '1070.00') },
    { key: '–', label: '–', ...figures(2, '535.00') },
  ]);
  await screen.findByRole('link', { name: 'SUP-1 Bearings' });
  const table = screen.getByRole('table', { name: 'Sub-totals by Supplier' });
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first).toHaveTextContent('SUP-1 Bearings3');
  expect(first).toHaveTextContent('1,070.00');
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('1,605.00');
  // What has no supplier is found by that.
  expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    `${ROUTE}?startDate=2026-01-01&supplierId.empty=true`,
  );
  expect(server.requests(LIST)[0]?.query).toMatchObject({ groupBy: 'supplier' });
  await user.click(within(first as HTMLElement).getByRole('link', { name: 'SUP-1 Bearings' }));
  expect(address()).toBe(`${ROUTE}?startDate=2026-01-01&supplierId=${SUPPLIER}`);
});

test('a month leads to its days, within those that the report is cut to', async () => {
  const { user, address } = await open('?groupBy=month&endDate=2026-02-10', [
    { key: '2026-02', label: '2026-02', ...figures(3, '1070.00') },
  ]);
  await user.click(await screen.findByRole('link', { name: 'Feb 2026' }));
  expect(address()).toBe(`${ROUTE}?startDate=2026-02-01&endDate=2026-02-10`);
});

test('the switch groups and ungroups; it is no filter that has a chip', async () => {
  const { user, address } = await open('?sort=documentDate', []);
  await user.click(await screen.findByRole('button', { name: 'Group by' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Month' }));
  expect(address()).toBe(`${ROUTE}?sort=documentDate&groupBy=month`);
  expect(screen.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'then by' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Part' }));
  expect(address()).toBe(`${ROUTE}?sort=documentDate&groupBy=month%2Cpart`);
  await user.click(await screen.findByRole('button', { name: /Group by: Month/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'None' }));
  expect(address()).toBe(`${ROUTE}?sort=documentDate`);
});

test('a report begins with this month, and an address that says anything is taken as it is', async () => {
  jest.useFakeTimers({
    now: new Date('2026-02-28T20:00:00Z'),
    doNotFake: ['setTimeout', 'setInterval', 'queueMicrotask', 'nextTick', 'setImmediate'],
  });
  const fresh = await open('', []);
  expect(await screen.findByRole('button', { name: 'Compare with' })).toBeInTheDocument();
  // It is March in Bangkok.
  expect(fresh.address()).toBe(`${ROUTE}?startDate=2026-03-01&endDate=2026-03-31`);
  jest.useRealTimers();
});

test('figures stand beside those of the days before, better or worse by what they are', async () => {
  await open('?startDate=2026-02-01&endDate=2026-02-28&compare=period', [], {
    before: { period: { grand: '1070.00', base: '3000.00', vat: null, wht: '0.00', open: '0.00' } },
  });
  expect(await screen.findByText(/▲ 50/)).toHaveTextContent('against the period before');
  expect(screen.getByText(/▼ 50/)).toBeInTheDocument();
  // Nothing can be said against nothing.
  expect(screen.getAllByText('against the period before')).toHaveLength(2);
});

test('a group within a group leads to the rows of both', async () => {
  const { user, address } = await open('?groupBy=supplier,month', [
    {
      key: SUPPLIER,
      label: 'SUP-1 Bearings',
      ...figures(3, '1070.00'),
      groups: [{ key: '2026-02', label: '2026-02', ...figures(3, '1070.00') }],
    } as never,
  ]);
  await user.click(await screen.findByRole('link', { name: 'Feb 2026' }));
  expect(address()).toBe(`${ROUTE}?startDate=2026-02-01&endDate=2026-02-28&supplierId=${SUPPLIER}`);
});

test('a figure leads to the rows that it counts, and a query can be saved as a view', async () => {
  const { user, address } = await open('?groupBy=supplier', []);
  await user.click(await screen.findByRole('link', { name: /535\.00/ }));
  expect(address()).toContain(`status=${awaitingOrderStatuses.join('%2C')}`);
  expect(screen.getByRole('button', { name: /Views/ })).toBeInTheDocument();
});
