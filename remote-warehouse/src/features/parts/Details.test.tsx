import type { PartDetail } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Details } from './Details.tsx';

const model = (id: string, code: string) => ({ id, code, name: `Drinks ${code}` });

const part = {
  id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad',
  partNo: 'AFL-S',
  name: 'Air filter S',
  category: { id: 'c', code: 'COOL', name: 'Refrigeration' },
  subCategory: null,
  unit: { id: 'u', code: 'PCS', name: 'piece' },
  preferredSupplier: null,
  purchaseUnit: null,
  trackingType: 'none',
  defaultCondition: 'used',
  images: [],
  productModels: [model('m1', 'VD200'), model('m2', 'VD300')],
  spec: null,
} as unknown as PartDetail;

const draw = (shown: PartDetail, locale: 'en' | 'th') =>
  renderPage(<Details part={shown} />, {
    route: '/warehouse-management/parts-warehouse',
    as: 'technician',
    locale,
    server: fakeServer(),
    texts: { 'remote-warehouse': { en, th } },
  });

test.each([
  ['en', 'For models of containers', 'Used'],
  ['th', 'ใช้กับรุ่นตู้', 'ของใช้แล้ว'],
] as const)('shows models and usual condition, in %s', async (locale, label, condition) => {
  await draw(part, locale);
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText('VD200')).toBeVisible();
  expect(screen.getByText('VD300')).toBeVisible();
  expect(screen.getByText(condition)).toBeVisible();
});

test('says nothing of models where it is for none', async () => {
  await draw({ ...part, productModels: [] }, 'en');
  expect(await screen.findByText('Refrigeration')).toBeVisible();
  expect(screen.queryByText('For models of containers')).toBeNull();
});
