import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Panel as OfContainer } from './ofContainer.panel.tsx';
import { Panel as OfCustomer } from './ofCustomer.panel.tsx';
import { Widget } from './unsolved.widget.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const job = {
  id,
  kind: 'maintenance',
  documentNo: 'JB2611-0001',
  documentDate: '2026-11-20',
  status: 'scheduled',
  symptom: 'Does not cool',
  slaState: 'breached',
  product: { id, serialNumber: 'VDB2602-0001', name: 'Drinks' },
};

async function show(piece: ReactElement, rows: readonly object[]) {
  const server = fakeServer();
  server.answer('jobs.list', { data: rows as never, meta: { totalItems: rows.length } });
  return renderPage(piece, {
    route: '/x',
    server,
    texts: { 'remote-repair-maintenance': { en, th } },
  });
}

test('unsolved jobs stand by their promised time, and open on the page of their kind', async () => {
  const { server } = await show(<Widget />, [job]);
  expect(await screen.findByRole('link', { name: 'JB2611-0001' })).toHaveAttribute(
    'href',
    expect.stringContaining('/maintenance-management/'),
  );
  expect(screen.getByText('Overdue')).toBeInTheDocument();
  const [asked] = server.requests('jobs.list');
  expect(asked?.query).toMatchObject({ sort: 'slaDueAt' });
  expect(String(asked?.query.status).split(',')).not.toContain('closed');
});

test.each([
  ['container', OfContainer, 'productId'],
  ['customer', OfCustomer, 'customerId'],
] as const)('the jobs of a %s are its own', async (kind, Panel, filter) => {
  const { server } = await show(<Panel record={{ kind, id }} />, [job]);
  expect(await screen.findByText('Scheduled')).toBeInTheDocument();
  expect(server.requests('jobs.list')[0]?.query).toMatchObject({ [filter]: id });
});

test('a container that never failed says so', async () => {
  await show(<OfContainer record={{ kind: 'container', id }} />, []);
  expect(await screen.findByText('No job yet.')).toBeInTheDocument();
});
