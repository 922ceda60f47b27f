import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
import { Page } from './payments.page.tsx';
import { TaxInvoices } from './TaxInvoices.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const COMPANY = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const company = { id: COMPANY, code: 'BXY', name: 'Boxyard', nameTh: null };
const customer = { id: ID, code: 'CUS-0001', name: 'Siam Snack', nameTh: 'สยาม สแน็ค' };
const sums = { baseAmount: '400.00', vatAmount: '28.00', grandTotal: '428.00' };
const PATH = '/sales-management/payment-data';

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:report', revokeObjectURL: () => undefined });
});

const open = (query: string, as = 'accounting-manager', locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('taxInvoices.list', { data: [], meta: { totalItems: 0, summary: sums } });
  server.answer('inputTax.list', {
    data: [
      {
        id: ID,
        sequence: 7,
        kind: 'taxInvoice',
        taxDate: '2026-11-18',
        invoiceDate: '2026-11-18',
        documentNo: 'SUP-1',
        supplierName: 'Parts Siam Co., Ltd.',
        taxId: '0105552029681',
        branchCode: '00000',
        ...sums,
        receipt: { id: ID, documentNo: 'RC2611-0001' },
      },
    ],
    meta: { totalItems: 1, summary: sums },
  });
  server.answer('taxPeriods.list', {
    data: [
      {
        id: ID,
        company,
        period: '2026-10',
        baseAmount: '1000.00',
        vatAmount: '70.00',
        entryCount: 2,
        inputBaseAmount: '400.00',
        inputVatAmount: '28.00',
        inputEntryCount: 1,
        payable: '42.00',
        closedAt: '2026-11-03T03:00:00.000Z',
        closedBy: { id: ID, name: 'Nattaya Boonmee' },
      },
    ],
    meta: { totalItems: 1 },
  });
  server.answer('whtCertificates.missing', {
    data: [
      {
        id: ID,
        documentNo: 'IV2611-0001',
        dueDate: '2026-12-20',
        company,
        customer,
        taxId: null,
        baseAmount: '1000.00',
        whtRate: '3.00',
        whtAmount: '30.00',
        missing: '30.00',
        paidOn: '2026-11-20',
      },
    ],
    meta: { totalItems: 1, summary: { missing: '30.00' } },
  });
  server.answer('taxReports.input', {
    blob: new Blob(['%PDF'], { type: 'application/pdf' }),
    fileName: 'x.pdf',
  });
  server.answer('taxReports.output', {
    blob: new Blob(['%PDF'], { type: 'application/pdf' }),
    fileName: 'x.pdf',
  });
  server.answer('companies.all', { data: [company], meta: { totalItems: 1 } });
  return renderPage(<Page />, {
    route: `${PATH}?${query}`,
    path: PATH,
    as,
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
};

test.each([
  ['en', 'Input VAT', 'Print month'],
  ['th', 'ภาษีซื้อ', 'พิมพ์รายงานเดือน'],
] as const)('shows input VAT with its numbers, in %s', async (locale, name, print) => {
  await open('tab=tax&vat=input', 'accounting-manager', locale);
  expect(await screen.findByText('SUP-1')).toBeVisible();
  expect(screen.getByText('7')).toBeVisible();
  expect(screen.getByRole('tab', { name, selected: true })).toBeVisible();
  expect(screen.getByRole('button', { name: print })).toBeVisible();
});

test('nobody who only sees payments is offered input VAT', async () => {
  await open('tab=tax&vat=input', 'sales-officer');
  expect(await screen.findByRole('tab', { name: 'Output VAT', selected: true })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Input VAT' })).not.toBeInTheDocument();
});

test('lists closed months with what is to be paid, each report to print', async () => {
  const { user, server } = await open('tab=tax&vat=months');
  expect(await screen.findByText('2026-10')).toBeVisible();
  expect(screen.getByText('42.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Input VAT report 2026-10' }));
  await waitFor(() =>
    expect(server.requests('taxReports.input')[0]?.query).toMatchObject({
      companyId: COMPANY,
      period: '2026-10',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Close month' }));
  expect(
    within(await screen.findByRole('dialog')).getByText(/cannot be taken back/),
  ).toBeInTheDocument();
});

test('a tax invoice is replaced for a reason', async () => {
  const { user, server } = await renderPage(
    <TaxInvoices
      rows={[
        {
          id: ID,
          documentNo: 'TX2611-0002',
          taxDate: '2026-11-20',
          grandTotal: '107.00',
          isCancelled: false,
          replaces: 'TX2611-0001',
        },
      ]}
    />,
    {
      route: PATH,
      path: PATH,
      as: 'accounting-manager',
      server: (() => {
        const fake = fakeServer();
        fake.answer('taxInvoices.replace', { data: { id: COMPANY, documentNo: 'TX2611-0003' } });
        return fake;
      })(),
      texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
    },
  );
  expect(await screen.findByText('Replaces TX2611-0001')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('textbox', { name: /Reason/ }));
  await user.paste('Wrong branch');
  await user.click(dialog.getByRole('button', { name: 'Replace tax invoice' }));
  await waitFor(() =>
    expect(server.requests('taxInvoices.replace')[0]?.body).toEqual({ reason: 'Wrong branch' }),
  );
});

test('lists invoices that wait for a certificate', async () => {
  await open('tab=tax&vat=missing');
  expect(await screen.findByText('IV2611-0001')).toBeVisible();
  expect(screen.getByText('3%')).toBeVisible();
});
