import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as DocumentPage } from './jobs.document.page.tsx';
import { Page as ListPage } from './jobs.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const texts = { 'remote-repair-maintenance': { en, th } };

const one: JobDetail = {
  id: ID,
  version: 1,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'JB2611-0004',
  status: 'pending',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  warehouse: { id: 'w', code: 'CENTRAL', name: 'Central' },
  neededBy: '2026-11-24',
  itemCount: 1,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update', 'approve', 'reject', 'cancel'],
  authorIds: [],
  items: [
    {
      id: 'l',
      lineNo: 1,
      part: { id: 'a', code: 'AFL-S', name: 'Air filter S' },
      unit: { id: 'u', code: 'PCS', name: 'piece' },
      quantity: 2,
      note: null,
    },
  ],
};

test.each(['en', 'th'] as const)('lists documents with their status, in %s', async (locale) => {
  const server = fakeServer();
  server.answer('jobs.list', { data: [one], meta: { totalItems: 1 } });
  await renderPage(<ListPage />, {
    route: '/repair-management/repair-list/default',
    path: '/repair-management/repair-list/default',
    locale,
    server,
    texts,
  });
  expect(await screen.findByRole('link', { name: 'JB2611-0004' })).toBeInTheDocument();
  expect(server.requests('jobs.list')).toHaveLength(1);
});

test.each(['en', 'th'] as const)('shows a document with its lines, in %s', async (locale) => {
  const server = fakeServer();
  server.answer('jobs.get', one);
  await renderPage(<DocumentPage />, {
    route: '/repair-management/detail-repair/update/:id'.replace(':id', ID),
    path: '/repair-management/detail-repair/update/:id',
    locale,
    server,
    texts,
  });
  expect(await screen.findByText(/Air filter S/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('JB2611-0004');
});
