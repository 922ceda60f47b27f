import { createTestApp, manualClock, type TestApp } from '../../testing/index.ts';
import { emvFields, openPdfReader, squeezed } from '../../testing/pdfReader.ts';
import { expectData } from '../../workflow/testing/world.ts';
import {
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  paid,
  type World,
} from './testing/world.ts';

/**
 * Documents read back as their readers have them: a tax invoice with everything that section 86/4 of
 * the Revenue Code asks for, and codes as the app of a bank reads them.
 */

const SELLER = {
  name: 'บริษัท สยามตู้อัตโนมัติและเครื่องจักรกลอุตสาหกรรมอาหารแช่แข็งแห่งประเทศไทย จำกัด (มหาชน)',
  address:
    '999/99 อาคารศูนย์การค้าและนวัตกรรมแห่งชาติ ชั้น 42 ถนนพระรามที่ 4 แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110',
  taxId: '0105552029681',
};
const BUYER = {
  name: 'ห้างหุ้นส่วนจำกัด กิตติศักดิ์วัฒนกุลรุ่งเรืองพาณิชย์และบุตร (ประเทศไทย) สาขานครศรีธรรมราช',
  address:
    '88/888 หมู่ที่ 14 ซอยเทศบาลพัฒนา 27 ถนนราชดำเนิน ตำบลท่าวัง อำเภอเมืองนครศรีธรรมราช จังหวัดนครศรีธรรมราช 80000',
  taxId: '0105552001116',
  branchCode: '00017',
};
const LINES = 40;
const lineOf = (index: number) => ({
  description: `อะไหล่ชุดทำความเย็นรุ่นประหยัดพลังงานพร้อมติดตั้งและทดสอบระบบ ลำดับที่ ${String(index).padStart(2, '0')}`,
  quantity: index,
  unit: 'ชุด',
  unitPrice: '1234.5600',
});

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
const reader = openPdfReader();
let server: TestApp;
let world: World;
let invoice: Doc;
beforeAll(async () => {
  server = await createTestApp({ clock });
  world = await makeWorld(server);
  await server.app.pg.query(
    `insert into document_headers (company_id, type, name, company_name_th, company_name_en, tax_id, branch_code,
        address, is_default, created_at, updated_at)
      values ($1, 'contract', 'Default', $2, 'Siam Vending PCL', $3, '00000', $4, true, now(), now())`,
    [server.companyId, SELLER.name, SELLER.taxId, SELLER.address],
  );
  const place = { line1: '9', provinceId: null, amphoeId: null, districtId: null, zipcode: null };
  await server.app.pg.query(
    `update customers set name = $2, company_name = $2, tax_id = $3, branch_code = $4, registered_address = $5
      where id = $1`,
    [
      world.customerId,
      BUYER.name,
      BUYER.taxId,
      BUYER.branchCode,
      JSON.stringify({ ...place, text: BUYER.address, textTh: BUYER.address }),
    ],
  );
  invoice = await issued(world, {
    taxPoint: 'delivery',
    bankAccountId: world.bankAccountId,
    items: Array.from({ length: LINES }, (_, index) => lineOf(index + 1)),
  });
});
afterAll(async () => {
  await server?.close();
  await reader.close();
});

const pdf = async (path: string, locale: 'en' | 'th' = 'th'): Promise<Buffer> =>
  (await world.accountant.get(path, { headers: { 'accept-language': locale } })).raw;

interface TaxInvoice {
  readonly id: string;
  readonly documentNo: string;
}
const taxInvoice = async (): Promise<TaxInvoice> =>
  ((await invoiceNow(world, invoice.id)).taxInvoices as TaxInvoice[])[0] as TaxInvoice;

describe('a tax invoice', () => {
  let pages: string[];
  let text: string;
  let tax: TaxInvoice;
  beforeAll(async () => {
    tax = await taxInvoice();
    pages = await reader.pages(await pdf(`/tax_invoices/${tax.id}/pdf`));
    text = squeezed(pages.join(' '));
  });

  // 1,234.56 × (1 + … + 40) = 1,012,339.20, with 7 % of it.
  it.each<[string, () => readonly string[]]>([
    ['the words "tax invoice", plain to see (1)', () => ['ใบกำกับภาษี']],
    ['name of the seller (2)', () => [SELLER.name]],
    ['address of the seller (2)', () => [SELLER.address]],
    ['tax id of the seller (2)', () => [SELLER.taxId]],
    ['head office or branch of the seller', () => ['สำนักงานใหญ่']],
    ['name of the buyer (3)', () => [BUYER.name]],
    ['address of the buyer (3)', () => [BUYER.address]],
    ['tax id of the buyer', () => [BUYER.taxId]],
    ['head office or branch of the buyer', () => [`สาขาที่ ${BUYER.branchCode}`]],
    ['its number (4)', () => [tax.documentNo]],
    [
      'what was sold: kind, quantity and value (5)',
      () => [lineOf(1).description, lineOf(LINES).description, 'ชุด', '1,234.56', '49,382.40'],
    ],
    ['the value of it all without VAT (5)', () => ['1,012,339.20']],
    ['VAT apart from the value (6)', () => ['ภาษีมูลค่าเพิ่ม 7%', '70,863.74', '1,083,202.94']],
    ['the day of issue (7)', () => ['20 พ.ย. 2569']],
  ])('says %s', (_field, words) => {
    for (const word of words()) expect(text).toContain(squeezed(word));
  });

  it('has every line once and in order, over pages that each name it', () => {
    expect(pages.length).toBeGreaterThan(1);
    const places = Array.from({ length: LINES }, (_, index) => {
      const words = squeezed(lineOf(index + 1).description);
      expect([index, text.split(words).length - 1]).toEqual([index, 1]);
      return text.indexOf(words);
    });
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const [index, page] of pages.entries()) {
      const squeezedPage = squeezed(page);
      expect(squeezedPage).toContain(squeezed(`หน้า ${index + 1}/${pages.length}`));
      expect(squeezedPage).toContain(tax.documentNo);
      // Every page has the head of the table where it has lines.
      if (/ลำดับที่/.test(squeezedPage)) expect(squeezedPage).toContain(squeezed('ราคาต่อหน่วย'));
    }
  });

  it('says the same in English, with the Thai words that the law asks for', async () => {
    const english = squeezed(
      (await reader.pages(await pdf(`/tax_invoices/${tax.id}/pdf`, 'en'))).join(' '),
    );
    for (const word of [
      'Tax invoice',
      'ใบกำกับภาษี',
      SELLER.name,
      SELLER.taxId,
      BUYER.taxId,
      '70,863.74',
    ]) {
      expect(english).toContain(squeezed(word));
    }
  });
});

describe('codes of an invoice', () => {
  const codesFor = async ({ id }: { readonly id: string }) =>
    (await reader.codes(await pdf(`/invoices/${id}/pdf`))).filter((code) =>
      code.startsWith('000201'),
    );

  it('are read from the drawn page with what is to be paid, to whom, and for what', async () => {
    const small = await issued(world, {
      bankAccountId: world.bankAccountId,
      whtRate: '3.00',
    });
    const codes = await reader.codes(await pdf(`/invoices/${small.id}/pdf`));
    const emv = codes.filter((code) => code.startsWith('000201')).map(emvFields);
    const promptPay = emv.find((fields) => fields.has('29'));
    const bill = emv.find((fields) => fields.has('30'));
    // 1,070.00 less 30.00 that the customer withholds.
    for (const fields of [promptPay, bill]) {
      expect(fields?.get('54')).toBe('1040.00');
      expect(fields?.get('53')).toBe('764');
      expect(fields?.get('58')).toBe('TH');
    }
    expect(emvFields(promptPay?.get('29') ?? '').get('02')).toBe('0105552001116');
    const account = emvFields(bill?.get('30') ?? '');
    expect(account.get('01')).toBe('010555200111601');
    expect(account.get('03')).toBe(small.documentNo?.replaceAll('-', ''));
    expect(codes).toContain(small.documentNo);
  });

  it('ask for nothing once it is paid', async () => {
    const paidOne = await issued(world, { bankAccountId: world.bankAccountId });
    const payment = expectData(
      await world.clerk.post('/payments/manual', {
        customerId: world.customerId,
        method: 'cash',
        paidAt: clock.now().toISOString(),
        amount: '1070.00',
        allocations: [{ invoiceId: paidOne.id, amount: '1070.00' }],
      }),
    );
    expectData(
      await world.accountant.post(`/payments/${payment.id}/verify`, { version: payment.version }),
    );
    expect(await codesFor(paidOne)).toEqual([]);
  });

  it('ask for nothing of what is void, nor of tax that was withheld', async () => {
    const given = { bankAccountId: world.bankAccountId, whtRate: '3.00' };
    const gone = await issued(world, given);
    await onInvoices.done(world.accountant, gone, { action: 'void', reason: 'A wrong address' });
    expect(await codesFor(gone)).toEqual([]);
    const withheld = await issued(world, given);
    await paid(world, withheld, '1040.00');
    expect(await codesFor(withheld)).toEqual([]);
  });
});
