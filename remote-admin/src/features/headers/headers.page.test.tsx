import type { DocumentHeaderDetail, DocumentHeaderRow } from '@boxyard/shared/contract';
import { type FakeServer, fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Page as ContractHeaders } from './contractHeader.page.tsx';
import { Page as PurchaseHeaders } from './purchaseHeader.page.tsx';

const uuid = (n: number) => `01a1fdb4-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T03:00:00.000Z';
const LOGO = 'data:image/png;base64,iVBORw0KGgo=';

const row: DocumentHeaderRow = {
  id: uuid(1),
  version: 3,
  createdAt: at,
  updatedAt: at,
  name: 'Orders',
  type: 'purchaseOrder',
  company: { id: uuid(9), code: 'BXY', name: 'Boxyard' },
  companyNameTh: 'บริษัท บ็อกซ์ยาร์ด จำกัด',
  companyNameEn: 'Boxyard Co., Ltd.',
  taxId: '0105552029681',
  branchCode: '00000',
  hasLogo: true,
  signatureCount: 1,
  isDefault: true,
  isActive: true,
};
const detail: DocumentHeaderDetail = {
  ...row,
  address: 'Bangkok',
  phone: null,
  footer: null,
  terms: null,
  signatureBlocks: [
    { labelTh: 'ผู้จัดทำ', labelEn: 'Prepared by', signer: 'creator', userId: null, roleId: null },
  ],
  logo: LOGO,
  numbering: { prefix: 'PO', reset: 'monthly', digits: 4, next: 'PO2611-0007', from: null },
  history: [],
};

beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

// What one test has typed is no draft for the next.
beforeEach(() => localStorage.clear());

const served = (): FakeServer => {
  const server = fakeServer();
  server.answer('documentHeaders.list', { data: [row] });
  server.answer('documentHeaders.get', detail);
  server.answer('documentHeaders.preview', { blob: new Blob(['%PDF']), fileName: 'a.pdf' });
  server.answer('documentHeaders.save', { data: detail });
  return server;
};
const openHeader = async (as = 'company-admin') => {
  const server = served();
  const drawn = await renderPage(<PurchaseHeaders />, {
    route: `/manage-system-data/purchase-header?header=${row.id}`,
    as,
    server,
    texts: { 'remote-admin': { en, th } },
  });
  await screen.findByDisplayValue('Boxyard Co., Ltd.');
  return { ...drawn, server };
};
const picture = (size: number, type: string) => new File([new Uint8Array(size)], 'logo', { type });
const chooseLogo = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose picture', { selector: 'input' }), {
    target: { files: [file] },
  });

test('each page asks for the headers of its own PDFs', async () => {
  const server = served();
  await renderPage(<ContractHeaders />, {
    route: '/manage-system-data/contract-header',
    as: 'company-admin',
    server,
    texts: { 'remote-admin': { en, th } },
  });
  await screen.findByText('Orders');
  expect(server.requests('documentHeaders.list')[0]?.query.pageName).toBe('contract-header');
});

test('the PDF is drawn anew when typing pauses, with what is not saved', async () => {
  const { server } = await openHeader();
  await screen.findByTitle('Preview');
  const before = server.requests('documentHeaders.preview').length;
  // In one moment: between the two the pause is not over, however slow the machine is.
  const name = screen.getByDisplayValue('Boxyard Co., Ltd.');
  fireEvent.change(name, { target: { value: 'Boxyard Co., Ltd. ' } });
  fireEvent.change(name, { target: { value: 'Boxyard Co., Ltd. X' } });
  await waitFor(() =>
    expect(server.requests('documentHeaders.preview').at(-1)?.body).toMatchObject({
      companyNameEn: 'Boxyard Co., Ltd. X',
      type: 'purchaseOrder',
      logo: LOGO,
    }),
  );
  // Two keys, one PDF.
  expect(server.requests('documentHeaders.preview')).toHaveLength(before + 1);
  expect(server.requests('documentHeaders.save')).toHaveLength(0);
});

test('a logo is taken from the disk and saved with the header', async () => {
  const { server, user } = await openHeader();
  chooseLogo(picture(3, 'image/jpeg'));
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Logo' })).toHaveAttribute(
      'src',
      'data:image/jpeg;base64,AAAA',
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Save header' }));
  await waitFor(() =>
    expect(server.requests('documentHeaders.save')[0]?.body).toMatchObject({
      id: row.id,
      version: 3,
      companyId: row.company.id,
      logo: 'data:image/jpeg;base64,AAAA',
      signatureBlocks: detail.signatureBlocks,
    }),
  );
});

test.each([
  [
    'too large a picture',
    picture(1024 * 1024 + 1, 'image/png'),
    'The picture is larger than 1 MB.',
  ],
  ['another kind of file', picture(3, 'image/gif'), 'Only PNG and JPEG pictures.'],
])('%s is refused at once, and the logo stays', async (_what, file, text) => {
  await openHeader();
  chooseLogo(file);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', LOGO);
});

test('whoever may only look changes nothing', async () => {
  await openHeader('auditor');
  expect(screen.getByRole('button', { name: 'Save header' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Choose another' })).toBeDisabled();
});
