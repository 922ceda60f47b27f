import type { ActivityDetail, ActivityRow, ChainReport } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import enTexts from '../../i18n/en.json';
import thTexts from '../../i18n/th.json';
import { Page } from './activityLog.page.tsx';
import { withActivityChoices } from './choices.ts';

const en = withActivityChoices(enTexts, 'en');
const th = withActivityChoices(thTexts, 'th');

const uuid = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ROUTE = '/manage-system-data/activity-log';

const base = {
  id: uuid(1),
  at: '2026-11-02T03:00:00.000Z',
  user: { id: uuid(9), name: 'Anong Dee' },
  action: 'approve',
  subject: 'purchaseOrders',
  subjectId: uuid(5),
  record: 'PO2611-0004',
  current: { id: uuid(5), code: null, name: 'PO2611-0004', kind: null },
  company: { id: uuid(8), code: 'BX', name: 'Boxyard', nameTh: 'บ็อกซ์ยาร์ด' },
  ip: '10.1.2.3',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
  requestId: uuid(77),
};
const row: ActivityRow = {
  ...base,
  changes: ['status', 'grandTotal', 'supplierId', 'items', 'remark'],
};
const detail: ActivityDetail = {
  ...base,
  before: { status: 'pending', supplierId: uuid(21), promisedDate: '2026-11-20', isService: false },
  after: { status: 'approved', supplierId: uuid(22), promisedDate: '2026-11-21', isService: true },
  names: [
    { id: uuid(21), code: 'S-1', name: 'Siam Parts', nameTh: null },
    { id: uuid(22), code: 'S-2', name: 'Thai Motors', nameTh: null },
  ],
  places: [{ level: 'amphoe', id: 1039, nameTh: 'วัฒนา', nameEn: 'Watthana' }],
  seal: { seq: 12, hash: 'ab'.repeat(32) },
};
const report: ChainReport = {
  checkedAt: '2026-11-02T04:00:00.000Z',
  checked: 12,
  waiting: 0,
  intactUntil: { seq: 12, at: base.at },
  anchor: `12:${'ab'.repeat(32)}`,
  broken: null,
};

const open = async (shown: ActivityRow = row) => {
  const server = fakeServer();
  server.answer('activityLogs.list', { data: [shown], meta: { totalItems: 1 } });
  server.answer('activityLogs.get', detail as never);
  return renderPage(<Page />, { route: ROUTE, server, texts: { 'remote-admin': { en, th } } });
};

describe('a row', () => {
  it('says who did what to which record, and leads to it', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'PO2611-0004' });
    expect(link).toHaveAttribute('href', `/purchase-management/purchase-orders/${uuid(5)}`);
    expect(screen.getByText('Anong Dee')).toBeInTheDocument();
    expect(screen.getByText('Approved')).toBeInTheDocument();
    expect(screen.getByText('Status, Grand total, Supplier and 2 more')).toBeInTheDocument();
  });

  it.each([
    ['a record that is gone', { current: null }],
    ['a record of a kind without a page', { subject: 'bins' }],
  ])('leads nowhere from %s', async (_what, more) => {
    await open({ ...row, ...more });
    expect(await screen.findByText('PO2611-0004')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'PO2611-0004' })).toBeNull();
  });

  const id = uuid(5);
  it.each([
    ['roles', 'helper', { name: 'Helper' }, `roles?role=${id}`],
    ['roleGroups', 'field', { name: 'Field crew' }, 'roles?tab=groups&search=field'],
    ['menus', 'links', { name: 'Links' }, `system-menu?menu=${id}`],
    ['teams', 'N', { name: 'North', kind: 'sales' }, `sales-groups?team=${id}`],
    ['teams', 'N', { name: 'North', kind: 'engineer' }, `engineer-teams?team=${id}`],
    [
      'teamMoves',
      'Mali',
      { name: 'Mali Dee', kind: 'engineer' },
      `engineer-teams?tab=requests&request=${id}`,
    ],
    ['regions', 'NOR', { name: 'North' }, `territories?open=region-${id}`],
    ['zones', 'NOR-1', { name: 'Chiang Mai' }, `territories?open=zone-${id}`],
    ['documentHeaders', 'A', { name: 'B', kind: 'contract' }, `contract-header?header=${id}`],
    ['documentHeaders', 'A', { name: 'B', kind: 'acceptance' }, `purchase-header?header=${id}`],
    ['users', 'mali@x.test', { name: 'Mali Dee' }, 'users?search=mali%40x.test'],
    ['requisitions', 'A draft', { name: 'RQ2611-0001' }, id],
    ['companies', 'BX', { name: 'Boxyard' }, 'company-groups?search=BX'],
  ])('names a record of %s (%s) and leads to it', async (...[subject, record, current, path]) => {
    await open({ ...row, subject, record, current: { id, code: null, kind: null, ...current } });
    const link = await screen.findByRole('link', { name: `${current.name} (${record})` });
    expect(link.getAttribute('href')?.split('/').at(-1)).toBe(path);
  });

  it('names a schedule of a report by its title, and leads to the report', async () => {
    const current = { id, code: null, name: '', kind: 'claim-report' };
    await open({ ...row, subject: 'reportSchedules', record: 'Claim report', current });
    expect(await screen.findByRole('link', { name: 'Claim report' })).toHaveAttribute(
      'href',
      '/report-management/claim-report',
    );
  });

  it.each([
    ['System', { requestId: 'system' }],
    ['Nobody signed in', { action: 'signInFailed' }],
  ])('is by “%s” where nobody acted', async (who, more) => {
    await open({ ...row, user: null, ...more });
    expect(await screen.findByText(who)).toBeInTheDocument();
  });
});

describe('an entry', () => {
  it('shows each field before and after, in words, and from where it was changed', async () => {
    const { user, address } = await open();
    await user.click(await screen.findByText(/^2 Nov 2026/));
    const drawer = await screen.findByRole('dialog');
    await within(drawer).findByText('Promised');
    const cells = (name: string) =>
      [...(within(drawer).getByText(name).closest('tr')?.querySelectorAll('td') ?? [])].map(
        ({ textContent }) => textContent,
      );
    expect(cells('Status')).toEqual(['Pending', 'Approved']);
    expect(cells('Supplier')).toEqual(['S-1 Siam Parts', 'S-2 Thai Motors']);
    expect(cells('Promised')).toEqual(['20 Nov 2026', '21 Nov 2026']);
    expect(cells('Is service')).toEqual(['No', 'Yes']);
    expect(within(drawer).getByText('10.1.2.3')).toBeInTheDocument();
    expect(within(drawer).getByText('Chrome · Windows')).toBeInTheDocument();
    expect(within(drawer).getByText(/No\. 12/)).toBeInTheDocument();
    expect(address()).toBe(`${ROUTE}?entry=${uuid(1)}`);
    expect(within(drawer).getByText('All entries of this record').closest('a')).toHaveAttribute(
      'href',
      `${ROUTE}?subjectId=${uuid(5)}`,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(ROUTE));
  });

  it('is opened by its address, and says when it is not there', async () => {
    const server = fakeServer();
    server.answer('activityLogs.list', { data: [] });
    server.fail('activityLogs.get', { statusCode: 404, code: 'NOT_FOUND' });
    await renderPage(<Page />, {
      route: `${ROUTE}?entry=${uuid(3)}`,
      server,
      texts: { 'remote-admin': { en, th } },
    });
    expect(
      await within(await screen.findByRole('dialog')).findByText('Not found'),
    ).toBeInTheDocument();
  });
});

describe('the check of the chain', () => {
  const check = async (answer: ChainReport) => {
    const page = await open();
    page.server.answer('activityLogs.check', answer as never);
    await page.user.click(await screen.findByText('Verify the log'));
    return page;
  };

  it('says that all is whole, and gives an anchor to keep and to compare', async () => {
    const { user, server } = await check(report);
    expect(await screen.findByText('12 entries checked.')).toBeInTheDocument();
    expect(screen.getByText(/Intact up to no\. 12/)).toBeInTheDocument();
    const compare = screen.getByText('Compare anchor').closest('button') as HTMLElement;
    expect(compare).toBeDisabled();
    await user.click(screen.getByLabelText('Anchor kept earlier'));
    await user.paste(report.anchor ?? '');
    await user.click(compare);
    expect(await screen.findByText(/your anchor is in it/)).toBeInTheDocument();
    expect(server.requests('activityLogs.check').at(-1)?.query).toEqual({ anchor: report.anchor });
  });

  it('names the first entry that does not fit and opens it', async () => {
    const { user, address } = await check({
      ...report,
      checked: 6,
      intactUntil: { seq: 6, at: base.at },
      broken: { kind: 'swapped', seq: 7, logId: uuid(1), otherSeq: 9, count: null },
    });
    expect(await screen.findByText('Entry no. 7 changed places with no. 9.')).toBeInTheDocument();
    await user.click(screen.getByText('Open the entry'));
    expect(address()).toBe(`${ROUTE}?entry=${uuid(1)}`);
  });

  it('can be tried again when it failed', async () => {
    const page = await open();
    page.server.fail('activityLogs.check', { statusCode: 503, code: 'UNAVAILABLE' });
    await page.user.click(await screen.findByText('Verify the log'));
    const again = await screen.findByText('Try again');
    page.server.answer('activityLogs.check', report as never);
    await page.user.click(again);
    expect(await screen.findByText('12 entries checked.')).toBeInTheDocument();
  });
});
