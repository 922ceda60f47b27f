import type { Contract, DataOf } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { cleanup, screen, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './goodsImports.document.page.tsx';

type Import = DataOf<Contract['goodsImports.get']>;

const ID = '01a1fdb4-70b5-720d-b09f-416f114f2781';
const BIN = { id: '01a1fdb4-0000-7000-8000-00000000b001', code: 'B-05-01', name: 'B-05-01' };
const WAREHOUSE = {
  id: '01a1fdb4-0000-7000-8000-00000000a001',
  code: 'EAST',
  name: 'Eastern warehouse',
};
const somebody = { id: '01a1fdb4-0000-7000-8000-00000000c001', name: 'Somsak Yodrak' };

const item = (lineNo: number, code: string, expectedQty: number): Import['items'][number] => ({
  id: `01a1fdb4-0000-7000-8000-00000000000${lineNo}`,
  lineNo,
  part: { id: `01a1fdb4-0000-7000-8000-0000000000d${lineNo}`, code, name: `Part ${code}` },
  unit: { id: '01a1fdb4-0000-7000-8000-00000000e001', code: 'PCS', name: 'piece' },
  trackingType: 'none',
  unitAllowsFraction: false,
  expectedQty,
  receivedQty: null,
  damagedQty: null,
  missingQty: null,
  postedQty: 0,
  isPosted: false,
  bin: BIN,
  lots: [],
  serials: [],
  proposedBin: null,
  damagedSerials: [],
  missingSerials: [],
  condition: 'new',
  unitCost: null,
  discrepancyReason: null,
});

const goods = (patch: Partial<Import> = {}): Import => ({
  id: ID,
  version: 3,
  createdAt: '2026-11-17T03:00:00.000Z',
  updatedAt: '2026-11-17T03:00:00.000Z',
  documentNo: 'IM2611-0001',
  status: 'pending',
  documentDate: '2026-11-17',
  company: { id: '01a1fdb4-0000-7000-8000-00000000f001', code: 'BY', name: 'Boxyard' },
  remark: null,
  createdBy: somebody,
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  sourceType: 'acceptance',
  source: { id: '01a1fdb4-0000-7000-8000-00000000f002', documentNo: 'RC2611-0001' },
  warehouse: WAREHOUSE,
  itemCount: 2,
  expectedQty: 31,
  countedBy: null,
  assignee: somebody,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update'],
  authorIds: [],
  items: [item(1, 'LSW-LEVER', 28), item(2, 'SRV-200W', 3)],
  counted: false,
  hasPutAway: false,
  isSentByMe: false,
  isReceivedByMe: false,
  claimable: null,
  ...patch,
});

const draw = (doc: Import, { as, search = '' }: { as: string; search?: string }) => {
  const server = fakeServer();
  server.answer('goodsImports.get', doc);
  server.answer('goodsImports.update', { data: doc });
  server.answer('goodsImports.approve', { data: doc });
  return renderPage(<Page />, {
    route: `/warehouse-management/import-warehouse/${ID}${search}`,
    as,
    server,
    texts: { 'remote-warehouse': { en, th } },
  });
};

test('the storekeeper counts: a damaged piece was not received, the rest came whole', async () => {
  const { user, server } = await draw(goods(), { as: 'warehouse-staff', search: '?count=1' });
  const [damaged] = await screen.findAllByRole('textbox', { name: 'Damaged' });
  if (!damaged) throw new Error('no line to count');
  await user.clear(damaged);
  await user.type(damaged, '3');
  await user.type(
    screen.getByRole('textbox', { name: 'What happened to the damaged or missing ones' }),
    'Crushed',
  );
  await user.click(screen.getByRole('button', { name: /All received/ }));
  await user.click(screen.getByRole('button', { name: 'Save counts' }));
  expect(server.requests('goodsImports.update').map(({ body }) => body)).toEqual([
    {
      version: 3,
      items: [
        expect.objectContaining({
          receivedQty: 25,
          damagedQty: 3,
          missingQty: 0,
          binId: BIN.id,
          discrepancyReason: 'Crushed',
        }),
        expect.objectContaining({ receivedQty: 3, damagedQty: 0, missingQty: 0 }),
      ],
      remark: null,
    },
  ]);
});

const counted = () =>
  goods({
    status: 'inspecting',
    counted: true,
    countedBy: somebody,
    allowedActions: ['update', 'approve', 'reject'],
    items: [
      { ...item(1, 'LSW-LEVER', 28), receivedQty: 25, damagedQty: 3, missingQty: 0 },
      { ...item(2, 'SRV-200W', 3), receivedQty: 3, damagedQty: 0, missingQty: 0 },
    ],
  });

test('the manager puts away what is ticked and sees what becomes of it', async () => {
  const { user, server } = await draw(counted(), { as: 'warehouse-manager' });
  expect(await screen.findByText(/3 damaged, 0 missing/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Put away' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/damaged, to quarantine/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('checkbox', { name: /LSW-LEVER/ }));
  expect(within(dialog).getByText('1 line stays open for another time.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Put away' }));
  expect(server.requests('goodsImports.approve').map(({ body }) => body)).toEqual([
    { version: 3, itemIds: [counted().items[1]?.id] },
  ]);
});

test('with every line ticked the whole document is put away', async () => {
  const { user, server } = await draw(counted(), { as: 'warehouse-manager' });
  await user.click(await screen.findByRole('button', { name: 'Put away' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Put away' }));
  expect(server.requests('goodsImports.approve').map(({ body }) => body)).toEqual([{ version: 3 }]);
});

test('what came damaged leads to a claim of it, where it may be claimed', async () => {
  const put = (patch: Partial<Import>) =>
    goods({
      status: 'completed',
      counted: true,
      allowedActions: [],
      items: [{ ...item(1, 'LSW-LEVER', 28), receivedQty: 25, damagedQty: 3, isPosted: true }],
      ...patch,
    });
  await draw(put({}), { as: 'warehouse-staff' });
  expect(await screen.findByText(/3 damaged/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Claim/ })).not.toBeInTheDocument();
  cleanup();
  const claimable = { supplierId: WAREHOUSE.id, items: [] };
  await draw(put({ claimable }), { as: 'warehouse-staff' });
  expect(await screen.findByRole('link', { name: 'Claim the damaged goods' })).toHaveAttribute(
    'href',
    `/warehouse-management/claim/default?open=new&import=${ID}`,
  );
});
