import { registerContract } from '@boxyard/shared/client';
import { contract } from '@boxyard/shared/contract';
import type { SearchContribution } from '@boxyard/shared/contract/remote.ts';
import { type FakeServer, fakeServer, renderPage, TEST_USER_ID } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { registerPieces } from '../federation/pieces.tsx';
import type { RemoteInfo } from '../federation/registry.ts';
import { addShellTexts } from '../i18n/texts.ts';
import { Palette } from './Palette.tsx';
import { hitsOf } from './records.ts';
import { keepTyping, takeTyped } from './typeAhead.ts';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const search: SearchContribution[] = [
  {
    name: 'parts',
    title: { en: 'Parts', th: 'อะไหล่' },
    ability: 'parts-warehouse:view',
    list: 'parts.list',
    fields: {
      code: ['partNo'],
      title: ['name'],
      titleTh: ['nameTh'],
      subtitle: ['category.name'],
      date: ['documentDate'],
    },
    opens: { page: 'parts-warehouse-tracking', param: 'id' },
  },
  {
    name: 'users',
    title: { en: 'Users', th: 'ผู้ใช้งาน' },
    ability: 'users:view',
    list: 'users.list',
    fields: { title: ['firstName', 'lastName'], subtitle: ['email'] },
    opens: { page: 'users', query: 'record' },
  },
];
const info: RemoteInfo = {
  name: 'remote-warehouse',
  entry: '/remotes/remote-warehouse/mf-manifest.json',
  contributionsUrl: '/remotes/remote-warehouse/contributions.json',
  contributions: {
    name: 'remote-warehouse',
    version: '1.0.0',
    contract: 1,
    pages: [],
    search,
    commands: [
      {
        name: 'low-parts',
        title: { en: 'Parts that are low', th: 'อะไหล่ใกล้หมด' },
        page: 'parts-warehouse',
        query: { stock: 'low' },
      },
    ],
  },
  failure: undefined,
};
const part = {
  id: id(1),
  partNo: 'BRK-001',
  name: 'Brake pad',
  nameTh: 'ผ้าเบรก',
  category: { name: 'Brakes' },
};

const brad = { id: id(2), firstName: 'Brad', lastName: 'K', email: 'b@x.test' };
/** What the server has found, by list. */
const found = (changes: {
  readonly parts?: readonly object[];
  readonly users?: readonly object[];
  readonly failed?: string;
}) => ({
  groups: (
    [
      ['parts.list', changes.parts ?? [part]],
      ['users.list', changes.users ?? [brad]],
    ] as const
  ).map(([list, rows]) => ({
    list,
    hits: rows.map((row) => ({ row: row as Record<string, unknown>, status: null })),
    hasFailed: list === changes.failed,
  })),
});

async function openPalette(options: { as?: string; locale?: 'en' | 'th' } = {}) {
  registerContract(contract);
  registerPieces([info]);
  const server: FakeServer = fakeServer();
  server.answer('search.records', found({}));
  const onClose = jest.fn();
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView ??= () => undefined;
  addShellTexts();
  const page = await renderPage(<Palette onClose={onClose} />, { route: '/x', server, ...options });
  return { ...page, onClose };
}
const group = (name: string) => screen.findByRole('group', { name });

test('records of every area are found by one call and opened from the keyboard', async () => {
  const { user, server, address, onClose } = await openPalette();
  await user.type(screen.getByRole('combobox'), 'br');
  const parts = await group('Parts · Parts warehouse');
  expect(within(parts).getByRole('option')).toHaveTextContent('BRK-001 Brake padBrakes');
  expect(within(await group('Users · Users')).getByRole('option')).toHaveTextContent('Brad K');
  // Asked once, for the text as a whole.
  expect(server.requests('search.records').map(({ query }) => query)).toEqual([
    { search: 'br', limit: '5' },
  ]);
  await waitFor(() =>
    expect(screen.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      expect.stringContaining('parts:'),
    ),
  );
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onClose).toHaveBeenCalled();
  expect(address()).toBe(`/users-management/users?record=${id(2)}`);
});

test('names are in the language of the page', async () => {
  const { user } = await openPalette({ locale: 'th' });
  await user.type(screen.getByRole('combobox'), 'br');
  expect(await screen.findByRole('option', { name: /BRK-001 ผ้าเบรก/ })).toBeInTheDocument();
});

test('records of several companies say whose they are, since their numbers may be the same', async () => {
  const { user, server } = await openPalette();
  const named = (last: number, code: string) => ({ ...part, id: id(last), company: { code } });
  server.answer('search.records', found({ parts: [named(3, 'BXY'), named(4, 'EVS')] }));
  await user.type(screen.getByRole('combobox'), 'br');
  const options = within(await group('Parts · Parts warehouse')).getAllByRole('option');
  expect(options[0]).toHaveTextContent('BRK-001 Brake padBXY · Brakes');
  expect(options[1]).toHaveTextContent('BRK-001 Brake padEVS · Brakes');
});

test('what the person may not open is not shown', async () => {
  const { user } = await openPalette({ as: 'warehouse-staff' });
  await user.type(screen.getByRole('combobox'), 'br');
  await group('Parts · Parts warehouse');
  expect(screen.queryByRole('group', { name: /Users/ })).not.toBeInTheDocument();
});

test('a list that fails costs its own group, and comes back when asked again', async () => {
  const { user, server } = await openPalette();
  server.answer('search.records', found({ parts: [], failed: 'parts.list' }));
  await user.type(screen.getByRole('combobox'), 'brad');
  const parts = await group('Parts · Parts warehouse');
  expect(parts).toHaveTextContent('could not be searched');
  expect(within(await group('Users · Users')).getByRole('option')).toBeInTheDocument();
  server.answer('search.records', found({}));
  await user.click(within(parts).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /BRK-001/ })).toBeInTheDocument();
});

test('a search that fails says so once, and comes back when asked again', async () => {
  const { user, server } = await openPalette();
  server.fail('search.records', { statusCode: 503 });
  await user.type(screen.getByRole('combobox'), 'brad');
  const records = await group('Records');
  server.answer('search.records', found({}));
  await user.click(within(records).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /BRK-001/ })).toBeInTheDocument();
});

test('what nothing is called says so, once the server has answered', async () => {
  const { user, server } = await openPalette();
  const answer = server.hold('search.records');
  await user.type(screen.getByRole('combobox'), 'zzz');
  expect(await screen.findByText('Searching records…')).toBeInTheDocument();
  server.answer('search.records', { groups: [] });
  answer();
  expect(await screen.findByText('Nothing is called “zzz”.')).toBeInTheDocument();
});

test('what is typed before the palette is there becomes its first text', async () => {
  const below = jest.fn();
  document.addEventListener('keydown', below);
  keepTyping(jest.fn());
  for (const key of ['b', 'x', 'Backspace', 'r', 'Shift']) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  document.removeEventListener('keydown', below);
  // The page below has its own keys, which nobody meant.
  expect(below.mock.calls.map(([event]) => event.key)).toEqual(['Shift']);
  const { user } = await openPalette();
  const field = screen.getByRole('combobox');
  expect(field).toHaveValue('br');
  await user.type(field, 'a');
  expect(field).toHaveValue('bra');
  expect(await screen.findByRole('option', { name: /BRK-001/ })).toBeInTheDocument();
});

test('Escape before the palette is there gives it up', () => {
  const cancelled = jest.fn();
  keepTyping(cancelled);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(cancelled).toHaveBeenCalledTimes(1);
  expect(takeTyped()).toBe('');
});

test('what was open last comes first, as long as nothing is typed', async () => {
  const records = [{ title: 'BRK-009', path: '/parts/9', page: 'parts-warehouse-tracking' }];
  localStorage.setItem('recent', JSON.stringify({ userId: TEST_USER_ID, records }));
  const { user } = await openPalette();
  const [first] = screen.getAllByRole('group');
  expect(first).toHaveAccessibleName('Recent');
  expect(within(first as HTMLElement).getByRole('option')).toHaveTextContent('BRK-009');
  await user.type(screen.getByRole('combobox'), 'br');
  await group('Parts · Parts warehouse');
  expect(screen.queryByRole('group', { name: 'Recent' })).not.toBeInTheDocument();
});

test('records say their day and their status', async () => {
  const { user, server } = await openPalette();
  server.answer('search.records', {
    groups: [
      {
        list: 'parts.list',
        hits: [{ row: { ...part, documentDate: '2026-11-21' }, status: 'Approved' }],
        hasFailed: false,
      },
    ],
  });
  await user.type(screen.getByRole('combobox'), 'br');
  const option = within(await group('Parts · Parts warehouse')).getByRole('option');
  expect(option).toHaveTextContent('BRK-001 Brake padBrakes · 21 Nov 2026Approved');
});

test('a contributed command leads to its page with its query', async () => {
  const { user, address } = await openPalette();
  await user.click(screen.getByRole('option', { name: /Parts that are low/ }));
  expect(address()).toBe('/warehouse-management/parts-warehouse?stock=low');
});

test('a record that a tab of a page shows is opened in that tab', () => {
  const releases = {
    fields: { title: ['versionNo'], subtitle: ['productModels.0.name'] },
    opens: { page: 'container-warehouse', query: 'record', within: { tab: 'software' } },
  };
  const row = { id: id(8), versionNo: '2.4.0', productModels: [{ name: 'Drinks 200' }] };
  expect(hitsOf(releases, [{ row, status: null }], 'en')).toMatchObject([
    {
      title: '2.4.0',
      subtitle: 'Drinks 200',
      path: `/warehouse-inventory/container-warehouse/default?tab=software&record=${id(8)}`,
    },
  ]);
});

test('a record that is looked at beside another leads there', () => {
  const rounds = {
    fields: { title: ['documentNo'], subtitle: ['title'] },
    opens: {
      page: 'supplier-bidding',
      param: 'biddingId',
      beside: { param: 'supplierId', field: 'suppliers.0.id' },
    },
  };
  const row = {
    id: id(5),
    documentNo: 'QT2611-0004',
    title: 'Bearings',
    suppliers: [{ id: id(6) }, { id: id(7) }],
  };
  expect(hitsOf(rounds, [{ row, status: null }], 'en')).toMatchObject([
    {
      title: 'QT2611-0004',
      subtitle: 'Bearings',
      path: `/warehouse-management/suppliers/${id(6)}/bidding/${id(5)}`,
    },
  ]);
});
