import { gzipSync } from 'node:zlib';
import type { Contract, DataOf, RowOf } from '@boxyard/shared/contract';
import { daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import { modelPicture } from './modelPicture.ts';
import { CABINETS, CHECKLIST, MODELS, MONTHLY_RENT, TYPES } from './models.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';
import { upload } from './upload.ts';

type Part = RowOf<Contract['parts.list']>;
type Wanted = DataOf<Contract['containerParts.forAdding']>[number];
type Product = DataOf<Contract['products.get']>;
type Release = DataOf<Contract['productSoftwares.get']>;

const WAREHOUSE = 'CENTRAL';
const BUILDER = 'warehouse-staff';
const KEEPER = 'warehouse-manager';
const ENGINEER = 'engineer-manager';
/** Nobody receives what they have sent. */
const RECEIVER = ADMIN.account;

/** By then the shelves are filled. */
const FIRST_DAY = 12;
/** Containers that are built per working day. */
const PACE = 0.21;
/** What is built in the last days stops on its way, one after the other: something waits everywhere. */
const IDLE_DAYS = 20;
const STOPS = ['begun', 'built', 'awaiting', 'refused', 'begun', 'awaiting'] as const;
type Stop = (typeof STOPS)[number] | null;
/** Least number of a part on the shelves for a bill of materials to name it. */
const PLENTY = 60;
const PARTS_PER_MODEL = 3;
/** Installed containers that are brought to a new release, one a day. */
const UPDATES_PER_RELEASE = 6;

/**
 * Releases by the days of the story: most become stable and are superseded; one is recalled after weeks
 * in the field, another while it is a beta.
 */
const RELEASES = [
  { version: '1.0.0', day: FIRST_DAY, stableAfter: 0, notes: 'รุ่นแรกที่ใช้กับตู้ทุกรุ่น' },
  { version: '1.1.0', day: 120, stableAfter: 9, notes: 'รับชำระเงินด้วย PromptPay QR' },
  {
    version: '1.2.0',
    day: 260,
    stableAfter: 8,
    recallAfter: 29,
    notes: 'ปรับปรุงเครื่องรับเหรียญให้ทำงานเร็วขึ้น',
    reason: 'เครื่องรับเหรียญค้างเมื่อรับเหรียญ 10 บาทติดกัน',
  },
  { version: '1.2.1', day: 290, stableAfter: 2, notes: 'แก้ไขเครื่องรับเหรียญค้าง' },
  {
    version: '2.0.0',
    day: 420,
    recallAfter: 16,
    notes: 'หน้าจอใหม่และเมนูสองภาษา',
    reason: 'หน้าจอค้างหลังทำงานต่อเนื่อง 48 ชั่วโมง',
  },
  { version: '2.0.1', day: 450, stableAfter: 12, notes: 'หน้าจอใหม่และเมนูสองภาษา แก้ไขหน้าจอค้าง' },
  { version: '2.1.0', day: 531, notes: 'แจ้งเตือนสินค้าใกล้หมดทาง LINE' },
] as const;

/** Containers that the business owned before: how many of them stand where. */
const OWNED = { CENTRAL: 8, NORTH: 5, EAST: 7, sites: 44, spare: 14 } as const;
const HOLDERS = ['โรงพยาบาล', 'โรงแรม', 'มหาวิทยาลัย', 'คอนโดมิเนียม', 'โรงงาน', 'ศูนย์การค้า'] as const;
const STREETS = ['ถนนลาดพร้าว', 'ถนนรัชดาภิเษก', 'ถนนสาทรใต้', 'ถนนบางนา-ตราด', 'ถนนพระราม 9'] as const;

/**
 * Eighteen months of the fleet: containers that were there before are taken in from a spreadsheet, others
 * are built of what lies on the shelves, and software is released, brought to them and recalled.
 */
export class Fleet {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #until: string;
  readonly #agenda = new Agenda();
  readonly #models = new Map<string, string>();
  #days = 0;
  #built = 0;
  #stops = 0;

  constructor(options: { office: Office; setting: Setting; random: Random; until: string }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    this.#days += 1;
    if (this.#days === FIRST_DAY) await this.#open();
    for (const release of RELEASES) {
      if (release.day === this.#days) await this.#release(today, release);
    }
    if (this.#days === FIRST_DAY) await this.#takeIn();
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
    const isLast = daysBetween(today, this.#until) < IDLE_DAYS && this.#stops < STOPS.length;
    const builds = isLast || this.#random.chance(PACE);
    if (!isSunday && this.#days > FIRST_DAY && builds) {
      await this.#build(isLast ? (STOPS[this.#stops] ?? null) : null);
    }
    await this.#agenda.work(today);
  }

  get #warehouseId(): string {
    return this.#setting.warehouses.get(WAREHOUSE) ?? '';
  }

  /** Types, and models with their bills of materials of what lies there in plenty. */
  async #open(): Promise<void> {
    const parts = await this.#plentiful();
    const types = new Map<string, string>();
    for (const type of TYPES) {
      const { id } = await this.#office.act(KEEPER, 'productTypes.create', { body: type });
      types.set(type.code, id);
    }
    for (const [index, model] of MODELS.entries()) {
      const cabinet = CABINETS[index];
      const { id, version } = await this.#office.act(KEEPER, 'productModels.create', {
        body: {
          code: model.code,
          name: model.name,
          nameTh: model.nameTh,
          productTypeId: types.get(model.type),
          serialPrefix: model.prefix,
          serialPattern: '{prefix}{YY}{MM}-{seq:4}',
          listPrice: model.price,
          leasePricePerMonth: MONTHLY_RENT,
          warrantyMonths: 24,
          labourCost: '4500.00',
          specs: [{ name: 'Power', value: '220 V, 50 Hz' }],
          checklist: CHECKLIST,
          ...(cabinet === undefined ? {} : { image: modelPicture(cabinet) }),
        },
      });
      const own = parts.slice(index, index + PARTS_PER_MODEL);
      await this.#office.act(KEEPER, 'productModels.bom', {
        params: { id },
        body: {
          version,
          items: own.map((part, line) => ({ partId: part.id, quantity: line + 1 })),
        },
      });
      this.#models.set(model.code, id);
    }
  }

  /** Counted parts that lie in plenty in the warehouse. */
  async #plentiful(): Promise<readonly Part[]> {
    const rows = await this.#office.rows<Part>(KEEPER, 'parts.list', { limit: '100' });
    const found: Part[] = [];
    for (const part of rows) {
      if (part.trackingType !== 'none') continue;
      const places = await this.#office.act(KEEPER, 'parts.places', {
        query: { partId: part.id, warehouseId: this.#warehouseId },
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

  /** The old fleet, in warehouses and at customers (docs/domain/containers.md "Container"). */
  async #takeIn(): Promise<void> {
    const file = upload('fleet.csv', 'text/csv', Buffer.from(this.#spreadsheet()));
    const checked = await this.#office.act(ADMIN.account, 'imports.check', {
      params: { resource: 'containers' },
      body: {},
      files: [file],
    } as never);
    if (checked.badRows > 0) throw new Error(`the fleet has faults: ${checked.faults[0]?.message}`);
    await this.#office.act(ADMIN.account, 'imports.commit', {
      params: { id: checked.id },
      body: { version: checked.version },
    });
  }

  #spreadsheet(): string {
    const lines = [
      'Serial number,Model,Name,Company,Warehouse,Holder,Address,Latitude,Longitude,Software version,Cost,Condition,Manufactured on',
    ];
    const places = [
      ...Array.from({ length: OWNED.CENTRAL }, () => 'CENTRAL'),
      ...Array.from({ length: OWNED.NORTH }, () => 'NORTH'),
      ...Array.from({ length: OWNED.EAST }, () => 'EAST'),
      ...Array.from({ length: OWNED.sites }, () => null),
    ];
    for (const [index, place] of places.entries()) {
      const model = MODELS[index % MODELS.length] ?? MODELS[0];
      const where =
        place === null
          ? [
              'BXY',
              '',
              `${HOLDERS[index % HOLDERS.length]} สาขา ${index + 1}`,
              `${this.#random.between(1, 400)} ${this.#random.pick(STREETS)} กรุงเทพมหานคร`,
              (13.7 + this.#random.next() * 0.15).toFixed(5),
              (100.48 + this.#random.next() * 0.16).toFixed(5),
            ]
          : ['', place, '', '', '', ''];
      const made = `2024-${String((index % 12) + 1).padStart(2, '0')}-15`;
      const cost = this.#random.between(520, 880) * 100;
      lines.push(
        [
          `OLD24-${String(index + 1).padStart(4, '0')}`,
          model.code,
          model.nameTh,
          ...where,
          this.#random.chance(0.8) ? '1.0.0' : '',
          `${cost}.00`,
          this.#random.pick(['good', 'good', 'attention']),
          made,
        ].join(','),
      );
    }
    // Spare ones of the second company, all alike: nothing is drawn for them. With them the fleet is 160
    // and more, whatever days its Sundays are.
    for (let no = 1; no <= OWNED.spare; no += 1) {
      const { code, nameTh } = MODELS[no % MODELS.length] ?? MODELS[0];
      const spare = `OLD24-9${String(no).padStart(3, '0')},${code},${nameTh}`;
      lines.push(`${spare},,EAST,,,,,1.0.0,61000.00,good,2024-06-15`);
    }
    return lines.join('\n');
  }

  /** A release for every model: as a beta first, then stable, or recalled. */
  async #release(today: string, release: (typeof RELEASES)[number]): Promise<void> {
    const made = await this.#office.act(ADMIN.account, 'productSoftwares.create', {
      body: {
        productModelIds: [...this.#models.values()].join(','),
        versionNo: release.version,
        releaseNotes: release.notes,
        minHardwareRev: '1',
      },
      files: [
        upload(
          `boxyard-${release.version}.gz`,
          'application/gzip',
          gzipSync(`Boxyard ${release.version}`),
        ),
      ],
    });
    const beta = await this.#office.act(ADMIN.account, 'productSoftwares.publish', {
      params: { id: made.id },
      body: { version: made.version },
    });
    if ('stableAfter' in release) {
      this.#agenda.later(today, release.stableAfter, (day) => this.#markStable(day, beta.id));
    }
    if ('recallAfter' in release) {
      const { reason } = release;
      this.#agenda.later(today, release.recallAfter, async () => {
        const { version } = await this.#read(beta.id);
        await this.#office.act(ADMIN.account, 'productSoftwares.withdraw', {
          params: { id: beta.id },
          body: { version, reason },
        });
      });
    }
    if (release.day === FIRST_DAY) await this.#agenda.work(today);
  }

  #read(id: string): Promise<Release> {
    return this.#office.act(ADMIN.account, 'productSoftwares.get', { params: { id } });
  }

  async #markStable(today: string, id: string): Promise<void> {
    const { version } = await this.#read(id);
    await this.#office.act(ADMIN.account, 'productSoftwares.stable', {
      params: { id },
      body: { version, overrideReason: 'ทดสอบครบทุกรายการในห้องปฏิบัติการแล้ว' },
    });
    if (this.#days === FIRST_DAY) return;
    for (let at = 1; at <= UPDATES_PER_RELEASE; at += 1) {
      this.#agenda.later(today, at * 2, () => this.#update(id, at));
    }
  }

  /** Brings a release to a container that runs an older one; now and then it does not succeed. */
  async #update(softwareId: string, turn: number): Promise<void> {
    const release = await this.#read(softwareId);
    if (release.status !== 'stable') return;
    const rows = await this.#office.rows<{ readonly id: string; readonly status: string }>(
      ADMIN.account,
      'products.list',
      { limit: '20', softwareOutdated: 'true', status: 'installed' },
    );
    const product = rows[turn % Math.max(rows.length, 1)];
    if (product !== undefined) await this.#bring(product.id, softwareId, turn === 4);
  }

  async #bring(productId: string, softwareId: string, fails = false): Promise<void> {
    const { version } = await this.#office.act(ENGINEER, 'products.get', {
      params: { id: productId },
    });
    await this.#office.act(ENGINEER, 'products.software', {
      params: { id: productId },
      body: { version, softwareId },
    });
    const [queued] = await this.#office.rows<{ readonly id: string; readonly version: number }>(
      ENGINEER,
      'softwareUpdates.list',
      { productId, status: 'queued' },
    );
    if (queued === undefined) return;
    const params = { id: queued.id };
    const begun = await this.#office.act(ENGINEER, 'softwareUpdates.start', {
      params,
      body: { version: queued.version },
    });
    if (fails) {
      await this.#office.act(ENGINEER, 'softwareUpdates.fail', {
        params,
        body: { version: begun.version, reason: 'สัญญาณอินเทอร์เน็ตหน้างานขาดหาย' },
      });
      return;
    }
    await this.#office.act(ENGINEER, 'softwareUpdates.apply', {
      params,
      body: { version: begun.version },
    });
  }

  /** Of the next model for which there are parts. */
  async #build(stop: Stop): Promise<void> {
    for (let tried = 0; tried < MODELS.length; tried += 1) {
      this.#built += 1;
      const model = MODELS[this.#built % MODELS.length] ?? MODELS[0];
      const productModelId = this.#models.get(model.code) ?? '';
      const wanted = await this.#office.act(BUILDER, 'containerParts.forAdding', {
        query: { productModelId, warehouseId: this.#warehouseId },
      });
      const parts = wanted.flatMap(lineOf);
      if (parts.length < wanted.length) continue;
      if (stop !== null) this.#stops += 1;
      await this.#begin({ productModelId, name: model.name, parts, stop });
      return;
    }
  }

  async #begin({
    productModelId,
    name,
    parts,
    stop,
  }: {
    readonly productModelId: string;
    readonly name: string;
    readonly parts: readonly ReturnType<typeof lineOf>[number][];
    readonly stop: Stop;
  }): Promise<void> {
    const { serialNumbers } = await this.#office.act(BUILDER, 'products.serials', {
      body: { productModelId },
    });
    const made = await this.#office.act(BUILDER, 'products.create', {
      body: {
        serialNumber: serialNumbers[0],
        productModelId,
        warehouseId: this.#warehouseId,
        name,
        condition: 'new',
        parts: stop === 'begun' ? [] : parts,
      },
    });
    if (stop === 'begun' || stop === 'built') return;
    const { stableSoftware } = made;
    if (stableSoftware !== null) await this.#bring(made.id, stableSoftware.id);
    const { version } = await this.#office.act(KEEPER, 'products.get', {
      params: { id: made.id },
    });
    const complete = await this.#office.act(KEEPER, 'products.complete', {
      params: { id: made.id },
      body: { version },
    });
    if (stop !== 'awaiting') await receiveContainer(this.#office, complete, stop === 'refused');
  }
}

/** Takes what was built into the warehouse, or refuses it. */
async function receiveContainer(
  office: Office,
  product: Product,
  isRefused: boolean,
): Promise<void> {
  const id = product.related.at(-1)?.id ?? '';
  const receipt = await office.act(RECEIVER, 'containerReceipts.get', { params: { id } });
  const { version } = receipt;
  if (isRefused) {
    await office.act(RECEIVER, 'containerReceipts.reject', {
      params: { id },
      body: { version, reason: 'ประตูปิดไม่สนิท' },
    });
    return;
  }
  await office.act(RECEIVER, 'containerReceipts.approve', {
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

/** One container stands in the showroom and is not offered. */
export async function showOne(office: Office): Promise<void> {
  const [shown] = await office.rows<{ readonly id: string; readonly version: number }>(
    KEEPER,
    'products.list',
    { limit: '10', status: 'inWarehouse', saleStatus: 'available', sort: 'createdAt' },
  );
  if (!shown) return;
  await office.act(KEEPER, 'products.statuses', {
    params: { id: shown.id },
    body: { version: shown.version, saleStatus: 'notForSale', reason: 'ใช้แสดงในโชว์รูม' },
  });
}
