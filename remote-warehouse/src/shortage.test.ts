import { startI18n } from '@boxyard/shared/runtime';
import { fakeServer } from '@boxyard/shared/testing';
import './features/transfers/transfers.resource.tsx';
import { askAboutShortage } from './shortage.ts';

beforeAll(() => startI18n());

test('more than a warehouse has is asked about, over all lines of a part', async () => {
  const server = fakeServer();
  const partId = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
  const warehouseId = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367af';
  server.answer('requisitions.available', [{ partId, available: 891, warehouses: [] }]);
  const ask = (...quantities: readonly number[]) =>
    askAboutShortage('fromWarehouseId')({
      fromWarehouseId: warehouseId,
      items: quantities.map((quantity) => ({ partId, quantity })),
    });
  expect(await ask(891)).toBeNull();
  expect(await ask(99_999)).toMatchObject({ body: expect.stringContaining('891') });
  expect(await ask(800, 92)).toMatchObject({ body: expect.stringContaining('892') });
});
