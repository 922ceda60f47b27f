import { screen, within } from '@testing-library/react';
import { awaitingOrderStatuses } from '../../domain/index.ts';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { defineResource, ReportPage } from '../index.ts';

const LIST = 'reports.purchase';
const ROUTE = '/report-management/purchase-report';
const SUPPLIER = '01890000-0000-7000-8000-000000000001';
const chart = { series: [], points: [] };
const summary = {
  lines: 5,
  base: '1500.00',
  vat: '105.00',
  wht: '0.00',
  grand: '1605.00',
  open: '535.00',
  byMonth: chart,
  topSuppliers: chart,
};
const values = (lines: string, grand: string) => ({
  lines,
  base: '0.00',
  vat: '0.00',
  grand,
  open: '0.00',
});
const both = (name: string) => ({
  report: {
    title: name,
    one: name,
    empty: name,
    field: {
      orderNo: 'Order',
      groupBy: 'Group by',
      base: 'Before VAT',
      vat: 'VAT',
      grand: 'Total',
      open: 'Open',
    },
    choice: {
      status: { approved: 'Approved', booking: 'Booked', onGoing: 'On going' },
      groupBy: {
        supplier: 'Supplier',
        part: 'Part',
        category: 'Category',
        requester: 'Requester',
        month: 'Month',
      },
    },
  },
});
const report = defineResource({
  list: LIST,
  texts: 'report-test:report',
  page: 'purchase-report',
  columns: (c) => [c.text('orderNo'), c.money('grand')],
});

async function open(
  query: string,
  groups: readonly { key: string; label: string; values: object }[],
) {
  const server = fakeServer();
  server.answer(LIST, {
    data: [],
    meta: { totalItems: 0, summary: { ...summary, groups } },
  } as never);
  const page = await renderPage(
    <ReportPage
      resource={report}
      measure="grand"
      figures={(sums) => [
        { key: 'grand', value: sums.grand },
        { key: 'open', value: sums.open, filter: { name: 'status', value: awaitingOrderStatuses } },
      ]}
    />,
    {
      route: ROUTE + query,
      as: 'purchasing-manager',
      server,
      texts: { 'report-test': { en: both('Report'), th: both('Report') } },
    },
  );
  return { ...page, server };
}

test('groups are drawn with their sub-totals, and each leads to its own rows', async () => {
  const { user, address, server } = await open('?groupBy=supplier&startDate=2026-01-01', [
    { key: SUPPLIER, label: 'SUP-1 Bearings', values: values('3', '1070.00') },
    { key: '–', label: '–', values: values('2', '535.00') },
  ]);
  await screen.findByRole('link', { name: 'SUP-1 Bearings' });
  const table = screen.getByRole('table', { name: 'Sub-totals by Supplier' });
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first).toHaveTextContent('SUP-1 Bearings3');
  expect(first).toHaveTextContent('1,070.00');
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('1,605.00');
  // Nothing names what has no supplier.
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
  expect(server.requests(LIST)[0]?.query).toMatchObject({ groupBy: 'supplier' });
  await user.click(within(first as HTMLElement).getByRole('link', { name: 'SUP-1 Bearings' }));
  expect(address()).toBe(`${ROUTE}?startDate=2026-01-01&supplierId=${SUPPLIER}`);
});

test('a month leads to its days, within those that the report is cut to', async () => {
  const { user, address } = await open('?groupBy=month&endDate=2026-02-10', [
    { key: '2026-02', label: '2026-02', values: values('3', '1070.00') },
  ]);
  await user.click(await screen.findByRole('link', { name: 'Feb 2026' }));
  expect(address()).toBe(`${ROUTE}?startDate=2026-02-01&endDate=2026-02-10`);
});

test('the switch groups and ungroups; it is no filter that has a chip', async () => {
  const { user, address } = await open('', []);
  await user.click(await screen.findByRole('button', { name: /Group by: None/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Month' }));
  expect(address()).toBe(`${ROUTE}?groupBy=month`);
  expect(screen.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: /Group by: Month/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'None' }));
  expect(address()).toBe(ROUTE);
});

test('a figure leads to the rows that it counts, and a query can be saved as a view', async () => {
  const { user, address } = await open('?groupBy=supplier', []);
  await user.click(await screen.findByRole('link', { name: '535.00' }));
  expect(address()).toContain(`status=${awaitingOrderStatuses.join('%2C')}`);
  expect(screen.getByRole('button', { name: /Views/ })).toBeInTheDocument();
});
