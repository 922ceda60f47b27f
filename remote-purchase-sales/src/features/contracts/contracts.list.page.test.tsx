import { fakeServer, renderPage } from '@boxyard/shared/testing';
import specified from '@boxyard/shared/testing/specifiedTexts.json' with { type: 'json' };
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import kitEn from '../../i18n/kit.en.json' with { type: 'json' };
import kitTh from '../../i18n/kit.th.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './contracts.list.page.tsx';

const person = { id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae', name: 'Nattaya Boonmee' };
const row = {
  id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad',
  version: 1,
  createdAt: '2026-11-01T03:00:00.000Z',
  updatedAt: '2026-11-01T03:00:00.000Z',
  documentNo: 'CT2611-0004',
  documentDate: '2026-11-01',
  status: 'pending',
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  remark: null,
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  productModel: { id: 'm', code: 'VM1', name: 'Vending 1' },
  product: null,
  grandTotal: '7490.00',
  outstandingAmount: '7490.00',
  nextDueDate: null,
  startDate: '2026-11-01',
  endDate: '2027-10-31',
  type: 'lease' as const,
  customer: { ...person, code: 'CU-1' },
  sale: person,
  createdBy: person,
  paymentStatus: 'unpaid' as const,
  settlementStatus: 'none' as const,
  awayUnderContract: false,
};
const texts = {
  'remote-purchase-sales': { en, th },
  kit: { en: kitEn, th: kitTh },
};

test('a contract whose later payments are not billed is paid to date, not paid', async () => {
  const server = fakeServer();
  server.answer('contracts.list', {
    data: [
      { ...row, documentNo: 'CT2611-0005', paymentStatus: 'paid' },
      {
        ...row,
        id: person.id,
        documentNo: 'CT2611-0006',
        paymentStatus: 'paid',
        outstandingAmount: '0.00',
      },
    ],
    meta: { totalItems: 2, totalPages: 1, counts: { pending: 1, other: 1 } },
  });
  await renderPage(<Page />, {
    route: '/sales-management/purchase-contract/table?show=all',
    server,
    texts,
  });
  expect(await screen.findByText('Paid to date')).toBeVisible();
  expect(screen.getAllByText('Paid')).toHaveLength(1);
});

test('says what the specification calls its columns, tabs and labels', async () => {
  const { columns, tabs, labels } = specified.contracts;
  const server = fakeServer();
  server.answer('contracts.list', {
    data: [row],
    meta: { totalItems: 1, totalPages: 1, counts: { pending: 1, other: 3 } },
  });
  await renderPage(<Page />, {
    route: '/sales-management/purchase-contract/table?show=all',
    server,
    texts,
  });
  expect(await screen.findByRole('link', { name: 'CT2611-0004' })).toBeVisible();
  const shown = screen
    .getAllByRole('columnheader')
    .map((header) => header.textContent?.trim() ?? '')
    .filter((text) => text !== '');
  expect(shown).toEqual(columns);
  for (const tab of tabs)
    expect(screen.getByRole('button', { name: new RegExp(`^${tab}\\b`) })).toBeVisible();
  expect(screen.getByText(labels.area)).toBeVisible();
  expect(screen.getByRole('heading', { name: labels.title })).toBeVisible();
  expect(screen.getByRole('link', { name: labels.create })).toBeVisible();
  expect(screen.getByRole('searchbox', { name: labels.search })).toBeVisible();
});
