import type { ContainerReceiptDetail } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './receipts.document.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const ITEM = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const PHOTO = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367b0';
const texts = { 'remote-inventory': { en, th } };
const check = { unit: null, minValue: null, maxValue: null, measured: null, note: null };

const one: ContainerReceiptDetail = {
  id: ID,
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'WR2611-0004',
  status: 'pending',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  sourceType: 'transfer',
  sourceId: 't',
  sourceNo: 'CT2611-0001',
  warehouse: { id: 'w', code: 'CENTRAL', name: 'Central warehouse' },
  isReturn: false,
  itemCount: 1,
  receivedBy: null,
  receivedAt: null,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update', 'approve'],
  authorIds: [],
  sender: null,
  senderIds: [],
  needsChecks: true,
  items: [
    {
      id: ITEM,
      product: { id: 'd', serialNumber: 'VD2611-0007', name: 'Drinks machine' },
      productModel: { id: 'm', code: 'VD200', name: 'Drinks 200', nameTh: null },
      lineStatus: 'accepted',
      scannedSerial: 'VD2611-0007',
      conditionIn: 'good',
      rejectReason: null,
      note: null,
      checklist: [
        {
          ...check,
          lineNo: 1,
          name: 'Cooling',
          nameTh: 'ความเย็น',
          unit: '°C',
          minValue: '2',
          maxValue: '6.5',
          result: null,
        },
        { ...check, lineNo: 2, name: 'Door', nameTh: 'ประตู', result: 'fail', note: 'Bent' },
      ],
      photoIds: [],
    },
  ],
};

const open = async (locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('containerReceipts.get', one);
  const page = await renderPage(<Page />, {
    route: `/warehouse-management/import-warehouse-inventory/${ID}`,
    path: '/warehouse-management/import-warehouse-inventory/:id',
    locale,
    server,
    texts,
  });
  return { ...page, server };
};

test.each([
  ['en', '0 of 2 sound', 'Door: Bent', /once their checklist is answered/],
  ['th', 'ผ่าน 0 จาก 2', 'ประตู: Bent', /ตรวจครบทุกรายการ/],
] as const)('shows what was found, and what is asked for, in %s', async (locale, ...said) => {
  await open(locale);
  for (const text of said) expect(await screen.findByText(text)).toBeInTheDocument();
});

test('fails a reading outside of its limits, and sends checks and photographs of each line', async () => {
  const { user, server } = await open();
  server.answer('containerReceipts.approve', { data: { ...one, status: 'approved' } });
  server.answer('containerReceipts.attach', {
    data: [
      {
        id: PHOTO,
        fileName: 'door.png',
        mime: 'image/png',
        size: 1,
        kind: 'photo',
        createdAt: '2026-11-24T03:00:00.000Z',
        by: null,
      },
    ],
  });
  await user.click(await screen.findByRole('button', { name: /^Receive containers/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reading of VD2611-0007: Cooling'), '9');
  await user.upload(
    dialog.getByLabelText('Photograph VD2611-0007', { selector: 'input' }),
    new File(['x'], 'door.png', { type: 'image/png' }),
  );
  expect(await dialog.findByText('1 photograph')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /^Receive containers/ }));
  await waitFor(() =>
    expect(server.requests('containerReceipts.approve')[0]?.body).toMatchObject({
      version: 2,
      lines: [
        {
          itemId: ITEM,
          lineStatus: 'accepted',
          checklist: [
            { lineNo: 1, result: 'fail', measured: '9' },
            { lineNo: 2, result: 'fail', note: 'Bent' },
          ],
          photoIds: [PHOTO],
        },
      ],
    }),
  );
});
