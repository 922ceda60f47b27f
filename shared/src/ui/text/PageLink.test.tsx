import { act, screen } from '@testing-library/react';
import { setFlags } from '../../runtime/flags.ts';
import { registerPages } from '../../runtime/routes.ts';
import { renderPage } from '../../testing/index.ts';
import { PageLink } from './PageLink.tsx';

const show = (page: string, as = 'system-admin') =>
  renderPage(
    <PageLink page={page} params={{ id: '7' }} query={{ tab: 'details' }}>
      BRK-001
    </PageLink>,
    { route: '/x', as },
  );

test('a link by page name leads to the page, whoever brings it', async () => {
  await show('parts-warehouse-tracking');
  expect(screen.getByRole('link', { name: 'BRK-001' })).toHaveAttribute(
    'href',
    '/warehouse-management/parts-warehouse/7?tab=details',
  );
});

test.each([
  ['is not installed', 'a-page-of-nobody', 'system-admin'],
  ['may not be opened', 'users', 'technician'],
])('it is plain text where the page %s', async (_why, page, as) => {
  await show(page, as);
  expect(screen.getByText('BRK-001')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('it follows the flag of the page', async () => {
  const title = { en: 'Trial', th: 'ทดลอง' };
  registerPages([
    { name: 'trial', path: '/trial/:id', title, page: null, flag: 'remote-fleet:trial' },
  ]);
  setFlags({});
  await show('trial');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  act(() => setFlags({ 'remote-fleet:trial': true }));
  expect(screen.getByRole('link', { name: 'BRK-001' })).toBeInTheDocument();
});
