import { screen } from '@testing-library/react';
import { renderPage } from '../../testing/index.ts';
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
