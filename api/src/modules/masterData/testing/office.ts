import { SYSTEM } from '../../../kernel/index.ts';
import { placesOf, postMoves } from '../../../ledger/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';

/** Two companies with a system administrator, as the tests of masters and accounts need them. */
export interface Office {
  readonly admin: Person;
  readonly companyA: string;
  readonly companyB: string;
}

let serial = 0;
/** A word that no other record of this run has. */
export const tag = (): string => {
  serial += 1;
  return `${process.pid.toString(36)}${serial.toString(36)}`.toUpperCase();
};

const WEIGHTS = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/** A tax id with a right check digit, another one each time. */
export function taxId(): string {
  serial += 1;
  const digits = `0105${String(process.pid % 1000).padStart(3, '0')}${String(serial).padStart(5, '0')}`;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return `${digits}${(11 - (sum % 11)) % 10}`;
}

/** Pathum Wan, Bangkok. */
export const BANGKOK = {
  line1: '99/1 Rama I Road',
  provinceId: 10,
  amphoeId: 1007,
  districtId: 100704,
  zipcode: '10330',
};

export const companyBody = (more: object = {}) => ({
  code: `CO-${tag()}`,
  nameTh: 'บริษัท ตัวอย่าง จำกัด',
  nameEn: 'Example Company Limited',
  taxId: taxId(),
  branchCode: '00000',
  isVatRegistered: true,
  address: BANGKOK,
  ...more,
});

export async function makeOffice(test: TestApp): Promise<Office> {
  const admin = await test.as('system-admin');
  const company = async (): Promise<string> =>
    (await admin.post('/companies', companyBody())).body.data.id;
  return { admin, companyA: await company(), companyB: await company() };
}

export const warehouseBody = (companyId: string, more: object = {}) => ({
  companyId,
  code: `W-${tag()}`,
  kind: 'main',
  name: 'Main store',
  nameTh: 'คลังหลัก',
  holds: 'parts',
  isPickable: true,
  managerIds: [],
  ...more,
});

/** Units and categories that parts need. */
export async function makeCatalogue({ admin }: Office) {
  const unit = async (allowFraction: boolean): Promise<string> =>
    (
      await admin.post('/units', {
        code: `U${tag()}`.slice(-10),
        name: `Unit ${tag()}`,
        allowFraction,
      })
    ).body.data.id;
  const category = async (parentId: string | null): Promise<string> =>
    (await admin.post('/categories', { code: `C${tag()}`, name: `Category ${tag()}`, parentId }))
      .body.data.id;
  const main = await category(null);
  return {
    pieces: await unit(false),
    metres: await unit(true),
    main,
    sub: await category(main),
    otherMain: await category(null),
  };
}

export type Catalogue = Awaited<ReturnType<typeof makeCatalogue>>;

export const partBody = (catalogue: Catalogue, more: object = {}) => ({
  partNo: `P-${tag()}`,
  name: `Part ${tag()}`,
  nameTh: 'อะไหล่ทดสอบ',
  categoryId: catalogue.main,
  subCategoryId: catalogue.sub,
  unitId: catalogue.pieces,
  trackingType: 'none',
  warrantyMonths: 12,
  isRepairable: false,
  isDisassemblable: false,
  isSellable: true,
  ...more,
});

export const supplierBody = (more: object = {}) => ({
  name: `Supplier ${tag()}`,
  nameTh: 'ผู้จำหน่าย',
  taxId: taxId(),
  branchCode: '00000',
  isVatRegistered: true,
  address: BANGKOK,
  contacts: [],
  creditDays: 30,
  whtType: 'none',
  bankAccounts: [],
  categoryIds: [],
  ...more,
});

/** Puts opening stock into a warehouse's DEFAULT bin, through the ledger. */
export async function putStock(
  { app }: TestApp,
  spec: {
    readonly companyId: string;
    readonly warehouseId: string;
    readonly partId: string;
    readonly quantity: number;
    readonly unitCost?: string;
  },
): Promise<void> {
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    const places = await placesOf(ctx, spec.companyId);
    const bin = await ctx.db
      .selectFrom('bins')
      .select('id')
      .where('warehouseId', '=', spec.warehouseId)
      .where('code', '=', 'DEFAULT')
      .executeTakeFirstOrThrow();
    await postMoves(ctx.pg, {
      docType: 'goodsImport',
      docId: crypto.randomUUID(),
      action: 'opening',
      now: ctx.clock.now(),
      postedBy: null,
      moves: [
        {
          itemId: spec.partId,
          quantity: spec.quantity,
          from: places.OPENING,
          to: bin.id,
          unitCost: spec.unitCost ?? '10.0000',
        },
      ],
    });
  });
}
