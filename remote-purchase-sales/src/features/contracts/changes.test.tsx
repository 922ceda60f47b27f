import { diffVersions, type Json } from '@boxyard/shared/domain/sales/contractVersions.ts';
import { makePlan, type PlanInput } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import kitEn from '../../i18n/kit.en.json' with { type: 'json' };
import kitTh from '../../i18n/kit.th.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './version.page.tsx';

const uuid = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const PLAN: PlanInput = {
  type: 'installment',
  price: '90000.00',
  discount: null,
  vatMode: 'exclusive',
  vatRate: '7.00',
  whtRate: '0.00',
  deposit: { amount: '0.00', refundable: false },
  downPayment: '0.00',
  installmentCount: 12,
  interval: 'month',
  dueDay: 5,
  contractDate: '2026-11-20',
  firstDueDate: '2026-12-05',
  interestType: 'none',
  interestRate: '0.00',
};

/** What a version agrees on: hire purchase with twelve payments of 8,025. */
function snapshot(more: object = {}, plan: Partial<PlanInput> = {}): Record<string, Json> {
  const { rows, totals } = makePlan({ ...PLAN, ...plan });
  const terms = {
    type: 'installment',
    documentDate: '2026-11-20',
    customer: {
      id: uuid(1),
      code: 'CUS-1',
      name: 'สยาม สแน็ค',
      nameEn: 'Siam Snack',
      taxId: '0105552001116',
      branchCode: '00000',
      address: '99 Sathon',
      addressTh: '99 ถนนสาทร',
    },
    sale: { id: uuid(2), name: 'Nattaya Boonmee' },
    productModel: { id: uuid(3), code: 'VM1', name: 'Vending 1', nameTh: 'ตู้ขาย 1' },
    product: { id: uuid(4), serialNumber: 'SN-0001', name: 'Vending 1' },
    installSite: {
      address: '12 Rama 4',
      lat: null,
      lng: null,
      contactName: 'Wipa',
      contactPhone: '0812345678',
    },
    startDate: '2026-11-20',
    endDate: null,
    price: '90000.00',
    discountType: null,
    discountValue: null,
    vatMode: 'exclusive',
    dueDay: '5',
    coverage: 'full',
    witnesses: [],
    schedule: rows,
    totals,
    clauses: { en: 'of this version', th: 'ของฉบับนี้' },
    header: { id: uuid(5), address: '1 Silom' },
    ...more,
  };
  return JSON.parse(JSON.stringify(terms));
}

interface Compared {
  readonly before: Record<string, Json>;
  readonly after: Record<string, Json>;
}

/** The rows of the comparison: what, before, after. */
async function rowsOf({ before, after }: Compared, locale: 'en' | 'th' = 'en') {
  const server = fakeServer();
  server.answer('contracts.version', {
    id: uuid(8),
    versionNo: 2,
    changeType: 'amendment',
    reason: 'Agreed anew',
    effectiveDate: '2026-11-21',
    createdAt: '2026-11-21T03:00:00.000Z',
    createdBy: null,
    approvedBy: null,
    approvedAt: null,
    changeCount: 1,
    sha256: 'a'.repeat(64),
    contract: { id: uuid(9), documentNo: 'CT2611-0001', status: 'onGoing' },
    snapshot: after,
    diff: diffVersions(before, after),
    comparison: null,
  });
  server.answer('contracts.versions', { data: [], meta: { totalItems: 0 } });
  await renderPage(<Page />, {
    route: `/sales-management/purchase-contract/${uuid(9)}/versions/${uuid(8)}`,
    path: '/sales-management/purchase-contract/:id/versions/:version_id',
    as: 'sales-manager',
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
  const [table] = await screen.findAllByRole('table');
  if (!table) throw new Error('nothing is compared');
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

const CUSTOMER = {
  id: uuid(6),
  code: 'CUS-2',
  name: 'ร้านกาแฟ',
  nameEn: 'Coffee Shop',
  taxId: '0105552001124',
  branchCode: '00000',
  address: '7 Silom',
  addressTh: '7 ถนนสีลม',
};

test.each([
  [
    'en',
    [
      ['Contractor name', 'CUS-1 Siam Snack', 'CUS-2 Coffee Shop'],
      ['Sales name', 'Nattaya Boonmee', 'Somsak Dee'],
      ['Container', 'SN-0001 Vending 1', 'SN-0002 Vending 1'],
      ['Place of installation', '12 Rama 4 · Wipa', '12 Rama 4 · Malee'],
      ['Due day', '5', 'Last day of the month'],
      ['Coverage', 'Parts and labour', 'Parts only'],
      ['Witnesses', '–', 'Anan, Boon'],
    ],
  ],
  [
    'th',
    [
      ['ชื่อคู่สัญญา', 'CUS-1 สยาม สแน็ค', 'CUS-2 ร้านกาแฟ'],
      ['ชื่อพนักงานขาย', 'Nattaya Boonmee', 'Somsak Dee'],
      ['ตู้', 'SN-0001 Vending 1', 'SN-0002 Vending 1'],
      ['สถานที่ติดตั้ง', '12 Rama 4 · Wipa', '12 Rama 4 · Malee'],
      ['วันครบกำหนด', '5', 'วันสุดท้ายของเดือน'],
      ['ความคุ้มครอง', 'อะไหล่และค่าแรง', 'เฉพาะอะไหล่'],
      ['พยาน', '–', 'Anan, Boon'],
    ],
  ],
] as const)('people, containers and places are compared by name, in %s', async (...given) => {
  const [locale, expected] = given;
  const before = snapshot();
  const after = snapshot({
    customer: CUSTOMER,
    sale: { id: uuid(7), name: 'Somsak Dee' },
    product: { id: uuid(5), serialNumber: 'SN-0002', name: 'Vending 1' },
    installSite: { ...(before.installSite as object), contactName: 'Malee' },
    dueDay: 'last',
    coverage: 'partsOnly',
    witnesses: ['Anan', 'Boon'],
    clauses: { en: 'of another version', th: 'ของฉบับอื่น' },
  });
  const rows = await rowsOf({ before, after }, locale);
  expect(rows.map(([label]) => label)).toEqual(expected.map(([label]) => label));
  for (const [at, [, was, is]] of expected.entries()) {
    expect(rows[at]?.[1]).toContain(was);
    expect(rows[at]?.[2]).toContain(is);
  }
  expect(rows.flat().join(' ')).not.toMatch(/[0-9a-f]{8}-|\[\d|\.(id|total|name)\b/);
});

test('a change of price says each kind of payment once, and then the sums', async () => {
  const after = snapshot({ price: '88000.00' }, { price: '88000.00' });
  expect(await rowsOf({ before: snapshot(), after })).toEqual([
    ['Price', '฿90,000.00', '฿88,000.00'],
    ['Payments 1–11 each – Total', '฿8,025.00', '฿7,846.66'],
    ['Payment 12 – Total', '฿8,025.00', '฿7,846.74'],
    ['Sum – Subtotal', '฿90,000.00', '฿88,000.00'],
    ['Sum – Amount before VAT', '฿90,000.00', '฿88,000.00'],
    ['Sum – VAT', '฿6,300.00', '฿6,160.00'],
    ['Sum – Grand total', '฿96,300.00', '฿94,160.00'],
    ['Sum – Net payable', '฿96,300.00', '฿94,160.00'],
  ]);
});

test('payments that are added, left out or moved are said by number', async () => {
  const plan = { installmentCount: 10, downPayment: '10000.00', firstDueDate: '2027-01-05' };
  const rows = await rowsOf({ before: snapshot(), after: snapshot({}, plan) });
  expect(rows.slice(0, 5)).toEqual([
    ['Down payment – Total', '–', '฿10,700.00'],
    ['Payments 2–11 each – Total', '฿8,025.00', '฿8,560.00'],
    ['Payments 11–12 each – Total', '฿8,025.00', '–'],
    ['Down payment – Due', '–', '20 Nov 2026'],
    ['Payments 2–11 – Due', '5 Dec 2026 – 5 Sep 2027', '5 Jan 2027 – 5 Oct 2027'],
  ]);
});

test('a discount of ten per cent is another than one of ten baht', async () => {
  const of = (discountType: string) => snapshot({ discountType, discountValue: '10.00' });
  expect(await rowsOf({ before: of('percent'), after: of('amount') })).toEqual([
    ['Discount', '10%', '฿10.00'],
  ]);
});

test('a version shows the hash of what it keeps', async () => {
  await rowsOf({ before: snapshot(), after: snapshot({ coverage: 'partsOnly' }) });
  expect(screen.getByText('a'.repeat(64))).toBeVisible();
});
