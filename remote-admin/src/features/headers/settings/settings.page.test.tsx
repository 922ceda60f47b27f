import type { SettingDetail } from '@boxyard/shared/contract';
import { type FakeServer, fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../../i18n/en.json';
import th from '../../../i18n/th.json';
import { Page } from '../contractHeader.page.tsx';

const uuid = (n: number) => `01a1fdb4-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T03:00:00.000Z';
const company = { id: uuid(9), code: 'BXY', name: 'Boxyard', nameTh: null };

const vat: SettingDetail = {
  key: 'vatRate',
  user: null,
  productModel: null,
  value: '7.00',
  effectiveFrom: null,
  next: { value: '10.00', effectiveFrom: '2027-01-01' },
  company,
  history: [
    {
      id: uuid(1),
      value: '10.00',
      effectiveFrom: '2027-01-01',
      reason: 'Royal decree',
      createdAt: at,
      createdBy: { id: uuid(2), name: 'Araya' },
    },
  ],
};

const served = (): FakeServer => {
  const server = fakeServer();
  const { company: _company, history: _history, ...value } = vat;
  server.answer('companies.all', { data: [company] });
  server.answer('settings.all', { company, values: [value] });
  server.answer('settings.get', vat);
  server.answer('settings.set', { data: vat });
  return server;
};
const openTab = async (as = 'company-admin', more = '') => {
  const server = served();
  const drawn = await renderPage(<Page />, {
    route: `/manage-system-data/contract-header?tab=settings${more}`,
    as,
    server,
    texts: { 'remote-admin': { en, th } },
  });
  await screen.findByText('VAT rate');
  return { ...drawn, server };
};

test('says what is in force and what follows', async () => {
  const { server } = await openTab();
  expect(server.requests('settings.all')[0]?.params.id).toBe(company.id);
  const taxes = screen.getByRole('table', { name: 'Tax' });
  expect(within(taxes).getByText('7%')).toBeVisible();
  expect(within(taxes).getByText('10%')).toBeVisible();
});

test('a value of the past is used again as a new one', async () => {
  const { server, user } = await openTab('company-admin', '&setting=vatRate');
  await user.click(await screen.findByRole('button', { name: 'Use again' }));
  await user.type(screen.getByLabelText('Reason'), 'Back to it');
  await user.click(screen.getByRole('button', { name: 'Save value' }));
  await waitFor(() =>
    expect(server.requests('settings.set')[0]).toMatchObject({
      params: { id: company.id, key: 'vatRate' },
      body: { value: '10.00', reason: 'Back to it' },
    }),
  );
});

test('whoever may only look sees the history, and no form', async () => {
  await openTab('auditor', '&setting=vatRate');
  await screen.findByText('Royal decree');
  expect(screen.queryByRole('button', { name: 'Save value' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use again' })).toBeNull();
});
