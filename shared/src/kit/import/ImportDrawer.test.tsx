import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { ImportDrawer } from './ImportDrawer.tsx';

test.each([
  ['contracts', 'at most 500 rows'],
  ['invoices', 'at most 1,000 rows'],
  ['payments', 'at most 1,000 rows'],
  ['parts', 'at most 5,000 rows'],
])('the import of %s says how many rows it takes', async (resource, said) => {
  await renderPage(
    <ImportDrawer
      open
      onClose={() => undefined}
      resource={resource}
      ability="users:import"
      lead="What comes in"
      columns={[]}
    />,
    { route: '/dashboard' },
  );
  expect(await screen.findByText(new RegExp(said))).toBeVisible();
});

test('sheets that were not read are named before anything comes in', async () => {
  const server = fakeServer();
  server.answer('imports.check', {
    data: {
      id: '00000000-0000-4000-8000-000000000001',
      version: 1,
      resource: 'parts',
      fileName: 'parts.xlsx',
      createdAt: '2026-11-21T00:00:00.000Z',
      unreadSheets: ['South', 'ภาคเหนือ'],
      totalRows: 1,
      goodRows: 1,
      badRows: 0,
      faultCount: 0,
      faults: [],
      committedAt: null,
      importedRows: 0,
      allowedActions: ['commit'],
    },
  });
  await renderPage(
    <ImportDrawer
      open
      onClose={() => undefined}
      resource="parts"
      ability="users:import"
      lead="What comes in"
      columns={[]}
    />,
    { route: '/dashboard', server },
  );
  await userEvent.upload(screen.getByLabelText('Choose a file'), new File(['x'], 'parts.xlsx'));
  expect(await screen.findByText(/left out: South, ภาคเหนือ/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
});
