import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Widget } from './toReorder.widget.tsx';

const part = (partNo: string, stockLevel: string) => ({
  id: partNo,
  partNo,
  name: partNo,
  nameTh: null,
  unit: { id: 'u', code: 'pc', name: 'Piece', nameTh: null },
  stock: { available: 1 },
  stockLevel,
});

test('what is out comes before what is low, and each number leads to its list', async () => {
  const server = fakeServer();
  server.answer('parts.list', ({ query }) => ({
    data: (query.stock === 'out'
      ? [{ ...part('ZZZ', 'out'), levelCompanies: ['BYX'] }]
      : ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'].map((no) => part(no, 'low'))) as never,
    meta: { totalItems: query.stock === 'out' ? 1 : 80 },
  }));
  await renderPage(<Widget />, {
    route: '/x',
    server,
    texts: { 'remote-warehouse': { en, th } },
  });
  await screen.findByRole('link', { name: 'ZZZ' });
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.slice(0, 3))).toEqual([
    'ZZZ',
    'AAA',
    'BBB',
    'CCC',
    'DDD',
  ]);
  expect(screen.getByRole('link', { name: '80 low' })).toHaveAttribute(
    'href',
    '/warehouse-management/parts-warehouse?stock=low',
  );
  expect(screen.getByRole('link', { name: '1 out of stock' })).toBeInTheDocument();
  expect(rows[0]).toHaveTextContent('Out of stock in BYX');
});
