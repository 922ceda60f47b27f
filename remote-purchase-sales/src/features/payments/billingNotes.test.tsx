import type { BillingNoteDetail } from '@boxyard/shared/contract/areas/billingNotes.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
import { Page } from './payments.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const OTHER = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const note: BillingNoteDetail = {
  id: ID,
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'BN2611-0001',
  status: 'issued',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  remark: null,
  createdBy: { id: OTHER, name: 'Nattaya Boonmee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  customer: { id: OTHER, code: 'CUS-0001', name: 'Siam Snack Co., Ltd.', nameTh: 'สยาม สแน็ค' },
  collectOn: '2026-12-20',
  acknowledgedOn: null,
  acknowledgedBy: null,
  invoiceCount: 1,
  grandTotal: '1070.00',
  balance: '70.00',
  lines: [
    {
      id: OTHER,
      invoice: { id: OTHER, documentNo: 'IV2611-0001' },
      documentDate: '2026-11-10',
      dueDate: '2026-12-10',
      status: 'partiallyPaid',
      amount: '1070.00',
      balance: '70.00',
    },
  ],
  history: [],
  attachments: [],
  related: [],
  authorIds: [],
  allowedActions: ['acknowledge', 'cancel'],
};

const PATH = '/sales-management/payment-data';
const open = (query: string, locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('billingNotes.list', { data: [note], meta: { totalItems: 1 } });
  server.answer('billingNotes.get', note);
  server.answer('billingNotes.acknowledge', {
    data: { ...note, status: 'acknowledged', acknowledgedOn: '2026-11-20', version: 3 },
  });
  server.answer('comments.list', { comments: [], total: 0, isMuted: false, mayComment: false });
  return renderPage(<Page />, {
    route: `${PATH}?tab=billing-notes&${query}`,
    path: PATH,
    as: 'accounting-officer',
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
};

test.each([
  ['en', 'Issued'],
  ['th', 'วางบิลแล้ว'],
] as const)('lists billing notes with what is still owed, in %s', async (locale, status) => {
  await open('', locale);
  expect(await screen.findByText('BN2611-0001')).toBeVisible();
  expect(screen.getAllByText(new RegExp(status)).length).toBeGreaterThan(0);
  expect(screen.getByText('70.00')).toBeVisible();
});

test('opens a note with its invoices and records that the customer has accepted it', async () => {
  const { user, server } = await open(`record=${ID}`);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('link', { name: 'IV2611-0001' })).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Record acceptance' }));
  await user.click(await screen.findByRole('textbox', { name: /Accepted by/ }));
  await user.paste('Khun Malee');
  const buttons = await screen.findAllByRole('button', { name: 'Record acceptance' });
  await user.click(buttons.at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.requests('billingNotes.acknowledge')[0]?.body).toMatchObject({
      version: 2,
      acknowledgedBy: 'Khun Malee',
      collectOn: '2026-12-20',
    }),
  );
});
