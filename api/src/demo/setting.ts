import {
  CATALOGUE,
  COMPONENTS,
  catalogueParts,
  SUPPLIERS,
  UNITS,
  withCheckDigit,
} from './catalogue.ts';
import type { Office } from './office.ts';
import { partPicture } from './partPicture.ts';
import { ADMIN, COMPANY_A, COMPANY_B } from './people.ts';
import type { Random } from './random.ts';

/** Where and with what the story plays: companies, warehouses, bins, goods, suppliers. */
export interface Part {
  readonly id: string;
  readonly partNo: string;
  readonly unitId: string;
  readonly group: string;
  readonly price: number;
  readonly tracking: 'none' | 'lot' | 'serial';
  readonly whole: boolean;
}

export interface Supplier {
  readonly id: string;
  readonly groups: readonly string[];
  readonly isVatRegistered: boolean;
  readonly credit: boolean;
  readonly whtRate: string;
}

export interface Setting {
  readonly companies: ReadonlyMap<string, string>;
  readonly warehouses: ReadonlyMap<string, string>;
  readonly bins: ReadonlyMap<string, readonly string[]>;
  readonly units: ReadonlyMap<string, string>;
  readonly parts: readonly Part[];
  readonly suppliers: readonly Supplier[];
}

const COMPANIES = [
  {
    code: COMPANY_A,
    nameTh: 'บริษัท บ็อกซ์ยาร์ด เวนดิ้ง จำกัด',
    nameEn: 'Boxyard Vending Co., Ltd.',
    tax: '010556100777',
    line1: '199/8 ถนนพระราม 9',
    zipcode: '10310',
    phone: '021110001',
  },
  {
    code: COMPANY_B,
    nameTh: 'บริษัท อีสเทิร์น เวนดิ้ง เซอร์วิส จำกัด',
    nameEn: 'Eastern Vending Service Co., Ltd.',
    tax: '020556100888',
    line1: '45/1 ถนนสุขุมวิท',
    zipcode: '20000',
    phone: '038110002',
  },
] as const;

const WAREHOUSES = [
  {
    code: 'CENTRAL',
    company: COMPANY_A,
    kind: 'main',
    name: 'Central warehouse',
    nameTh: 'คลังกลาง',
    address: '199/9 ถนนพระราม 9 แขวงห้วยขวาง เขตห้วยขวาง กรุงเทพมหานคร 10310',
    bins: 24,
  },
  {
    code: 'NORTH',
    company: COMPANY_A,
    kind: 'branch',
    name: 'Northern branch',
    nameTh: 'คลังสาขาเหนือ',
    address: '88 ถนนเชียงใหม่-ลำปาง ตำบลฟ้าฮ่าม อำเภอเมืองเชียงใหม่ จังหวัดเชียงใหม่ 50000',
    bins: 12,
  },
  {
    code: 'VAN-01',
    company: COMPANY_A,
    kind: 'technicianVan',
    name: 'Service van 1',
    nameTh: 'รถบริการ 1',
    bins: 0,
  },
  {
    code: 'VAN-02',
    company: COMPANY_A,
    kind: 'technicianVan',
    name: 'Service van 2',
    nameTh: 'รถบริการ 2',
    bins: 0,
  },
  {
    code: 'EAST',
    company: COMPANY_B,
    kind: 'main',
    name: 'Eastern warehouse',
    nameTh: 'คลังตะวันออก',
    address: '45/2 ถนนสุขุมวิท ตำบลบางปลาสร้อย อำเภอเมืองชลบุรี จังหวัดชลบุรี 20000',
    bins: 12,
  },
] as const;

const money = (amount: number) => `${amount.toFixed(2)}00`;
const admin = ADMIN.account;

async function address(office: Office, line1: string, zipcode: string) {
  const [chain] = await office.act(admin, 'masterData.zipcodes', { query: { code: zipcode } });
  return chain
    ? {
        line1,
        provinceId: chain.provinceId,
        amphoeId: chain.amphoeId,
        districtId: chain.districtId,
        zipcode,
      }
    : { line1 };
}

async function buildCompanies(office: Office) {
  const companies = new Map<string, string>();
  for (const { code, nameTh, nameEn, tax, line1, zipcode, phone } of COMPANIES) {
    const { id } = await office.act(admin, 'companies.create', {
      body: {
        code,
        nameTh,
        nameEn,
        taxId: withCheckDigit(tax),
        branchCode: '00000',
        isVatRegistered: true,
        address: await address(office, line1, zipcode),
        phone,
        email: `info@${code.toLowerCase()}.example`,
        ...(code === COMPANY_B ? { parentId: companies.get(COMPANY_A) } : {}),
      },
    });
    companies.set(code, id);
  }
  return companies;
}

/** `A-01-01`: row, bay, level. */
const binCode = (index: number) =>
  `${String.fromCharCode(65 + Math.floor(index / 6))}-${String((index % 6) + 1).padStart(2, '0')}-01`;

async function buildWarehouses(office: Office, companies: ReadonlyMap<string, string>) {
  const warehouses = new Map<string, string>();
  const bins = new Map<string, string[]>();
  for (const seed of WAREHOUSES) {
    const { id } = await office.act(admin, 'subWarehouses.create', {
      body: {
        companyId: companies.get(seed.company),
        code: seed.code,
        kind: seed.kind,
        name: seed.name,
        nameTh: seed.nameTh,
        holds: seed.bins > 0 ? 'both' : 'parts',
        isPickable: true,
        // Vans have none.
        ...('address' in seed ? { address: seed.address } : {}),
        managerIds: [],
      },
    });
    warehouses.set(seed.code, id);
    const made = [];
    for (let index = 0; index < seed.bins; index += 1) {
      const bin = await office.act(admin, 'bins.create', {
        params: { id },
        body: { code: binCode(index) },
      });
      made.push(bin.id);
    }
    bins.set(seed.code, made);
  }
  return { warehouses, bins };
}

async function buildUnits(office: Office) {
  const units = new Map<string, string>();
  for (const unit of UNITS) {
    const based =
      'baseUnit' in unit ? { baseUnitId: units.get(unit.baseUnit), factor: unit.factor } : {};
    const { id } = await office.act(admin, 'units.create', {
      body: {
        code: unit.code,
        name: unit.name,
        nameTh: unit.nameTh,
        allowFraction: unit.allowFraction,
        ...based,
      },
    });
    units.set(unit.code, id);
  }
  return units;
}

async function buildCategories(office: Office) {
  const categories = new Map<string, string>();
  for (const [order, group] of CATALOGUE.entries()) {
    const main = await office.act(admin, 'categories.create', {
      body: { code: group.code, name: group.en, nameTh: group.th, sortOrder: order * 10 },
    });
    categories.set(group.code, main.id);
    for (const [place, sub] of group.subs.entries()) {
      const made = await office.act(admin, 'categories.create', {
        body: {
          code: sub.code,
          name: sub.en,
          nameTh: sub.th,
          parentId: main.id,
          sortOrder: order * 10 + place + 1,
        },
      });
      categories.set(`${group.code}/${sub.code}`, made.id);
    }
  }
  return categories;
}

/** `Siam Motor Parts Co., Ltd.` has its mail at siam-motor. */
const domainOf = (name: string): string =>
  (name.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, 2).join('-');

async function buildSuppliers(office: Office, categories: ReadonlyMap<string, string>) {
  const suppliers: Supplier[] = [];
  for (const seed of SUPPLIERS) {
    const made = await office.act(admin, 'suppliers.create', {
      body: {
        name: seed.name,
        nameTh: seed.nameTh,
        taxId: withCheckDigit(seed.taxDigits),
        branchCode: '00000',
        isVatRegistered: seed.isVatRegistered,
        address: await address(office, seed.line1, seed.zipcode),
        contacts: [
          {
            name: seed.contact,
            phone: seed.phone,
            email: `sales@${domainOf(seed.name)}.example`,
            isPrimary: true,
          },
        ],
        creditDays: seed.creditDays,
        creditLimit: seed.creditLimit,
        whtType: seed.whtType,
        bankAccounts: [],
        categoryIds: seed.groups.map((group) => categories.get(group)),
      },
    });
    suppliers.push({
      id: made.id,
      groups: seed.groups,
      isVatRegistered: seed.isVatRegistered,
      credit: seed.creditDays > 0,
      whtRate: made.whtRate,
    });
  }
  return suppliers;
}

interface PartContext {
  readonly random: Random;
  readonly units: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly suppliers: readonly Supplier[];
}

/** The cheaper a part, the more of it lies there: most stand between their levels when the story ends. */
function reorderPoint(price: number, random: Random): number {
  if (price < 20) return random.between(15, 40) * 10;
  return price < 500 ? random.between(8, 26) : random.between(2, 6);
}

async function buildParts(office: Office, { random, units, categories, suppliers }: PartContext) {
  const parts: Part[] = [];
  const pictured = new Set<string>();
  for (const seed of catalogueParts()) {
    const reorder = reorderPoint(seed.price, random);
    const sources = suppliers.filter((supplier) => supplier.groups.includes(seed.group));
    const { id } = await office.act(admin, 'parts.create', {
      body: {
        partNo: seed.partNo,
        name: seed.name,
        nameTh: seed.nameTh,
        categoryId: categories.get(seed.group),
        subCategoryId: categories.get(`${seed.group}/${seed.sub}`),
        brand: seed.brand ?? null,
        unitId: units.get(seed.unit),
        trackingType: seed.tracking ?? 'none',
        standardPrice: money(seed.price * 1.45),
        warrantyMonths: seed.warrantyMonths ?? 0,
        minStock: Math.floor(reorder / 2),
        reorderPoint: reorder,
        maxStock: reorder * 7,
        reorderQty: reorder * 2,
        leadTimeDays: random.between(3, 21),
        preferredSupplierId: sources.length > 0 ? random.pick(sources).id : null,
        isRepairable: seed.price > 500,
        isDisassemblable:
          seed.price > 3000 || COMPONENTS.some(({ partNo }) => partNo === seed.partNo),
        isSellable: random.chance(0.7),
      },
    });
    // The first of each kind has its picture; its other sizes look alike.
    const picture = pictured.has(seed.code) ? undefined : partPicture(seed.sub);
    pictured.add(seed.code);
    if (picture) await office.act(admin, 'parts.addImage', { params: { id }, body: picture });
    parts.push({
      id,
      partNo: seed.partNo,
      unitId: units.get(seed.unit) ?? '',
      group: seed.group,
      price: seed.price,
      tracking: seed.tracking ?? 'none',
      whole: !['m', 'kg', 'l'].includes(seed.unit),
    });
  }
  return parts;
}

/** Builds everything by the services, as the system administrator. */
export async function buildSetting(office: Office, random: Random): Promise<Setting> {
  const companies = await buildCompanies(office);
  const { warehouses, bins } = await buildWarehouses(office, companies);
  const units = await buildUnits(office);
  const categories = await buildCategories(office);
  const suppliers = await buildSuppliers(office, categories);
  const parts = await buildParts(office, { random, units, categories, suppliers });
  return { companies, warehouses, bins, units, parts, suppliers };
}
