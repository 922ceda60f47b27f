import type { Contract, RowOf } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './parts.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';

const MODEL = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';

const part = (patch: Partial<RowOf<Contract['parts.list']>> = {}) => ({
  id: ID,
  version: 1,
  createdAt: '2026-05-21T03:00:00.000Z',
  updatedAt: '2026-05-21T03:00:00.000Z',
  partNo: 'AFL-S',
  name: 'Air filter S',
  nameTh: 'แผ่นกรองอากาศ S',
  category: { id: 'c', code: 'COOL', name: 'Refrigeration' },
  subCategory: null,
  unit: { id: 'u', code: 'PCS', name: 'piece', nameTh: 'ชิ้น' },
  brand: null,
  model: null,
  trackingType: 'none' as const,
  barcode: null,
  standardPrice: null,
  averageCost: '70.7723',
  lastPurchasePrice: null,
  stockValue: '6864.91',
  reorderPoint: 11,
  minStock: 5,
  maxStock: 55,
  stock: {
    onHand: 7,
    reserved: 0,
    available: 7,
    inTransit: 0,
    quarantine: 0,
    inRepair: 0,
    atSupplier: 0,
    onOrder: 22,
    projected: 29,
  },
  cover: null,
  stockLevel: 'low' as const,
  isActive: true,
  ...patch,
});

const draw = async (as: string, totalValue: string | null) => {
  const server = fakeServer();
  server.answer('parts.list', {
    data: [part()],
    meta: { totalItems: 1, summary: { parts: 1, totalValue } },
  });
  server.answer('parts.count', { total: 1, low: 1, out: 0, over: 0, quarantine: 0 });
  server.answer('parts.exist', {
    data: {
      exists: true,
      matches: [{ id: ID, code: 'AFL-S', name: 'Air filter S', field: 'partNo' }],
    },
  });
  return renderPage(<Page />, {
    route: '/warehouse-management/parts-warehouse',
    as,
    server,
    texts: { 'remote-warehouse': { en, th } },
  });
};

test('shows stock and what needs a look, and leads to the part', async () => {
  await draw('warehouse-manager', '6864.91');
  const link = await screen.findByRole('link', { name: 'AFL-S' });
  expect(link).toHaveAttribute('href', `/warehouse-management/parts-warehouse/${ID}`);
  expect(screen.getByRole('columnheader', { name: 'Average cost' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Low' })).toBeVisible();
  expect(await screen.findByRole('link', { name: '1' })).toHaveAttribute(
    'href',
    '/warehouse-management/parts-warehouse?stock=low',
  );
});

test('costs are for those who may see them', async () => {
  await draw('technician', null);
  expect(await screen.findByText('AFL-S')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Average cost' })).toBeNull();
  expect(screen.queryByText('Stock value (company)')).toBeNull();
});

test('a part number that is taken is said while it is typed', async () => {
  const { user, server } = await draw('system-admin', '6864.91');
  await user.click(await screen.findByRole('button', { name: /New part/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Part no.' }), 'afl-s');
  expect(await screen.findByText(/This part number is taken/)).toBeVisible();
  expect(server.requests('parts.exist').at(-1)?.body).toEqual({ partNo: 'afl-s' });
});

test.each([
  ['en', 'For model'],
  ['th', 'สำหรับรุ่นตู้'],
] as const)('the models that a part is for cut the list, in %s', async (locale, label) => {
  const server = fakeServer();
  server.answer('parts.list', {
    data: [part()],
    meta: { totalItems: 1, summary: { parts: 1, totalValue: null } },
  });
  server.answer('parts.count', { total: 1, low: 1, out: 0, over: 0, quarantine: 0 });
  server.answer('productModels.all', {
    data: [
      {
        id: MODEL,
        code: 'VD200',
        name: 'Drinks 200',
        nameTh: null,
        warrantyMonths: 12,
        currentRevision: 1,
        serialPrefix: 'VD',
      },
    ],
  });
  await renderPage(<Page />, {
    route: `/warehouse-management/parts-warehouse?productModelId=${MODEL}`,
    as: 'warehouse-manager',
    locale,
    server,
    texts: { 'remote-warehouse': { en, th } },
  });
  expect(await screen.findByText('AFL-S')).toBeVisible();
  expect(server.requests('parts.list')[0]?.query.productModelId).toBe(MODEL);
  expect((await screen.findAllByText(new RegExp(label)))[0]).toBeVisible();
});
