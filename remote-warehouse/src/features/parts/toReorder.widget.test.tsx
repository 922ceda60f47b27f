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

test('parts that are out or low are asked for in one call, and each number leads to its list', async () => {
  const server = fakeServer();
  server.answer('parts.reorder', {
    out: 1,
    low: 80,
    parts: [
      { ...part('ZZZ', 'out'), levelCompanies: ['BYX'] },
      ...['AAA', 'BBB', 'CCC', 'DDD'].map((no) => part(no, 'low')),
    ] as never,
  });
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
  expect(server.requests('parts.reorder')).toHaveLength(1);
});
