import { expect, test } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';

// What the demonstration promises to show, read off the filled database that every journey starts from.

const STATES = [
  'inProduction',
  'awaitingReceipt',
  'inWarehouse',
  'inTransit',
  'withdrawn',
  'installed',
  'returned',
  'disassembled',
  'retired',
  'lost',
];

interface Counting {
  readonly total: number;
  readonly byLifecycle: Readonly<Record<string, number>>;
  readonly byModel: readonly { readonly count: number }[];
}

test.describe('the fleet of the demonstration', () => {
  test('has 160 containers of six models, some in every state', async ({ baseURL }) => {
    const fleet = await serverFor(baseURL, 'system-admin').get<Counting>('/products/counting');
    expect(fleet.total).toBeGreaterThanOrEqual(160);
    // Other journeys make models of their own.
    expect(fleet.byModel.length).toBeGreaterThanOrEqual(6);
    const empty = STATES.filter((status) => !fleet.byLifecycle[status]);
    expect(empty).toEqual([]);
  });

  test('has documents of many months', async ({ baseURL }) => {
    const server = serverFor(baseURL, 'system-admin');
    for (const path of ['/withdraw_products', '/warehouse-transfers', '/product_follow_ups']) {
      const rows = await server.get<readonly { readonly documentDate: string }[]>(path, {
        limit: '100',
        sort: 'createdAt',
      });
      const months = new Set(rows.map(({ documentDate }) => documentDate.slice(0, 7)));
      expect([path, months.size > 3]).toEqual([path, true]);
    }
  });
});
