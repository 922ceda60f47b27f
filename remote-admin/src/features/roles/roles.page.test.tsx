import type { RoleDetail } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Page } from './roles.page.tsx';

const uuid = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const page = (
  [name, n]: readonly [string, number],
  labelEn: string,
  verbs: readonly [string, string][],
) => ({
  name,
  labelEn,
  labelTh: labelEn,
  menuId: uuid(n),
  area: { name: 'purchase-management', labelEn: 'Purchasing', labelTh: 'จัดซื้อ' },
  permissions: [['view', 'View'], ...verbs].map(([verb, label]) => ({
    name: `${name}:${verb}`,
    labelEn: String(label),
    labelTh: String(label),
  })),
});
const GROUPS = [
  page(['purchase-orders', 1], 'Purchase orders', [
    ['create', 'Create'],
    ['approve', 'Approve'],
    ['approve-own', 'Approve own work'],
  ]),
  page(['receipt', 2], 'Receipts', [['create', 'Create']]),
];
const role = (more: Partial<RoleDetail> = {}): RoleDetail => ({
  id: uuid(10),
  version: 4,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  name: 'buyer',
  labelEn: 'Buyer',
  labelTh: 'ผู้ซื้อ',
  roleGroup: null,
  dataScope: 'company',
  approvalLimit: null,
  discountLimitPercent: null,
  assignableBy: [],
  isSystem: false,
  isActive: true,
  usersCount: 1,
  allowedActions: ['update', 'delete', 'assign-user', 'remove-user'],
  menuIds: [uuid(1)],
  permissionNames: ['purchase-orders:create'],
  users: [{ id: uuid(20), name: 'Kanya Rattana', email: 'kanya@demo.test' }],
  ...more,
});

async function open(
  shown: RoleDetail,
  options: { readonly abilities?: readonly string[]; readonly query?: string } = {},
) {
  const server = fakeServer();
  server.answer('roles.list', { data: [shown] });
  server.answer('roles.get', shown);
  server.answer('permissions.groups', GROUPS);
  server.answer('roles.update', { data: shown });
  server.answer('roles.create', { data: shown });
  const rendered = await renderPage(<Page />, {
    route: `/users-management/roles?${options.query ?? `role=${shown.id}`}`,
    server,
    texts: { 'remote-admin': { en, th } },
    ...(options.abilities ? { abilities: options.abilities } : {}),
  });
  return rendered;
}
// By their texts: asking a whole matrix for roles takes a test environment seconds.
const row = async (name: string): Promise<HTMLElement> => {
  const title = await screen.findByText(name, { selector: 'fieldset span' });
  return title.closest('fieldset') as HTMLElement;
};
const box = async (of: string, name: string) => within(await row(of)).getByLabelText(name);
const changes = () => screen.findByLabelText('Changes to be saved');

beforeEach(() => localStorage.clear());

test('what saving gives and takes is said before it is saved, and sent', async () => {
  const { user, server } = await open(role());
  await user.click(await box('Receipts', 'Create'));
  await user.click(await box('Purchase orders', 'Create'));
  expect(await box('Receipts', 'View')).toBeChecked();
  const panel = await changes();
  expect(panel.firstElementChild).toHaveTextContent('gives 2 and takes 1');
  expect(panel).toHaveTextContent('Receipts: Create');
  await user.click(screen.getByText('Save role'));
  await waitFor(() =>
    expect(server.requests('roles.update')[0]?.body).toMatchObject({
      version: 4,
      menuIds: [uuid(1), uuid(2)],
      permissionNames: ['receipt:create'],
    }),
  );
});

test('a row is given whole, but for approving one’s own work, by the keyboard', async () => {
  const { user } = await open(role({ menuIds: [], permissionNames: [] }));
  const whole = await box('Purchase orders', 'All of this row');
  whole.focus();
  await user.keyboard(' ');
  for (const name of ['View', 'Create', 'Approve']) {
    expect(await box('Purchase orders', name)).toBeChecked();
  }
  expect(await box('Purchase orders', 'Approve own work')).not.toBeChecked();
  expect(await box('Receipts', 'View')).not.toBeChecked();
  await user.keyboard(' ');
  expect((await changes()).firstElementChild).toHaveTextContent('Nothing is changed');
});

test('the filter finds pages by their name or by what is done there', async () => {
  const { user } = await open(role());
  await row('Receipts');
  await user.type(screen.getByLabelText('Find a page or an action'), 'approve');
  expect(screen.queryByText('Receipts', { selector: 'fieldset span' })).not.toBeInTheDocument();
  expect(await row('Purchase orders')).toBeInTheDocument();
});

test('nobody gives what they lack: such boxes cannot be ticked', async () => {
  await open(role(), {
    abilities: ['roles:view', 'roles:update', 'purchase-orders:view', 'receipt:create'],
  });
  expect(await box('Purchase orders', 'Approve')).toBeDisabled();
  expect(await box('Purchase orders', 'View')).toBeEnabled();
  // What the role has may be taken, and given back.
  expect(await box('Purchase orders', 'Create')).toBeEnabled();
  expect(await box('Receipts', 'View')).toBeDisabled();
  expect(screen.queryByLabelText('Everything, on every page')).toBeNull();
});

test('a role that may not be changed says why', async () => {
  await open(role({ name: 'tester', allowedActions: [] }), {
    abilities: ['roles:view', 'roles:update', 'purchase-orders:view'],
  });
  expect(await screen.findByText(/your own role/)).toBeInTheDocument();
  expect(await box('Purchase orders', 'View')).toBeDisabled();
  expect(screen.queryByText('Deactivate')).toBeNull();
});

test('a copy starts with everything the role grants, and asks for a name', async () => {
  const { user, server } = await open(role());
  await user.click(await screen.findByText('Copy'));
  const name = await screen.findByLabelText('System name');
  await user.type(name, 'buyer-2');
  expect(await box('Purchase orders', 'Create')).toBeChecked();
  await user.click(screen.getByText('Create role'));
  await waitFor(() =>
    expect(server.requests('roles.create')[0]?.body).toMatchObject({
      name: 'buyer-2',
      labelEn: 'Buyer (copy)',
      menuIds: [uuid(1)],
      permissionNames: ['purchase-orders:create'],
    }),
  );
});

test('what is ticked but not saved stays while the people are looked at', async () => {
  const { user } = await open(role());
  await user.click(await box('Purchase orders', 'Approve'));
  await user.click(await screen.findByText('People · 1'));
  expect(screen.getByText('Save role')).not.toBeVisible();
  await user.click(screen.getByText('Details'));
  expect(await box('Purchase orders', 'Approve')).toBeChecked();
});

test('taking a role from somebody is asked about, and a refusal is shown', async () => {
  const { user, server } = await open(role());
  server.fail('roles.removeUser', {
    statusCode: 422,
    code: 'VALIDATION',
    message: 'Some fields need correcting.',
    errors: [{ field: 'userIds[0]', code: 'OWN_ROLE', message: 'Nobody changes their own role.' }],
  });
  await user.click(await screen.findByText('People · 1'));
  await user.click(await screen.findByLabelText('Take role from Kanya Rattana'));
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take role' }),
  );
  expect(await screen.findByText('Nobody changes their own role.')).toBeInTheDocument();
  expect(server.requests('roles.removeUser')[0]?.body).toEqual({ userIds: [uuid(20)] });
});

test('two roles stand side by side', async () => {
  const server = fakeServer();
  const other = role({
    id: uuid(11),
    labelEn: 'Receiver',
    menuIds: [uuid(2)],
    permissionNames: [],
  });
  server.answer('roles.get', ({ params }) => (params.id === uuid(11) ? other : role()));
  server.answer('permissions.groups', GROUPS);
  await renderPage(<Page />, {
    route: `/users-management/roles?tab=compare&a=${uuid(10)}&b=${uuid(11)}`,
    server,
    texts: { 'remote-admin': { en, th } },
  });
  const table = await screen.findByRole('table', { name: 'Compare' });
  const cells = within(table)
    .getAllByRole('row')
    .map((line) =>
      within(line)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(cells).toEqual([
    [],
    ['Purchase orders', 'View, Create', '–', '–'],
    ['Receipts', '–', '–', 'View'],
  ]);
});

test('who may do what names every source', async () => {
  const server = fakeServer();
  server.answer('access.person', {
    id: uuid(20),
    name: 'Kanya Rattana',
    email: 'kanya@demo.test',
    status: 'active',
    role: { id: uuid(10), code: 'buyer', name: 'Buyer', nameTh: 'ผู้ซื้อ', isActive: false },
    roleGroup: null,
    team: null,
    dataScope: 'company',
    approvalLimit: '1000.00',
    discountLimitPercent: null,
    companies: [],
  });
  server.answer('access.list', {
    data: [
      {
        id: uuid(30),
        ability: 'receipt:view',
        page: { name: 'Receipts', nameTh: 'ใบตรวจรับ' },
        action: { name: 'View', nameTh: 'ดู' },
        sources: [
          { kind: 'menu', name: 'Receipts', nameTh: 'ใบตรวจรับ' },
          { kind: 'permission', name: 'all:manage', nameTh: 'all:manage' },
        ],
      },
    ],
  });
  await renderPage(<Page />, {
    route: `/users-management/roles?tab=who&person=${uuid(20)}`,
    server,
    texts: { 'remote-admin': { en, th } },
  });
  const source = await screen.findByText('all:manage', { exact: false });
  expect(source).toHaveTextContent('Permission all:manage');
  expect(source.closest('tr')).toHaveTextContent('ReceiptsViewPage Receipts');
  expect(screen.getByText(/out of use: gives nothing/)).toBeInTheDocument();
});
