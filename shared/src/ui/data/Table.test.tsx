import { screen, within } from '@testing-library/react';
import { renderPage } from '../../testing/index.ts';
import { Table, type TableColumn } from './Table.tsx';

interface Line {
  readonly id: string;
  readonly part: string;
  readonly amount: string;
  readonly to: string | null;
}
const lines: readonly Line[] = [
  { id: '1', part: 'AFL-L', amount: '10.00', to: '/parts/1' },
  { id: '2', part: 'AFL-M', amount: '5.00', to: null },
];
const columns: readonly TableColumn<Line>[] = [
  { key: 'no', title: '#', align: 'right', render: (_, index) => index + 1 },
  { key: 'part', title: 'Part', render: ({ part }) => part },
  { key: 'amount', title: 'Amount', align: 'right', render: ({ amount }) => amount },
];
const table = (
  <Table<Line>
    label="Lines"
    rows={lines}
    rowKey={({ id }) => id}
    columns={columns}
    rowLink={({ to }) => (to === null ? null : { to })}
    footer={{ amount: '15.00' }}
  />
);

test('totals say that they are totals, in the first column that holds words', async () => {
  await renderPage(table, { route: '/lines' });
  const cells = within(screen.getAllByRole('row').at(-1) as HTMLElement).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['', 'Total', '15.00']);
});

test('where the totalled column is hidden there is no row of totals', async () => {
  await renderPage(
    <Table<Line>
      label="Lines"
      rows={lines}
      rowKey={({ id }) => id}
      columns={columns.filter(({ key }) => key !== 'amount')}
      footer={{ amount: '15.00' }}
    />,
    { route: '/lines' },
  );
  expect(screen.queryByText('Total')).toBeNull();
});

test('a row leads somewhere only where there is something to open', async () => {
  await renderPage(table, { route: '/lines' });
  expect(screen.getByRole('link', { name: '1' })).toHaveAttribute('href', '/parts/1');
  expect(screen.queryByRole('link', { name: '2' })).toBeNull();
});

test('on a phone the totals follow the cards', async () => {
  const real = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(real(query), { matches: true }));
  await renderPage(table, { route: '/lines' });
  const [, , totals] = screen.getAllByRole('listitem');
  expect(totals).toHaveTextContent('TotalAmount15.00');
  jest.restoreAllMocks();
});

test('a table that is wider than its place can be scrolled by the keyboard', async () => {
  const wide = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  const only = { label: 'Lines', rows: lines, rowKey: ({ id }: Line) => id, columns };
  await renderPage(<Table<Line> {...only} />, { route: '/lines' });
  expect(screen.getByRole('group', { name: 'Lines' })).toHaveAttribute('tabindex', '0');
  wide.mockRestore();
});
