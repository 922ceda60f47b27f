import { createElement } from 'react';
import { decimal, purchaseRequestMachine } from '../../domain/index.ts';
import type { BothTexts } from '../../runtime/i18n.ts';
import { defineResource } from '../resource/defineResource.ts';
import type { Doc, Row } from '../resource/types.ts';

const estimateOf = (line: { quantity?: number; estimatedPrice?: string | null }): string =>
  decimal.round(decimal.multiply(line.quantity ?? 0, line.estimatedPrice ?? '0'));

/** The resource that the kit's own tests and gallery are drawn with. */
export const requests = defineResource({
  list: 'purchaseRequests.list',
  texts: 'kit-test:requests',
  page: 'purchase-requests',
  machine: purchaseRequestMachine as never,
  routes: {
    list: 'purchase-requests',
    create: 'purchase-request-create',
    document: 'purchase-request-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.person('requester'),
    c.ref('warehouse'),
    c.date('neededBy', { due: purchaseRequestMachine as never }),
    c.number('itemCount'),
    c.money('estimatedTotal'),
    c.choice('purpose', { hidden: true }),
    c.status(purchaseRequestMachine as never),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', { habit: true }),
      f.choice('purpose', ['stock', 'job', 'project']),
      f.date('neededBy'),
      f.longText('remark', { span: 6 }),
    ]),
    f.lines('items', {
      newLine: () => ({ estimatedPrice: '0.0000' }),
      columns: (l) => [
        l.record('partId', 'parts.price', {
          onPick: (part) => ({
            unitId: part.unit.id,
            estimatedPrice: part.lastPurchasePrice ?? '0.0000',
          }),
        }),
        l.quantity('quantity'),
        l.price('estimatedPrice'),
        l.computed('amount', (line) => estimateOf(line)),
        l.text('note'),
      ],
      totals: ({ items }) =>
        createElement('output', { 'data-testid': 'estimate' }, (items ?? []).map(estimateOf)),
    }),
  ],
});

export const texts: BothTexts = {
  en: {
    requests: {
      title: 'Purchase requests',
      one: 'Purchase request',
      new: 'New request',
      empty: 'Requests ask purchasing for goods. Start with the first one.',
      field: {
        requester: 'Requested by',
        neededBy: 'Needed',
        estimatedTotal: 'Est. total',
        purpose: 'Purpose',
      },
      choice: { purpose: { stock: 'Stock', job: 'Job', project: 'Project' } },
      bulk: { submit: 'Submit' },
    },
  },
  th: {
    requests: {
      title: 'ใบขอซื้อ',
      one: 'ใบขอซื้อ',
      new: 'สร้างใบขอซื้อ',
      empty: 'ใบขอซื้อใช้ขอให้ฝ่ายจัดซื้อจัดหาสินค้า เริ่มจากใบแรกได้เลย',
      field: {
        requester: 'ผู้ขอ',
        neededBy: 'ต้องการภายใน',
        estimatedTotal: 'ยอดประมาณ',
        purpose: 'วัตถุประสงค์',
      },
      choice: { purpose: { stock: 'เข้าสต็อก', job: 'งานซ่อม', project: 'โครงการ' } },
      bulk: { submit: 'ส่งอนุมัติ' },
    },
  },
};

export const uuid = (number: number): string =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const ref = (number: number, code: string, names: { name: string; nameTh: string }) => ({
  id: uuid(number),
  code,
  ...names,
});
export const WAREHOUSE = ref(900, 'WH-01', { name: 'Central warehouse', nameTh: 'คลังกลาง' });
const PART = ref(700, 'BRG-6204', { name: 'Ball bearing 6204', nameTh: 'ตลับลูกปืนเม็ดกลม 6204' });
const UNIT = ref(600, 'pcs', { name: 'piece', nameTh: 'ชิ้น' });
const PEOPLE = ['Somying Rakdee', 'Anan Srisuk', 'Wichai Thongdee'];

/** A request of the list; every third one another person's. */
export function requestRow(
  number: number,
  over: Partial<Row<'purchaseRequests.list'>> = {},
): Row<'purchaseRequests.list'> {
  const requester = { id: uuid(500 + (number % 3)), name: PEOPLE[number % 3] ?? '' };
  return {
    id: uuid(number),
    version: 1,
    createdAt: '2026-11-20T03:00:00.000Z',
    updatedAt: '2026-11-20T03:00:00.000Z',
    documentNo: `PR2611-${String(number).padStart(4, '0')}`,
    status: 'pending',
    documentDate: '2026-11-20',
    company: ref(800, 'BX', { name: 'Boxyard', nameTh: 'บ็อกซ์ยาร์ด' }),
    remark: null,
    createdBy: requester,
    approvedBy: null,
    approvedAt: null,
    statusReason: null,
    requester,
    warehouse: WAREHOUSE,
    purpose: 'stock',
    neededBy: '2026-11-24',
    validUntil: '2026-12-24',
    itemCount: 2,
    estimatedTotal: '48150.00',
    ...over,
  };
}

/** The same request as its page reads it. */
export function requestDoc(
  number: number,
  over: Partial<Doc<'purchaseRequests.list'>> = {},
): Doc<'purchaseRequests.list'> {
  const row = requestRow(number);
  return {
    ...row,
    history: [
      {
        id: uuid(10_000 + number),
        at: '2026-11-20T03:00:00.000Z',
        by: row.createdBy,
        action: 'create',
        from: null,
        to: 'pending',
        reason: null,
        diff: null,
      },
    ],
    attachments: [],
    related: [],
    allowedActions: ['approve', 'reject'],
    authorIds: [],
    items: [
      {
        id: uuid(20_000 + number),
        lineNo: 1,
        part: PART,
        freeText: null,
        quantity: 12,
        unit: UNIT,
        unitAllowsFraction: false,
        estimatedPrice: '3750.0000',
        amount: '45000.00',
        suggestedSupplier: null,
        orderedQty: 0,
        receivedQty: 0,
        cancelledQty: 0,
        openQty: 12,
        inRound: false,
        note: null,
      },
    ],
    rounds: [],
    department: null,
    refType: null,
    refNo: null,
    documentHeader: null,
    endorsements: [],
    hasOpenLines: true,
    ...over,
  };
}
