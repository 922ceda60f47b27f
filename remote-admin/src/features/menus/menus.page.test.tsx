import type { MenuRow } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };

const menu = (no: number): MenuRow => ({
  id: `01a1fdb4-0000-7000-8000-00000000000${no}`,
  name: `manuals-${no}`,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  labelEn: `Manuals ${no}`,
  labelTh: `คู่มือ ${no}`,
  urlPath: `/manuals/${no}`,
  icon: null,
  parent: null,
  sort: no * 10,
  isVisible: true,
  isSystem: false,
  isBuilt: true,
  childCount: 0,
  rolesCount: 1,
  allowedActions: ['update'],
});

function Refetch() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.refetchQueries()}>
      refetch
    </button>
  );
}

const shown = () =>
  screen
    .getAllByText(/^Manuals \d$/)
    .map(({ textContent }) => textContent?.slice(-1))
    .join('');

test('two steps are two steps, though the list is read again between them', async () => {
  const server = fakeServer();
  // As long as nothing has arrived, the server knows the old order.
  server.answer('menus.list', { data: [menu(1), menu(2), menu(3)] });
  const release = server.hold('menus.update');
  // Its list is named while it loads, when the calls have to be known.
  const { Page } = await import('./menus.page.tsx');
  const { user } = await renderPage(
    <>
      <Page />
      <Refetch />
    </>,
    {
      route: '/system-management/menus',
      as: 'system-admin',
      server,
      texts: { 'remote-admin': { en, th } },
    },
  );
  await screen.findByText('Manuals 1');
  const first = () => {
    const row = document.querySelector<HTMLElement>('[data-menu="manuals-1"]');
    if (!row) throw new Error('the menu is not there');
    act(() => row.focus());
  };
  first();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(shown()).toBe('213');
  const before = server.requests('menus.list').length;
  await user.click(screen.getByRole('button', { name: 'refetch' }));
  await waitFor(() => expect(server.requests('menus.list').length).toBeGreaterThan(before));
  expect(shown()).toBe('213');
  first();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(shown()).toBe('231');
  server.answer('menus.update', ({ params }) => ({
    data: { ...menu(Number(params.id?.slice(-1))), version: 2 },
  }));
  release();
  await waitFor(() => expect(server.requests('menus.update')).toHaveLength(2));
  expect(server.requests('menus.update').map(({ body }) => body)).toEqual([
    expect.objectContaining({ version: 1, position: 1 }),
    expect.objectContaining({ version: 2, position: 2 }),
  ]);
});
