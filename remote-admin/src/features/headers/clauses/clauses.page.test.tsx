import type { ContractClausesDetail } from '@boxyard/shared/contract/areas/contractClauses.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import en from '../../../i18n/en.json';
import th from '../../../i18n/th.json';
import { Page } from '../contractHeader.page.tsx';

const ID = '01a1fdb4-0000-7000-8000-000000000001';
const at = '2026-11-20T03:00:00.000Z';
const detail: ContractClausesDetail = {
  id: ID,
  version: 2,
  createdAt: at,
  updatedAt: at,
  company: { id: ID, code: 'BXY', name: 'Boxyard' },
  name: 'Leases',
  type: 'lease',
  isActive: true,
  revisionNo: 2,
  effectiveFrom: '2026-11-01',
  textTh: 'ข้อ 1 {{customer}}',
  textEn: 'For {{customer}}',
  revisions: [
    {
      revisionNo: 2,
      effectiveFrom: '2026-11-01',
      textTh: 'ข้อ 1 {{customer}}',
      textEn: 'For {{customer}}',
      createdAt: at,
      by: { id: ID, name: 'Anan Chaiyo' },
      contracts: 0,
    },
    {
      revisionNo: 1,
      effectiveFrom: '2026-01-01',
      textTh: 'ข้อแรก',
      textEn: 'The first wording',
      createdAt: at,
      by: null,
      contracts: 3,
    },
  ],
  history: [],
};

const open = async (as: string) => {
  const server = fakeServer();
  server.answer('contractClauses.list', { data: [detail] });
  server.answer('contractClauses.get', detail);
  server.answer('contractClauses.update', { data: detail });
  const route = `/manage-system-data/contract-header?tab=clauses&record=${ID}`;
  await renderPage(<Page />, {
    route,
    path: '/manage-system-data/contract-header',
    as,
    server,
    texts: { 'remote-admin': { en, th } },
  });
  return server;
};

beforeEach(() => localStorage.clear());

test('the text is shown as it is printed, and what it names wrong is said at once', async () => {
  const server = await open('company-admin');
  const drawer = within(await screen.findByRole('dialog'));
  const paper = await drawer.findByRole('region', { name: 'As it is printed' });
  expect(paper).toHaveTextContent('For Siam Retail Co., Ltd.');
  const field = drawer.getByLabelText('Clauses in English');
  fireEvent.change(field, { target: { value: 'For {{costumer}}' } });
  expect(await drawer.findByText('There is no field “costumer”.')).toBeInTheDocument();
  fireEvent.change(field, { target: { value: 'All for {{customer}}' } });
  fireEvent.click(drawer.getByRole('button', { name: 'Save clauses' }));
  await waitFor(() =>
    expect(server.requests('contractClauses.update')[0]?.body).toMatchObject({
      version: 2,
      textEn: 'All for {{customer}}',
      effectiveFrom: '2026-11-01',
    }),
  );
});

test('every revision says who keeps it', async () => {
  await open('company-admin');
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText(/Revision 1 .* 3 contracts keep it/)).toBeInTheDocument();
  expect(drawer.getByText('The first wording')).toBeInTheDocument();
  expect(drawer.getByText(/Revision 2 .* No contract keeps it/)).toBeInTheDocument();
});
