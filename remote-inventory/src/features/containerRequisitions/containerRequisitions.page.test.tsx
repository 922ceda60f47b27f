import type { ContainerRequisitionDetail } from '@boxyard/shared/contract/areas/containerRequisitions.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as DocumentPage } from './containerRequisitions.document.page.tsx';
import { Page as ListPage } from './containerRequisitions.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const texts = { 'remote-inventory': { en, th } };

const one: ContainerRequisitionDetail = {
  id: ID,
  version: 1,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'WD2611-0004',
  status: 'approved',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  warehouse: { id: 'w', code: 'CENTRAL', name: 'Central' },
  type: 'demo',
  purpose: 'Show it at the fair',
  destinationName: 'Bangkok Fair',
  destinationAddress: null,
  neededBy: '2026-11-24',
  releasedAt: null,
  releasedBy: null,
  hasOut: false,
  itemCount: 1,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update', 'release', 'cancel'],
  authorIds: [],
  items: [
    {
      id: 'l',
      lineNo: 1,
      productModel: { id: 'm', code: 'VD200', name: 'Drinks 200' },
      product: { id: 'd', serialNumber: 'VDA2611-0001', name: 'Drinks 200' },
      proposal: null,
      lineStatus: 'allocated',
      site: null,
      lifecycleStatus: 'inWarehouse',
      note: null,
      contract: null,
    },
  ],
};

test.each(['en', 'th'] as const)('lists documents with their status, in %s', async (locale) => {
  const server = fakeServer();
  server.answer('containerRequisitions.list', { data: [one], meta: { totalItems: 1 } });
  await renderPage(<ListPage />, {
    route: '/warehouse-inventory/container-requisition/default',
    path: '/warehouse-inventory/container-requisition/default',
    locale,
    server,
    texts,
  });
  expect(await screen.findByRole('link', { name: 'WD2611-0004' })).toBeInTheDocument();
  expect(server.requests('containerRequisitions.list')).toHaveLength(1);
});

test.each(['en', 'th'] as const)('shows a document with its lines, in %s', async (locale) => {
  const server = fakeServer();
  server.answer('containerRequisitions.get', one);
  await renderPage(<DocumentPage />, {
    route: '/warehouse-inventory/container-requisition/:id'.replace(':id', ID),
    path: '/warehouse-inventory/container-requisition/:id',
    locale,
    server,
    texts,
  });
  expect(await screen.findByText('VDA2611-0001')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('WD2611-0004');
});

describe('one for contracts', () => {
  const CONTRACT = '01a1fdb3-fd91-7ffd-b5fc-2c5f21136700';
  type Item = ContainerRequisitionDetail['items'][number];
  const line = one.items[0] as Item;
  const asked = (id: string, contract: Partial<NonNullable<Item['contract']>>): Item => ({
    ...line,
    id,
    product: null,
    lineStatus: 'pending',
    contract: { id: CONTRACT, documentNo: null, status: 'draft', customer: null, ...contract },
  });
  const doc: ContainerRequisitionDetail = {
    ...one,
    type: 'contract',
    status: 'pending',
    warehouse: { ...one.warehouse, id: '01a1fdb3-fd91-7ffd-b5fc-2c5f21136701' },
    purpose: 'Deliver what was agreed',
    allowedActions: ['update-contracts', 'cancel'],
    items: [
      asked('l', { customer: { id: 'k', code: 'CUS-0001', name: 'Siam Snack' } }),
      asked('m', { id: '01a1fdb3-fd91-7ffd-b5fc-2c5f21136702' }),
    ],
  };
  const open = (query: string, locale: 'en' | 'th' = 'en') => {
    const server = fakeServer();
    server.answer('containerRequisitions.get', doc);
    server.answer('containerRequisitions.updateContracts', { data: doc });
    server.answer('contracts.availableDrafts', {
      data: [{ id: CONTRACT, code: null, name: 'Siam Snack', productModel: line.productModel }],
      meta: { totalItems: 1 },
    });
    server.answer('masterData.subWarehouses', {
      data: [{ ...doc.warehouse, nameTh: null, kind: 'main', companyId: one.company.id }],
      meta: { totalItems: 1 },
    });
    return renderPage(<DocumentPage />, {
      route: `/warehouse-inventory/container-requisition/${ID}${query}`,
      path: '/warehouse-inventory/container-requisition/:id',
      locale,
      server,
      texts,
      as: 'sales-officer',
    });
  };

  test('is changed by its contracts, and those that nobody may read here stay', async () => {
    const { user, server } = await open('?edit=contracts');
    expect(await screen.findByText('1 contract that you may not open stays in it.')).toBeVisible();
    const purpose = await screen.findByLabelText(/Purpose/);
    await user.clear(purpose);
    await user.type(purpose, 'Deliver it later');
    await user.click(screen.getByRole('button', { name: 'Save requisition' }));
    await waitFor(() =>
      expect(server.requests('containerRequisitions.updateContracts')).toHaveLength(1),
    );
    expect(server.requests('containerRequisitions.updateContracts')[0]?.body).toMatchObject({
      version: 1,
      purpose: 'Deliver it later',
      contracts: [{ contractId: CONTRACT }],
    });
  });

  test.each([
    ['en', 'Edit contracts'],
    ['th', 'แก้ไขสัญญาที่เบิก'],
  ] as const)('offers the change, in %s', async (locale, name) => {
    await open('', locale);
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });
});
