import { screen } from '@testing-library/react';
import { registerContract } from '../../client/call.ts';
import { repairsArea } from '../../contract/areas/repairs.ts';
import type { DocumentMove } from '../../contract/moves.ts';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { Moves } from './Moves.tsx';

registerContract(repairsArea);

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const place = (code: string, bin = 'DEFAULT') => ({
  warehouse: { id: code, code, name: code },
  bin,
});
const move = (patch: Partial<DocumentMove> = {}): DocumentMove => ({
  id: ID,
  postedAt: '2026-11-20T03:00:00.000Z',
  effectiveDate: '2026-11-20',
  document: { type: 'repair', id: ID, documentNo: 'RP2611-0004' },
  action: 'start',
  from: place('CENTRAL', 'A-01'),
  to: place('REPAIR'),
  condition: 'used',
  lotNo: null,
  serialNo: null,
  qtyIn: 2,
  qtyOut: 2,
  unitCost: '10.0000',
  value: '20.00',
  by: { id: 'p', name: 'Somchai Jaidee' },
  item: { id: 'i', code: 'AFL-S', name: 'Air filter S' },
  unit: { id: 'u', code: 'PCS', name: 'piece', nameTh: 'ชิ้น' },
  quantity: 2,
  ...patch,
});

const draw = (
  moves: readonly DocumentMove[],
  {
    as = 'warehouse-manager',
    locale = 'en' as const,
    total = moves.length,
  }: {
    as?: string;
    locale?: 'en' | 'th';
    total?: number;
  } = {},
) => {
  const server = fakeServer();
  server.answer('repairs.moves', { moves: [...moves], total });
  return renderPage(<Moves family="repairs" id={ID} />, { route: '/', as, locale, server });
};

test.each([
  ['en', 'Reversed', 'piece'],
  ['th', 'กลับรายการ', 'ชิ้น'],
] as const)('says what went where and what was taken back, in %s', async (locale, back, unit) => {
  const reversal = move({
    id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae',
    document: { type: 'reversal', id: ID, documentNo: null },
    item: { id: 'j', code: 'BRG-1', name: 'Bearing' },
    serialNo: 'SN-7',
  });
  await draw([move(), reversal], { locale });
  expect(await screen.findByText('AFL-S')).toBeVisible();
  expect(screen.getAllByText(unit)[0]).toBeVisible();
  expect(screen.getAllByText(/A-01/)).toHaveLength(2);
  expect(screen.getByText('SN-7')).toBeVisible();
  expect(screen.getAllByText(back)).toHaveLength(1);
  expect(screen.getAllByText('Somchai Jaidee')).toHaveLength(2);
});

test('values are for those who may see costs, quantities not for those who count blind', async () => {
  await draw([move({ quantity: null, value: null })], { as: 'technician' });
  expect(await screen.findByText('Being counted')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Value' })).toBeNull();
});

test('nothing was posted yet', async () => {
  await draw([]);
  expect(await screen.findByText('No stock was moved by this document yet')).toBeVisible();
});

test('more was posted than is shown', async () => {
  await draw([move()], { total: 612 });
  expect(await screen.findByText(/The first 1 of 612 moves/)).toBeVisible();
});
