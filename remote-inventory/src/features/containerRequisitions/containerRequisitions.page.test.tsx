import type { ContainerRequisitionDetail } from '@boxyard/shared/contract/areas/containerRequisitions.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
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
