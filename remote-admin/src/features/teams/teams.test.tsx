import type { TeamDetail, TeamMove, TeamRow } from '@boxyard/shared/contract';
import { type FakeServer, fakeServer, renderPage, TEST_USER_ID } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Decision } from './Decision.tsx';
import { Page as EngineerTeams } from './engineerTeams.page.tsx';
import { TeamPeople } from './TeamPeople.tsx';

const uuid = (n: number) => `01a1fdb4-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T03:00:00.000Z';
const kanya = { id: uuid(1), name: 'Kanya Rattana' };
const nat = { id: uuid(2), name: 'Nattaya Boonmee' };
const boss = { id: uuid(3), name: 'Thanawat Kongkaew' };
const north = { id: uuid(11), code: null, name: 'North', nameTh: 'เหนือ' };
const south = { id: uuid(12), code: null, name: 'South', nameTh: 'ใต้' };

const row: TeamRow = {
  id: north.id,
  version: 2,
  createdAt: at,
  updatedAt: at,
  name: 'North',
  nameTh: 'เหนือ',
  type: 'sales',
  company: { id: uuid(21), code: 'BXY', name: 'Boxyard' },
  leader: boss,
  memberCount: 2,
  openRequests: 0,
  isActive: true,
};
const member = (user: typeof nat, position: 'leader' | 'deputy' | 'member') => ({
  user,
  email: 'somebody@demo.test',
  position,
  role: { id: uuid(31), code: 'sales-officer', name: 'Sales officer', nameTh: null },
  status: 'active' as const,
  moveId: null,
});
const team: TeamDetail = {
  ...row,
  members: [member(boss, 'leader'), member(nat, 'member')],
  zones: [],
  history: [],
};
const move = (patch: Partial<TeamMove> = {}): TeamMove => ({
  id: uuid(41),
  version: 1,
  createdAt: at,
  updatedAt: at,
  status: 'pending',
  type: 'sales',
  user: nat,
  fromTeam: south,
  toTeam: north,
  position: 'member',
  effectiveDate: '2026-11-21',
  reason: 'The north has grown',
  createdBy: kanya,
  decidedBy: null,
  decidedAt: null,
  appliedAt: null,
  statusReason: null,
  mayDecide: true,
  allowedActions: ['approve', 'reject'],
  work: [],
  history: [],
  ...patch,
});
const piece = (n: number, type: string, documentNo: string) => ({
  type,
  id: uuid(n),
  documentNo,
  status: 'pending',
  choice: null,
  toUser: null,
});

const texts = { 'remote-admin': { en, th } };
const served = () => {
  const server = fakeServer();
  server.answer('teams.list', { data: [row] });
  server.answer('teams.get', team);
  return server;
};
/** One part of the page: drawing all of it for each question takes seconds. */
const part = (element: ReactElement, options: { as?: string; server?: FakeServer } = {}) =>
  renderPage(element, {
    route: '/users-management/sales-groups',
    as: options.as ?? 'company-admin',
    server: options.server ?? served(),
    texts,
  });
/** Opens a field and takes what it offers. */
const choose = async (
  user: Awaited<ReturnType<typeof renderPage>>['user'],
  field: HTMLElement,
  option: string,
) => {
  await user.click(field);
  const offered = await screen.findAllByText(option, { selector: '.ant-select-item *' });
  await user.click(offered.at(-1) as HTMLElement);
};

test('each page shows the teams of its own type, and makes such teams', async () => {
  const server = served();
  server.answer('companies.all', {
    data: [{ ...row.company, nameTh: null, isActive: true } as never],
  });
  server.answer('teams.create', { data: team });
  const { user, address } = await renderPage(<EngineerTeams />, {
    route: '/users-management/engineer-teams',
    as: 'company-admin',
    server,
    texts,
  });
  await user.click(await screen.findByRole('button', { name: 'New engineer team' }));
  const drawer = await screen.findByRole('dialog');
  await user.type(within(drawer).getByRole('textbox', { name: 'Name' }), 'Field');
  await choose(user, within(drawer).getByLabelText('Company'), 'Boxyard');
  await user.click(within(drawer).getByRole('button', { name: 'Create engineer team' }));
  await waitFor(() =>
    expect(server.requests('teams.create')[0]?.body).toEqual({
      type: 'engineer',
      name: 'Field',
      nameTh: null,
      companyId: row.company.id,
    }),
  );
  expect(server.requests('teams.list')[0]?.query.type).toBe('engineer');
  // It goes on to the people of the new team.
  await waitFor(() => expect(address()).toContain(`?team=${team.id}`));
});

test('a new leader takes the place of the present one only when that is confirmed', async () => {
  const server = served();
  server.answer('teams.changePosition', { data: team });
  const { user } = await part(<TeamPeople team={team} />, { server });
  await screen.findByText(nat.name);
  await choose(user, screen.getByLabelText(`Position of ${nat.name}`), 'Leader');
  const question = screen.getByRole('alertdialog', { name: `Make ${nat.name} the leader?` });
  expect(question).toHaveTextContent(`${boss.name} becomes deputy.`);
  expect(server.requests('teams.changePosition')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Make leader' }));
  await waitFor(() =>
    expect(server.requests('teams.changePosition')[0]?.body).toEqual({
      userId: nat.id,
      position: 'leader',
    }),
  );
});

test('a manager who does not place people asks for a move, beginning at the person', async () => {
  const { user, address } = await part(<TeamPeople team={team} />, { as: 'sales-manager' });
  expect(screen.queryByLabelText(`Remove ${nat.name} from the team`)).toBeNull();
  expect(screen.queryByLabelText(`Position of ${nat.name}`)).toBeNull();
  expect(screen.queryByText('Add to team')).toBeNull();
  await user.click(screen.getByLabelText(`Request move of ${nat.name}`));
  expect(address()).toBe(
    `/users-management/sales-groups?tab=requests&request=new&person=${nat.id}`,
  );
});

test('a move is approved only once each piece of open work is decided', async () => {
  const work = [
    piece(51, 'purchaseRequest', 'PR2611-0001'),
    piece(52, 'purchaseOrder', 'PO2611-0002'),
  ];
  const server = served();
  server.answer('users.all', { data: [{ ...kanya, code: null }] });
  server.answer('teamMoves.approving', { data: move({ status: 'approved', allowedActions: [] }) });
  const { user } = await part(<Decision type="sales" move={move({ work })} />, { server });
  const approve = await screen.findByRole('button', { name: 'Approve move' });
  expect(approve).toBeDisabled();
  expect(screen.getByText('2 pieces of work are still undecided.')).toBeInTheDocument();
  await choose(user, screen.getByLabelText('Outcome for Purchase request PR2611-0001'), 'Keeps it');
  await choose(
    user,
    screen.getByLabelText('Outcome for Purchase order PO2611-0002'),
    'Goes to a colleague',
  );
  // Nobody is named yet.
  expect(approve).toBeDisabled();
  await choose(user, screen.getByLabelText('Colleague for Purchase order PO2611-0002'), kanya.name);
  await user.click(approve);
  await waitFor(() =>
    expect(server.requests('teamMoves.approving')[0]?.body).toEqual({
      version: 1,
      decision: 'approve',
      work: [
        { type: 'purchaseRequest', id: uuid(51), choice: 'keep', toUserId: null },
        { type: 'purchaseOrder', id: uuid(52), choice: 'reassign', toUserId: kanya.id },
      ],
    }),
  );
});

test('what the server says of a colleague stands beside that piece of work', async () => {
  const work = [piece(51, 'purchaseRequest', 'PR2611-0001')];
  const server = served();
  server.answer('users.all', { data: [{ ...kanya, code: null }] });
  server.fail('teamMoves.approving', {
    statusCode: 422,
    code: 'VALIDATION',
    message: 'Some fields need correcting.',
    errors: [
      { field: 'work[0].toUserId', code: 'CANNOT_TAKE_OVER', message: 'She may not work on it.' },
    ],
  });
  const { user } = await part(<Decision type="sales" move={move({ work })} />, { server });
  await screen.findByRole('button', { name: 'Approve move' });
  await choose(
    user,
    screen.getByLabelText('Outcome for Purchase request PR2611-0001'),
    'Goes to a colleague',
  );
  await choose(
    user,
    screen.getByLabelText('Colleague for Purchase request PR2611-0001'),
    kanya.name,
  );
  await user.click(screen.getByRole('button', { name: 'Approve move' }));
  const open = screen.getByRole('region', { name: 'Open work' });
  expect(await within(open).findByText('She may not work on it.')).toBeInTheDocument();
});

test('whoever asked withdraws, and is told why they do not decide', async () => {
  const own = move({
    createdBy: { id: TEST_USER_ID, name: 'Somchai Jaidee' },
    allowedActions: ['cancel'],
  });
  const server = served();
  server.answer('teamMoves.cancel', { data: move({ status: 'cancelled', allowedActions: [] }) });
  const { user } = await part(<Decision type="sales" move={own} />, { server });
  expect(await screen.findByText(/Nobody decides on what they made/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve move' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }));
  const question = screen.getByRole('alertdialog');
  await user.type(within(question).getByRole('textbox'), 'Not needed');
  await user.click(within(question).getByRole('button', { name: 'Withdraw request' }));
  await waitFor(() =>
    expect(server.requests('teamMoves.cancel')[0]?.body).toEqual({
      version: 1,
      reason: 'Not needed',
    }),
  );
});
