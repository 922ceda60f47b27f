import type { CompanyDetail } from '@boxyard/shared/contract/areas/inventory.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './companyGroups.page.tsx';

const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
const at = '2026-11-20T03:00:00.000Z';
const company: CompanyDetail = {
  id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad',
  version: 2,
  createdAt: at,
  updatedAt: at,
  code: 'BXY',
  nameTh: 'บริษัท บ็อกซ์ยาร์ด จำกัด',
  nameEn: 'Boxyard Co., Ltd.',
  taxId: '0105552029681',
  branchType: 'branch',
  branchCode: '00001',
  isVatRegistered: true,
  address: {
    line1: '99/1 Rama I Road',
    provinceId: null,
    amphoeId: null,
    districtId: null,
    zipcode: null,
    text: '99/1 Rama I Road',
    textTh: '99/1 Rama I Road',
  },
  phone: null,
  email: null,
  parent: null,
  warehouseCount: 3,
  hasLogo: true,
  isActive: true,
  logo: LOGO,
};
const { logo: _logo, ...row } = company;

const opened = async (locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('companies.list', { data: [row], meta: { totalItems: 1 } });
  server.answer('companies.get', company);
  server.answer('companies.update', { data: company });
  const drawn = await renderPage(<Page />, {
    route: '/warehouse-inventory/company-groups',
    as: 'system-admin',
    locale,
    server,
    texts: { 'remote-inventory': { en, th } },
  });
  await drawn.user.click(await screen.findByText(/Boxyard Co., Ltd.|บ็อกซ์ยาร์ด/));
  await screen.findByDisplayValue('BXY');
  return { ...drawn, server };
};

test.each([
  ['en', 'Branch', 'Logo'],
  ['th', 'สาขา', 'โลโก้'],
] as const)('shows branch type and logo, in %s', async (locale, branch, logo) => {
  await opened(locale);
  expect(screen.getAllByText(branch).length).toBeGreaterThan(1);
  expect(screen.getByDisplayValue('00001')).toBeVisible();
  expect(await screen.findByAltText(logo)).toHaveAttribute('src', LOGO);
});

test('a head office has its code, and a logo is taken away', async () => {
  const { server, user } = await opened();
  await user.click(screen.getByLabelText('Branch type'));
  await user.click(await screen.findByTitle('Head office'));
  await waitFor(() => expect(screen.queryByDisplayValue('00001')).not.toBeInTheDocument());
  fireEvent.click(await screen.findByRole('button', { name: 'Remove logo' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests('companies.update')[0]?.body).toMatchObject({
      branchType: 'headOffice',
      branchCode: '00000',
      logo: null,
      version: 2,
    }),
  );
});
