import type { CustomerDetail } from '@boxyard/shared/contract';
import { fakeServer, renderPage, TEST_USER_ID } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Page } from './customers.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const ADDRESS = {
  line1: '99 Sathon Road',
  provinceId: 10,
  amphoeId: null,
  districtId: null,
  zipcode: null,
  text: '99 Sathon Road, Bangkok',
  textTh: '99 ถนนสาทร กรุงเทพมหานคร',
};
const customer: CustomerDetail = {
  id: ID,
  version: 3,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  code: 'CUS-0001',
  type: 'juristic',
  name: 'Siam Snack Co., Ltd.',
  nameTh: 'บริษัท สยาม สแน็ค จำกัด',
  taxId: '0105552001116',
  branchCode: '00000',
  phone: '021234501',
  email: null,
  province: 'Bangkok',
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  sale: { id: 'p', name: 'Nattaya Boonmee' },
  zone: null,
  isBlacklisted: false,
  isActive: true,
  prefix: 'บริษัท',
  firstName: null,
  lastName: null,
  companyName: 'สยาม สแน็ค จำกัด',
  nameEn: 'Siam Snack Co., Ltd.',
  phone2: null,
  lineId: null,
  birthDate: null,
  contacts: [],
  registeredAddress: ADDRESS,
  billingAddress: null,
  shippingAddress: null,
  installAddresses: [],
  source: null,
  creditTermDays: 30,
  consentAt: null,
  blacklistReason: null,
  mergedInto: null,
  remark: null,
  attachments: [],
  history: [],
  seesPersonalData: true,
};

const message = {
  id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae',
  channel: 'line' as const,
  about: { type: 'container' as const, id: ID, no: 'BX-100' },
  sentTo: null,
  text: 'ตู้ BX-100 เปิดใช้งานแล้ว',
  at: '2026-11-21T03:00:00.000Z',
  by: null,
  status: 'refused' as const,
};

const open = async (as: string, over: Partial<CustomerDetail> = {}, locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  const shown = { ...customer, ...over };
  server.answer('customers.list', { data: [shown], meta: { totalItems: 1 } });
  server.answer('customers.get', shown);
  server.answer('customers.exist', { data: { exists: false, matches: [] } });
  server.answer('customers.blacklist', { data: shown });
  server.answer('customers.messages', [message]);
  server.answer('masterData.provinces', []);
  server.answer('users.all', { data: [{ id: 'p', code: null, name: 'Nattaya Boonmee' }] });
  return renderPage(<Page />, {
    route: `/sales-management/customer-data?record=${ID}`,
    path: '/sales-management/customer-data',
    as,
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
};

test.each([
  ['en', 'Tax ID'],
  ['th', 'เลขประจำตัวผู้เสียภาษี'],
] as const)('shows a customer by its address, in %s', async (locale, label) => {
  await open('sales-manager', {}, locale);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByLabelText(label)).toHaveValue('0105552001116');
});

test.each([
  ['juristic', ['Company name', 'Tax ID', 'Branch code'], []],
  ['person', ['First name', 'Last name'], ['Tax ID']],
] as const)('what a customer of type %s has to say is marked', async (type, required, free) => {
  await open('sales-manager', { type, firstName: 'Malee', lastName: 'Sukjai' });
  const drawer = within(await screen.findByRole('dialog'));
  for (const label of required) expect(await drawer.findByLabelText(label)).toBeRequired();
  for (const label of free) expect(drawer.getByLabelText(label)).not.toBeRequired();
});

test('is blacklisted for a reason', async () => {
  const { user, server } = await open('sales-manager');
  await user.click(await screen.findByRole('button', { name: 'Blacklist' }));
  const ask = within(await screen.findByRole('alertdialog', { name: /Blacklist Siam Snack/ }));
  await user.type(ask.getByLabelText(/Reason/), 'Owes for 90 days');
  await user.click(ask.getByRole('button', { name: 'Blacklist' }));
  await waitFor(() =>
    expect(server.requests('customers.blacklist')[0]?.body).toEqual({
      version: 3,
      isBlacklisted: true,
      reason: 'Owes for 90 days',
    }),
  );
});

test('offers to remove a file to whoever attached it', async () => {
  const attached = (id: string, by: string): CustomerDetail['attachments'][number] => ({
    id,
    fileName: `${id}.pdf`,
    mime: 'application/pdf',
    size: 1000,
    kind: 'other',
    expiresOn: null,
    isExpired: false,
    createdAt: '2026-11-21T03:00:00.000Z',
    by: { id: by, name: 'Nattaya Boonmee' },
  });
  const attachments = [attached('mine', TEST_USER_ID), attached('theirs', 'p')];
  await open('sales-manager', { attachments });
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('button', { name: /Remove mine.pdf/ })).toBeVisible();
  expect(drawer.getByText('theirs.pdf')).toBeVisible();
  expect(drawer.queryByRole('button', { name: /Remove theirs.pdf/ })).toBeNull();
});

test('says whom to ask about a customer of somebody else, and no more', async () => {
  const { user, server } = await open('sales-officer');
  const match = {
    id: null,
    code: null,
    name: null,
    field: 'taxId' as const,
    sale: 'Thanawat Kongkaew',
  };
  server.answer('customers.exist', { data: { exists: true, matches: [match] } });
  const drawer = within(await screen.findByRole('dialog'));
  const field = await drawer.findByLabelText('Tax ID');
  await user.clear(field);
  await user.type(field, '0105552001116');
  expect(
    await drawer.findByText(/a customer of another salesperson; ask Thanawat Kongkaew/),
  ).toBeInTheDocument();
});

test('says that personal data is hidden', async () => {
  await open('auditor', { seesPersonalData: false, registeredAddress: null });
  expect(await screen.findByText(/Personal data is hidden from you/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Blacklist' })).toBeNull();
});

test.each([
  ['sales-manager', '/sales-management/products?record='],
  ['technician', null],
] as const)('says what was sent, and leads to what it was about: %s', async (role, link) => {
  await open(role);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('Refused by LINE')).toBeInTheDocument();
  expect(drawer.getByText('ตู้ BX-100 เปิดใช้งานแล้ว')).toBeInTheDocument();
  const about = drawer.queryByRole('link', { name: 'BX-100' });
  expect(about?.getAttribute('href') ?? null).toBe(link === null ? null : `${link}${ID}`);
});

test('a new one is added in one go, also beside one that looks like it', async () => {
  const match = { id: ID, code: 'CUS-0001', name: 'Siam Snack', sale: 'Nattaya Boonmee' };
  const server = fakeServer();
  server.answer('customers.list', { data: [customer], meta: { totalItems: 1 } });
  server.answer('customers.exist', {
    data: {
      exists: true,
      matches: [
        { ...match, field: 'name' as const },
        { ...match, field: 'taxId' as const },
        { ...match, field: 'phone' as const },
      ],
    },
  });
  server.answer('customers.create', { data: customer });
  server.answer('customers.get', customer);
  server.answer('customers.messages', []);
  server.answer('masterData.provinces', [{ id: 10, nameTh: 'กรุงเทพมหานคร', nameEn: 'Bangkok' }]);
  server.answer('masterData.amphoes', [
    { id: 1001, provinceId: 10, nameTh: 'พระนคร', nameEn: 'Phra Nakhon' },
    { id: 1033, provinceId: 10, nameTh: 'คลองเตย', nameEn: 'Khlong Toei' },
    { id: 1039, provinceId: 10, nameTh: 'วัฒนา', nameEn: 'Watthana' },
  ]);
  server.answer('masterData.zipcodes', [
    { zipcode: '10110', districtId: 100901, amphoeId: 1033, provinceId: 10 },
    { zipcode: '10110', districtId: 103305, amphoeId: 1039, provinceId: 10 },
  ]);
  server.answer('masterData.districts', []);
  server.answer('companies.all', {
    data: [{ id: ID, code: 'BXY', name: 'Boxyard', nameTh: null }],
  });
  server.answer('users.all', { data: [{ id: 'p', code: null, name: 'Nattaya Boonmee' }] });
  const { user } = await renderPage(<Page />, {
    route: '/sales-management/customer-data',
    path: '/sales-management/customer-data',
    as: 'sales-officer',
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
  await user.click(await screen.findByRole('button', { name: 'New customer' }));
  const drawer = within(await screen.findByRole('dialog'));
  const enter = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  await enter(await drawer.findByLabelText('Company name'), 'Siam Snack');
  await enter(drawer.getByLabelText('Tax ID'), '0105552001116');
  await enter(drawer.getByPlaceholderText('House no., building, road'), '99 Sukhumvit');
  await enter(drawer.getByLabelText('Postal code'), '10110');
  expect(await drawer.findByText('Bangkok')).toBeInTheDocument();
  await enter(drawer.getByLabelText('Phone'), '021234501');
  expect(await drawer.findByText(/Known already/)).toBeInTheDocument();
  await user.click(drawer.getByRole('button', { name: 'Add customer' }));
  await waitFor(() => expect(server.requests('customers.create')).toHaveLength(1));
  expect(server.requests('customers.create')[0]?.body).toMatchObject({
    registeredAddress: { line1: '99 Sukhumvit', zipcode: '10110', provinceId: 10 },
  });
});

test('an empty customer marks each field that is missing, and goes to the first', async () => {
  const { user } = await open('sales-manager');
  await user.click(await screen.findByRole('button', { name: 'New customer' }));
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(drawer.getByRole('button', { name: 'Add customer' }));
  // With what only the server asks for, since the other kind of customer has no such field.
  for (const label of ['Company', 'Company name', 'Tax ID', 'Phone']) {
    expect(drawer.getByLabelText(label).closest('[class*=has-error]')).not.toBeNull();
  }
  await waitFor(() => expect(drawer.getByLabelText('Company')).toHaveFocus());
});
