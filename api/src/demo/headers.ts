import { bangkokDate, HEADER_TYPES } from '@boxyard/shared/domain';
import { STANDARD_CLAUSES } from '@boxyard/shared/domain/sales/contractClauses.ts';
import { drawPng, type Pixel } from '../documents/png.ts';
import type { Office } from './office.ts';
import { ADMIN, COMPANY_A, COMPANY_B } from './people.ts';

/** What each company's documents look like; the rest is what the company says of itself. */
const LETTERHEADS = {
  [COMPANY_A]: {
    address: '199/8 ถนนพระราม 9 แขวงห้วยขวาง\nเขตห้วยขวาง กรุงเทพมหานคร 10310',
    colour: [0x0b, 0x5c, 0xad, 255],
    footer: 'www.boxyard.example · ขอบคุณที่ไว้วางใจ',
  },
  [COMPANY_B]: {
    address: '45/1 ถนนสุขุมวิท ตำบลบางปลาสร้อย\nอำเภอเมืองชลบุรี จังหวัดชลบุรี 20000',
    colour: [0x1b, 0x7f, 0x4d, 255],
    footer: 'www.eastern.example',
  },
} as const satisfies Record<string, { address: string; colour: Pixel; footer: string }>;

const WRITTEN = { labelTh: 'ผู้จัดทำ', labelEn: 'Prepared by', signer: 'creator' } as const;
const APPROVED = { labelTh: 'ผู้อนุมัติ', labelEn: 'Approved by', signer: 'approver' } as const;

/** The documents that have a header, with who signs them. */
const PAPERS = {
  contract: {
    name: 'Sales contract',
    terms: 'กรรมสิทธิ์ในสินค้าเป็นของผู้ขายจนกว่าจะชำระราคาครบถ้วน',
    signatureBlocks: [
      { labelTh: 'ผู้ขาย', labelEn: 'Seller', signer: 'approver' },
      { labelTh: 'ผู้ซื้อ', labelEn: 'Buyer', signer: 'blank' },
    ],
  },
  purchaseRequest: { name: 'Purchase request', terms: null, signatureBlocks: [WRITTEN, APPROVED] },
  purchaseOrder: {
    name: 'Purchase order',
    terms:
      '1. โปรดระบุเลขที่ใบสั่งซื้อในใบส่งของและใบกำกับภาษีทุกฉบับ\n2. สินค้าที่ไม่ตรงตามใบสั่งซื้อจะส่งคืนโดยผู้ขายเป็นผู้รับผิดชอบค่าใช้จ่าย',
    signatureBlocks: [WRITTEN, APPROVED, { labelTh: 'ผู้ขาย', labelEn: 'Supplier', signer: 'blank' }],
  },
  acceptance: {
    name: 'Receipt',
    terms: null,
    signatureBlocks: [{ labelTh: 'ผู้รับสินค้า', labelEn: 'Received by', signer: 'receiver' }],
  },
} as const;

/** The headers of every company's documents, before the first of them is written. */
export async function buildHeaders(
  office: Office,
  companies: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [code, letterhead] of Object.entries(LETTERHEADS)) {
    const id = companies.get(code);
    if (id === undefined) throw new Error(`the demonstration has no company "${code}"`);
    const company = await office.act(ADMIN.account, 'companies.get', { params: { id } });
    for (const type of Object.values(HEADER_TYPES).flat()) {
      await office.act(ADMIN.account, 'documentHeaders.save', {
        body: {
          companyId: id,
          type,
          companyNameTh: company.nameTh,
          companyNameEn: company.nameEn,
          taxId: company.taxId,
          branchCode: company.branchCode,
          address: letterhead.address,
          phone: company.phone,
          footer: letterhead.footer,
          logo: logoOf(letterhead.colour),
          isDefault: true,
          isActive: true,
          ...PAPERS[type],
        },
      });
    }
  }
  await buildClauses(office, companies.get(COMPANY_A) ?? '');
}

/** What the standard clauses lack for this business. */
const FURTHER = {
  th: '7. บริษัทจะเก็บและใช้ข้อมูลส่วนบุคคลของลูกค้าเพียงเท่าที่จำเป็นต่อการปฏิบัติตามสัญญานี้',
  en: '7. The company keeps and uses personal data of the customer only as this contract needs it.',
};

/** Clauses of all contracts, in their second wording. */
async function buildClauses(office: Office, companyId: string): Promise<void> {
  const effectiveFrom = bangkokDate(office.clock.now());
  const common = { name: 'ข้อสัญญามาตรฐาน', type: null, effectiveFrom };
  const first = await office.act(ADMIN.account, 'contractClauses.create', {
    body: {
      companyId,
      ...common,
      textTh: STANDARD_CLAUSES.th,
      textEn: STANDARD_CLAUSES.en,
    },
  });
  await office.act(ADMIN.account, 'contractClauses.update', {
    params: { id: first.id },
    body: {
      ...common,
      version: first.version,
      textTh: `${STANDARD_CLAUSES.th}\n${FURTHER.th}`,
      textEn: `${STANDARD_CLAUSES.en}\n${FURTHER.en}`,
      isActive: true,
    },
  });
}

const SIDE = 96;
const WHITE: Pixel = [255, 255, 255, 255];

/** A box seen from the front: a frame, a lid and a handle. */
function pixelAt(x: number, y: number, colour: Pixel): Pixel {
  const inside = x >= 10 && x < SIDE - 10;
  const lid = y >= 32 && y < 38;
  const handle = Math.abs(x - SIDE / 2) < 13 && y >= 46 && y < 54;
  return inside && (lid || handle) ? WHITE : colour;
}

/** A plain picture, drawn here so that no file of another’s making is carried along. */
function logoOf(colour: Pixel): string {
  const png = drawPng({ width: SIDE, height: SIDE }, (x, y) => pixelAt(x, y, colour));
  return `data:image/png;base64,${png.toString('base64')}`;
}
