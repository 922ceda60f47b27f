import type { Contract, DataOf, RowOf } from '@boxyard/shared/contract';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import type { Setting } from './setting.ts';

type Part = RowOf<Contract['parts.list']>;
type Wanted = DataOf<Contract['containerParts.forAdding']>[number];
type Product = DataOf<Contract['products.get']>;

const WAREHOUSE = 'CENTRAL';
const BUILDER = 'warehouse-staff';
const KEEPER = 'warehouse-manager';
/** Nobody receives what they have sent. */
const RECEIVER = ADMIN.account;

const TYPES = [
  { code: 'DRINK', name: 'Drinks', nameTh: 'ตู้เครื่องดื่ม' },
  { code: 'SNACK', name: 'Snacks', nameTh: 'ตู้ขนม' },
] as const;
const MODELS = [
  {
    code: 'VD200',
    prefix: 'VDA',
    type: 'DRINK',
    name: 'Drinks 200',
    nameTh: 'ตู้เครื่องดื่ม 200',
    price: '128000.00',
    built: 12,
  },
  {
    code: 'VD350',
    prefix: 'VDB',
    type: 'DRINK',
    name: 'Drinks 350 cold',
    nameTh: 'ตู้เครื่องดื่มเย็น 350',
    price: '165000.00',
    built: 14,
  },
  {
    code: 'VS120',
    prefix: 'VSA',
    type: 'SNACK',
    name: 'Snacks 120',
    nameTh: 'ตู้ขนม 120',
    price: '98000.00',
    built: 14,
  },
] as const;
const CHECKLIST = [
  { name: 'Door closes and locks', nameTh: 'ประตูปิดและล็อกได้' },
  { name: 'Cools to the set temperature', nameTh: 'ทำความเย็นได้ตามที่ตั้ง' },
  { name: 'Coin and note reader accept money', nameTh: 'รับเหรียญและธนบัตรได้' },
];
/** Where the last containers of each model stop, so that every state is there. */
const STOPS = ['begun', 'built', 'awaiting', 'refused'] as const;
/** Of a part that a bill of materials may name, so that nobody else runs out of it. */
const PLENTY = 150;
const PARTS_PER_MODEL = 3;

/** Types and models, and a small fleet in every state, built of what lies on the shelves. */
export async function buildFleet(office: Office, setting: Setting): Promise<void> {
  const warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
  const parts = await plentiful(office, warehouseId);
  const types = new Map<string, string>();
  for (const type of TYPES) {
    const { id } = await office.act(KEEPER, 'productTypes.create', { body: type });
    types.set(type.code, id);
  }
  for (const [index, model] of MODELS.entries()) {
    const { id, version } = await office.act(KEEPER, 'productModels.create', {
      body: {
        code: model.code,
        name: model.name,
        nameTh: model.nameTh,
        productTypeId: types.get(model.type),
        serialPrefix: model.prefix,
        serialPattern: '{prefix}{YY}{MM}-{seq:4}',
        listPrice: model.price,
        warrantyMonths: 24,
        labourCost: '4500.00',
        specs: [{ name: 'Power', value: '220 V, 50 Hz' }],
        checklist: CHECKLIST,
      },
    });
    const own = parts.slice(index, index + PARTS_PER_MODEL);
    await office.act(KEEPER, 'productModels.bom', {
      params: { id },
      body: { version, items: own.map((part, line) => ({ partId: part.id, quantity: line + 1 })) },
    });
    await new Production(office, { modelId: id, warehouseId, name: model.name }).run(model.built);
  }
}

/** Counted parts that lie in plenty in a warehouse. */
async function plentiful(office: Office, warehouseId: string): Promise<readonly Part[]> {
  const rows = await office.rows<Part>(KEEPER, 'parts.list', { limit: '100' });
  const found: Part[] = [];
  for (const part of rows) {
    if (part.trackingType !== 'none') continue;
    const places = await office.act(KEEPER, 'parts.places', {
      query: { partId: part.id, warehouseId },
    });
    const most = Math.max(
      0,
      ...places.map(({ free, condition }) => (condition === 'new' ? (free ?? 0) : 0)),
    );
    if (most >= PLENTY) found.push(part);
    if (found.length === MODELS.length + PARTS_PER_MODEL - 1) break;
  }
  return found;
}

class Production {
  readonly #office: Office;
  readonly #what: { readonly modelId: string; readonly warehouseId: string; readonly name: string };

  constructor(office: Office, what: { modelId: string; warehouseId: string; name: string }) {
    this.#office = office;
    this.#what = what;
  }

  async run(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const stop = STOPS[index - (count - STOPS.length)] ?? null;
      const product = await this.#begin(stop === 'begun');
      if (stop === 'begun' || stop === 'built') continue;
      const { id, version } = product;
      const complete = await this.#office.act(KEEPER, 'products.complete', {
        params: { id },
        body: { version },
      });
      if (stop !== 'awaiting') await this.#receive(complete, stop === 'refused');
      if (stop === null && index === 0) await this.#takeOffSale(id);
    }
  }

  /** With the parts that its bill of materials asks for, as the page proposes them. */
  async #begin(isEmpty: boolean): Promise<Product> {
    const { modelId: productModelId, warehouseId, name } = this.#what;
    const { serialNumbers } = await this.#office.act(BUILDER, 'products.serials', {
      body: { productModelId },
    });
    const wanted = await this.#office.act(BUILDER, 'containerParts.forAdding', {
      query: { productModelId, warehouseId },
    });
    return this.#office.act(BUILDER, 'products.create', {
      body: {
        serialNumber: serialNumbers[0],
        productModelId,
        warehouseId,
        name,
        condition: 'new',
        parts: isEmpty ? [] : wanted.flatMap(lineOf),
      },
    });
  }

  async #receive(product: Product, isRefused: boolean): Promise<void> {
    const id = product.related.at(-1)?.id ?? '';
    const receipt = await this.#office.act(RECEIVER, 'containerReceipts.get', { params: { id } });
    const { version } = receipt;
    if (isRefused) {
      await this.#office.act(RECEIVER, 'containerReceipts.reject', {
        params: { id },
        body: { version, reason: 'ประตูปิดไม่สนิท' },
      });
      return;
    }
    await this.#office.act(RECEIVER, 'containerReceipts.approve', {
      params: { id },
      body: {
        version,
        lines: receipt.items.map((item) => ({
          itemId: item.id,
          lineStatus: 'accepted',
          scannedSerial: item.product.serialNumber,
          conditionIn: 'new',
        })),
      },
    });
  }

  async #takeOffSale(id: string): Promise<void> {
    const { version } = await this.#office.act(KEEPER, 'products.get', { params: { id } });
    await this.#office.act(KEEPER, 'products.statuses', {
      params: { id },
      body: { version, saleStatus: 'notForSale', reason: 'ใช้แสดงในโชว์รูม' },
    });
  }
}

/** The first place that holds enough of it. */
function lineOf({ part, required, places }: Wanted) {
  const place = places.find(({ free }) => free >= required);
  return place === undefined
    ? []
    : [
        {
          partId: part.id,
          quantity: required,
          binId: place.bin.id,
          condition: place.condition,
          lotNo: place.lotNo,
        },
      ];
}
