import { MAX_SERIAL_LENGTH } from '@boxyard/shared/contract/lines.ts';
import { decimal, isWhole, STORAGE_KINDS, type TrackingType } from '@boxyard/shared/domain';
import type { PRODUCT_CONDITIONS } from '@boxyard/shared/domain/containers/statuses.ts';
import { isCode } from '@boxyard/shared/domain/values/fields.ts';
import { sql } from 'kysely';
import type { Site } from '../../../db/schema/containers.ts';
import { dayOf } from '../../../documents/days.ts';
import {
  anyId,
  authorId,
  type Ctx,
  created,
  defineImport,
  type FieldFault,
  figureOf,
  findByText,
  groupByText,
  type ImportColumn,
  type ImportRow,
  type Judged,
  json,
  mayUseCompany,
  mayUseWarehouse,
  newId,
  normalisedText,
  record,
  today,
} from '../../../kernel/index.ts';
import { ensureSerials, type MoveInput, placesOf, postMoves } from '../../../ledger/index.ts';
import { searchTextOf } from '../../../workflow/index.ts';
import { partFactsOf } from '../../warehouse/index.ts';
import { containerBay } from '../bay.ts';
import { holdModels, judgeContainers } from '../software/decide.ts';
import { seesCost } from './present.ts';
import { PRODUCT_MOVES, products } from './type.ts';

type ProductCondition = (typeof PRODUCT_CONDITIONS)[number];

/** A part that a row says is inside. */
interface KnownPart {
  readonly partId: string;
  readonly quantity: number;
  readonly serials: readonly string[];
}

/** A container that the business owns already, ready to be written. */
interface Owned {
  readonly companyId: string;
  readonly serialNumber: string;
  readonly name: string;
  readonly model: Model;
  /** Where it is stored; null: it stands at `site`. */
  readonly warehouseId: string | null;
  readonly site: Site | null;
  readonly softwareId: string | null;
  /** Of the whole container; null: what is inside, at its average cost. */
  readonly cost: string | null;
  readonly condition: ProductCondition;
  readonly manufacturedAt: string | null;
  readonly parts: readonly KnownPart[];
}

const COLUMNS: readonly ImportColumn[] = [
  { key: 'serialNumber', title: { en: 'Serial number', th: 'หมายเลขเครื่อง' }, required: true },
  { key: 'model', title: { en: 'Model', th: 'รุ่น' }, required: true },
  { key: 'name', title: { en: 'Name', th: 'ชื่อ' } },
  { key: 'company', title: { en: 'Company', th: 'บริษัท' } },
  { key: 'warehouse', title: { en: 'Warehouse', th: 'คลัง' } },
  { key: 'holder', title: { en: 'Holder', th: 'ผู้ใช้ตู้' } },
  { key: 'address', title: { en: 'Address', th: 'ที่อยู่' } },
  { key: 'latitude', title: { en: 'Latitude', th: 'ละติจูด' } },
  { key: 'longitude', title: { en: 'Longitude', th: 'ลองจิจูด' } },
  { key: 'software', title: { en: 'Software version', th: 'เวอร์ชันซอฟต์แวร์' } },
  { key: 'cost', title: { en: 'Cost', th: 'ต้นทุน' } },
  { key: 'condition', title: { en: 'Condition', th: 'สภาพ' } },
  { key: 'manufacturedAt', title: { en: 'Manufactured on', th: 'วันที่ผลิต' } },
  { key: 'parts', title: { en: 'Parts inside', th: 'อะไหล่ในตู้' } },
];

const CONDITIONS: Readonly<Record<string, ProductCondition>> = {
  new: 'new',
  ใหม่: 'new',
  good: 'good',
  ดี: 'good',
  attention: 'attention',
  ต้องดูแล: 'attention',
  damaged: 'damaged',
  เสียหาย: 'damaged',
};

const SERIAL = /^[A-Z0-9-]{6,30}$/;
const MONEY = /^\d{1,13}(\.\d{1,2})?$/;
const PART = /^(\S+?)(?:\s*[x×*]\s*(\d+(?:\.\d{1,3})?))?$/i;
/** Of one container. */
const MAX_PARTS = 100;
/** Of one part in it. */
const MAX_QUANTITY = 99_999;
const MAX_SERIALS = 1000;
/** Characters, as the forms take them. */
const LONGEST: Readonly<Record<string, number>> = { name: 150, holder: 200, address: 500 };

/**
 * `FAN-12 x 2 [A1, A2]`: number of the part, how many, and their serial numbers. The brackets are cut
 * off first: a pattern that looks for them from each character on takes seconds for a long cell.
 */
function pieceOf(word: string) {
  const at = word.indexOf('[');
  const isListed = at >= 0 && word.indexOf(']', at) === word.length - 1;
  const [, partNo = '', many = '1'] =
    PART.exec((at < 0 ? word : isListed ? word.slice(0, at) : '').trim()) ?? [];
  const list = isListed ? word.slice(at + 1, -1) : '';
  return {
    partNo,
    many,
    serials: list.split(',').flatMap((one) => one.trim().toUpperCase() || []),
  };
}

/**
 * Containers that a business owns already, in its warehouses and at its customers, from a spreadsheet
 * (docs/domain/containers.md "Container"). Each enters the books as an opening balance: what is inside at
 * the average cost of its parts, the rest of its cost as the container's own value. One that stands at a
 * customer is installed, and waits for a contract to be linked to it.
 */
export const fleetImport = defineImport<Owned>({
  resource: 'containers',
  page: 'container-warehouse',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const names = await namesFor(ctx, rows);
    const seen = new Map<string, number>();
    const inside = new Map<string, number>();
    return rows.map((row) => judgeRow(ctx, { names, seen, inside }, row));
  },

  write: takeIn,
});

interface Judging {
  readonly names: Names;
  /** Serial numbers of containers, and of parts, by the row that has them. */
  readonly seen: Map<string, number>;
  readonly inside: Map<string, number>;
}

function judgeRow(ctx: Ctx, judging: Judging, row: ImportRow): Judged<Owned> {
  const { names, seen } = judging;
  const faults: FieldFault[] = [];
  const cell = (key: string): string => (row.cells[key] ?? '').trim();
  const fault = (field: string, code: string, params?: FieldFault['params']) => {
    faults.push({ field, code, ...(params ? { params } : {}) });
  };
  const named = <R>(field: string, groups: ReadonlyMap<string, readonly R[]>): R | null => {
    if (cell(field) === '') return null;
    const found = findByText(groups as never, { field, word: cell(field) });
    faults.push(...found.faults);
    return (found.row ?? null) as R | null;
  };

  const serialNumber = cell('serialNumber').toUpperCase();
  if (serialNumber === '') fault('serialNumber', 'REQUIRED');
  else if (!SERIAL.test(serialNumber)) fault('serialNumber', 'SERIAL_NUMBER');
  else if (names.taken.has(serialNumber)) fault('serialNumber', 'DUPLICATE');
  else {
    const earlier = seen.get(serialNumber);
    if (earlier === undefined) seen.set(serialNumber, row.number);
    else fault('serialNumber', 'REPEATED_IN_ROW', { row: earlier });
  }

  if (cell('model') === '') fault('model', 'REQUIRED');
  const model = named('model', names.models);
  const warehouse = named('warehouse', names.warehouses);
  const company = named('company', names.companies);
  const place = placeOf(cell, { warehouse, fault });
  const companyId = warehouse?.companyId ?? company?.id ?? names.onlyCompany;
  if (companyId === null && place.isSite && cell('company') === '') fault('company', 'REQUIRED');
  if (warehouse && company && warehouse.companyId !== company.id)
    fault('warehouse', 'WAREHOUSE_NOT_OF_COMPANY');

  const version = cell('software');
  const softwareId = model ? (names.software.get(`${model.id} ${version}`) ?? null) : null;
  if (version !== '' && model && softwareId === null) {
    fault('software', 'UNKNOWN_VALUE', { value: version });
  }
  const cost = figureOf(cell('cost'));
  if (cost !== '' && !MONEY.test(cost)) fault('cost', 'MONEY');
  else if (cost !== '' && !seesCost(ctx)) fault('cost', 'NOT_ALLOWED');
  const word = normalisedText(cell('condition'));
  const condition = word === '' ? 'good' : CONDITIONS[word];
  if (condition === undefined) fault('condition', 'UNKNOWN_VALUE', { value: cell('condition') });
  const made = cell('manufacturedAt');
  const manufacturedAt = made === '' ? '' : dayOf(made, { order: 'dmy', today: today(ctx.clock) });
  if (manufacturedAt === null) {
    fault('manufacturedAt', 'DATE');
  } else if (manufacturedAt > today(ctx.clock)) fault('manufacturedAt', 'FUTURE_DATE');
  for (const [field, max] of Object.entries(LONGEST)) {
    if (cell(field).length > max) fault(field, 'TOO_LONG', { max });
  }
  const parts = partsOf(cell('parts'), judging, { row, fault });

  if (faults.length > 0 || !model || companyId === null || condition === undefined) {
    return { faults };
  }
  return {
    value: {
      companyId,
      serialNumber,
      name: cell('name') || model.name,
      model,
      warehouseId: warehouse?.id ?? null,
      site: place.site,
      softwareId,
      cost: cost === '' ? null : decimal.round(cost),
      condition,
      manufacturedAt: manufacturedAt || null,
      parts,
    },
  };
}

type Fault = (field: string, code: string, params?: FieldFault['params']) => void;

/** In a warehouse, or at a site with an address; one of them, and not both. */
function placeOf(
  cell: (key: string) => string,
  { warehouse, fault }: { readonly warehouse: Warehouse | null; readonly fault: Fault },
): { readonly isSite: boolean; readonly site: Site | null } {
  const isSite = cell('address') !== '' || cell('holder') !== '';
  if (cell('warehouse') !== '') {
    if (isSite) fault('address', 'IN_WAREHOUSE');
    if (warehouse?.holds === 'parts') fault('warehouse', 'HOLDS_NO_CONTAINERS');
    return { isSite: false, site: null };
  }
  if (!isSite) {
    fault('warehouse', 'REQUIRED');
    return { isSite: false, site: null };
  }
  if (cell('address') === '') fault('address', 'REQUIRED');
  const degrees = (field: string, most: number): number | null => {
    const text = cell(field);
    if (text === '') return null;
    const value = Number(text);
    if (!/^-?\d{1,3}(\.\d+)?$/.test(text) || Math.abs(value) > most) fault(field, 'COORDINATE');
    return value;
  };
  const [lat, lng] = [degrees('latitude', 90), degrees('longitude', 180)];
  return { isSite, site: { holder: cell('holder'), address: cell('address'), lat, lng } };
}

/** Parts of a cell, one after a semicolon or on a line of its own. */
function partsOf(
  text: string,
  { names, inside }: Judging,
  { row, fault }: { readonly row: ImportRow; readonly fault: Fault },
): KnownPart[] {
  const words = text
    .split(/[;\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length > MAX_PARTS) {
    fault('parts', 'TOO_MANY', { max: MAX_PARTS });
    return [];
  }
  return words.flatMap((value): KnownPart[] => {
    const { partNo, many, serials } = pieceOf(value);
    const part = names.parts.get(normalisedText(partNo));
    if (!part) {
      fault('parts', 'UNKNOWN_VALUE', { value });
      return [];
    }
    const quantity = Number(many);
    if (quantity > MAX_QUANTITY) fault('parts', 'MAX', { max: MAX_QUANTITY });
    else if (quantity <= 0 || (!part.allowFraction && !isWhole(quantity))) {
      fault('parts', 'WHOLE', { value });
    } else if (serials.length > MAX_SERIALS) fault('parts', 'TOO_MANY', { max: MAX_SERIALS });
    else if (serials.some((one) => one.length > MAX_SERIAL_LENGTH)) {
      fault('parts', 'TOO_LONG', { max: MAX_SERIAL_LENGTH });
    } else if (!serials.every((one) => isCode(one, MAX_SERIAL_LENGTH))) {
      fault('parts', 'CODE');
    } else if (part.trackingType === 'lot') fault('parts', 'LOT_REQUIRED', { value });
    else if (part.trackingType === 'serial' && serials.length !== quantity) {
      fault('parts', 'SERIAL_COUNT', { expected: quantity });
    } else if (part.trackingType === 'none' && serials.length > 0) {
      fault('parts', 'NOT_SERIAL', { value });
    }
    for (const serialNo of serials) {
      const key = `${part.id} ${serialNo}`;
      const earlier = inside.get(key);
      if (names.serials.has(key)) fault('parts', 'SERIAL_EXISTS', { serialNo });
      else if (earlier !== undefined) fault('parts', 'REPEATED_IN_ROW', { row: earlier });
      else inside.set(key, row.number);
    }
    return [{ partId: part.id, quantity, serials }];
  });
}

interface Model {
  readonly id: string;
  readonly name: string;
  readonly productTypeId: string;
  readonly revisionId: string;
}
interface Warehouse {
  readonly id: string;
  readonly companyId: string;
  readonly holds: 'parts' | 'containers' | 'both';
}
interface Part {
  readonly id: string;
  readonly trackingType: TrackingType;
  readonly allowFraction: boolean;
}
type Names = Awaited<ReturnType<typeof namesFor>>;

/** Everything that the file's words may mean to this person, and the serial numbers that are taken. */
async function namesFor(ctx: Ctx, rows: readonly ImportRow[]) {
  const words = (key: string) => rows.map(({ cells }) => (cells[key] ?? '').trim());
  const pieces = words('parts').flatMap((text) =>
    text.split(/[;\n]/).map((word) => pieceOf(word.trim())),
  );
  const partNos = pieces.map(({ partNo }) => normalisedText(partNo));
  const numbers = words('serialNumber').map((text) => text.toUpperCase());
  const [models, warehouses, companies, software, parts, taken, reserved] = await Promise.all([
    ctx.db
      .selectFrom('productModels as m')
      .innerJoin('productModelRevisions as r', (join) =>
        join.onRef('r.productModelId', '=', 'm.id').onRef('r.revisionNo', '=', 'm.currentRevision'),
      )
      .where('m.isActive', '=', true)
      .select(['m.id', 'm.code', 'm.name', 'm.nameTh', 'm.productTypeId', 'r.id as revisionId'])
      .execute(),
    ctx.db
      .selectFrom('warehouses')
      .where('isActive', '=', true)
      .where('kind', 'in', [...STORAGE_KINDS])
      .select(['id', 'companyId', 'code', 'name', 'nameTh', 'holds'])
      .execute(),
    ctx.db
      .selectFrom('companies')
      .where('isActive', '=', true)
      .select(['id', 'code', 'nameTh', 'nameEn'])
      .execute(),
    ctx.db
      .selectFrom('productSoftwareModels as sm')
      .innerJoin('productSoftwares as s', 's.id', 'sm.softwareId')
      .where('s.status', '<>', 'draft')
      .select(['s.id', 's.versionNo', 'sm.productModelId'])
      .execute(),
    ctx.db
      .selectFrom('materialParts as p')
      .innerJoin('units as u', 'u.id', 'p.unitId')
      .where(sql<boolean>`lower(p.part_no) = any(${partNos}::text[])`)
      .where('p.isActive', '=', true)
      .select(['p.id', 'p.partNo', 'p.trackingType', 'u.allowFraction'])
      .execute(),
    ctx.db
      .selectFrom('products')
      .where(sql<boolean>`serial_number = any(${numbers}::text[])`)
      .select('serialNumber')
      .execute(),
    ctx.db
      .selectFrom('serialReservations')
      .where(sql<boolean>`serial_number = any(${numbers}::text[])`)
      .select('serialNumber')
      .execute(),
  ]);
  const serials = await ctx.db
    .selectFrom('serials')
    .where('itemId', '=', anyId(parts.map(({ id }) => id)))
    .where(
      sql<boolean>`upper(serial_no) = any(${pieces.flatMap((piece) => piece.serials)}::text[])`,
    )
    .select(['itemId', 'serialNo'])
    .execute();
  const ownCompanies = companies.filter(({ id }) => mayUseCompany(ctx.actor, id));
  const ownWarehouses = warehouses.filter(
    ({ id, companyId }) => mayUseCompany(ctx.actor, companyId) && mayUseWarehouse(ctx.actor, id),
  );
  return {
    models: groupByText(models, ({ code, name, nameTh }) => [code, name, nameTh ?? '']),
    warehouses: groupByText(ownWarehouses, ({ code, name, nameTh }) => [code, name, nameTh ?? '']),
    companies: groupByText(ownCompanies, ({ code, nameTh, nameEn }) => [code, nameTh, nameEn]),
    onlyCompany: ownCompanies.length === 1 ? (ownCompanies[0]?.id ?? null) : null,
    software: new Map(
      software.map(({ id, versionNo, productModelId }) => [`${productModelId} ${versionNo}`, id]),
    ),
    parts: new Map<string, Part>(
      parts.map(({ partNo, ...part }) => [normalisedText(partNo), part]),
    ),
    serials: new Set(serials.map(({ itemId, serialNo }) => `${itemId} ${serialNo.toUpperCase()}`)),
    taken: new Set([...taken, ...reserved].map(({ serialNumber }) => serialNumber)),
  };
}

/** Rows that are inserted by one statement. */
const TOGETHER = 200;

/** Writes containers that were judged good: rows in bulk, the books one container after the other. */
async function takeIn(ctx: Ctx, fleet: readonly Owned[]): Promise<void> {
  const models = [...new Set(fleet.map(({ model }) => model.id))];
  await holdModels(ctx, models, 'together');
  for (let from = 0; from < fleet.length; from += TOGETHER) {
    await takeInSome(ctx, fleet.slice(from, from + TOGETHER));
  }
  await judgeContainers(ctx, models);
}

async function takeInSome(ctx: Ctx, fleet: readonly Owned[]): Promise<void> {
  const companies = [...new Set(fleet.map(({ companyId }) => companyId))];
  const places = new Map(
    await Promise.all(companies.map(async (id) => [id, await insideOf(ctx, id)] as const)),
  );
  const costs = new Map(
    await Promise.all(
      companies.map(async (companyId) => {
        const ofCompany = fleet.filter((one) => one.companyId === companyId);
        const partIds = [...new Set(ofCompany.flatMap(({ parts }) => parts.map((p) => p.partId)))];
        return [companyId, await partFactsOf(ctx, { companyId, partIds })] as const;
      }),
    ),
  );
  const planned = fleet.map((one) => {
    const place = places.get(one.companyId);
    if (!place) throw new Error('a company without places');
    const facts = costs.get(one.companyId);
    const unitCost = (partId: string) => facts?.get(partId)?.averageCost ?? '0';
    const partsCost = decimal.add(
      '0',
      ...one.parts.map(({ partId, quantity }) => decimal.multiply(unitCost(partId), quantity)),
    );
    const rest = decimal.subtract(one.cost ?? partsCost, partsCost);
    return {
      ...one,
      id: newId(),
      interiorBinId: newId(),
      place,
      unitCost,
      // Parts may be worth more by now than the whole container cost.
      ownValue: decimal.round(decimal.compare(rest, 0) > 0 ? rest : '0'),
      partsCost: decimal.round(partsCost),
    };
  });
  await ctx.db
    .insertInto('bins')
    .values(
      planned.map(({ interiorBinId, place, serialNumber }) => ({
        id: interiorBinId,
        warehouseId: place.insideWarehouseId,
        code: serialNumber,
        ...created(ctx),
      })),
    )
    .execute();
  await ctx.db
    .insertInto('products')
    .values(
      planned.map((one) => ({
        id: one.id,
        companyId: one.companyId,
        documentNo: null,
        status: one.site === null ? ('inWarehouse' as const) : ('installed' as const),
        documentDate: one.manufacturedAt ?? today(ctx.clock),
        remark: null,
        approvedBy: null,
        approvedAt: null,
        statusReason: null,
        ...created(ctx),
        serialNumber: one.serialNumber,
        name: one.name,
        productTypeId: one.model.productTypeId,
        productModelId: one.model.id,
        revisionId: one.model.revisionId,
        warehouseId: one.warehouseId,
        interiorBinId: one.interiorBinId,
        saleStatus: one.site === null ? ('available' as const) : ('notForSale' as const),
        condition: one.condition,
        manufacturedAt: one.manufacturedAt,
        site: one.site === null ? null : json(one.site),
        installedAt: one.site === null ? null : ctx.clock.now(),
        installedBy: one.site === null ? null : authorId(ctx.actor),
        labourCost: one.ownValue,
        costAmount: decimal.round(decimal.add(one.ownValue, one.partsCost)),
        currentSoftwareId: one.softwareId,
        deviationReason: null,
        searchText: searchTextOf({
          documentNo: null,
          partIds: [],
          words: [one.serialNumber, one.name, one.site?.holder],
        }),
      })),
    )
    .execute();
  await ctx.db
    .insertInto('productStatusLog')
    .values(
      planned.map(({ id, site }) => ({
        productId: id,
        axis: 'lifecycle' as const,
        fromStatus: null,
        toStatus: site === null ? 'inWarehouse' : 'installed',
        reason: null,
        documentSubject: null,
        documentId: null,
        documentNo: null,
        at: ctx.clock.now(),
        byUserId: authorId(ctx.actor),
      })),
    )
    .execute();
  for (const one of planned) await enterBooks(ctx, one);
}

/** Where containers of a company come from, stand, and have their insides. */
async function insideOf(ctx: Ctx, companyId: string) {
  const { OPENING, SITE, CONTAINER } = await placesOf(ctx, companyId);
  const { warehouseId } = await ctx.db
    .selectFrom('bins')
    .where('id', '=', CONTAINER)
    .select('warehouseId')
    .executeTakeFirstOrThrow();
  return { OPENING, SITE, insideWarehouseId: warehouseId };
}

type Planned = Owned & {
  readonly id: string;
  readonly interiorBinId: string;
  readonly place: Awaited<ReturnType<typeof insideOf>>;
  readonly unitCost: (partId: string) => string;
  readonly ownValue: string;
};

/** The opening balance of one container and of what is inside of it, and its entry in the log. */
async function enterBooks(ctx: Ctx, one: Planned): Promise<void> {
  const { OPENING, SITE } = one.place;
  const now = ctx.clock.now();
  const pieces: { partId: string; quantity: number; serialId: string | null }[] = [];
  for (const { partId, quantity, serials } of one.parts) {
    if (serials.length === 0) {
      pieces.push({ partId, quantity, serialId: null });
      continue;
    }
    const ids = await ensureSerials(ctx.pg, {
      serials: serials.map((serialNo) => ({ itemId: partId, serialNo })),
      now,
    });
    pieces.push(...ids.map((serialId) => ({ partId, quantity: 1, serialId })));
  }
  const moves: MoveInput[] = [
    {
      itemType: 'container',
      itemId: one.id,
      quantity: 1,
      from: OPENING,
      to: one.warehouseId === null ? SITE : await containerBay(ctx, one.warehouseId),
      value: one.ownValue,
    },
    ...pieces.map(({ partId, quantity, serialId }) => ({
      itemId: partId,
      quantity,
      from: OPENING,
      to: one.interiorBinId,
      serialId,
      conditionFrom: 'used' as const,
      unitCost: one.unitCost(partId),
    })),
  ];
  await postMoves(ctx.pg, {
    docType: PRODUCT_MOVES,
    docId: one.id,
    documentNo: one.serialNumber,
    action: 'opening',
    now,
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    moves,
  });
  if (pieces.length > 0) {
    await ctx.db
      .insertInto('productParts')
      .values(
        pieces.map(({ partId, quantity, serialId }) => ({
          productId: one.id,
          partId,
          quantity: String(quantity),
          lotId: null,
          serialId,
          condition: 'used' as const,
          unitCost: one.unitCost(partId),
          fromBinId: OPENING,
          note: null,
          replacesId: null,
          installedAt: now,
          installedBy: authorId(ctx.actor),
        })),
      )
      .execute();
    const serialIds = pieces.flatMap(({ serialId }) => serialId ?? []);
    if (serialIds.length > 0) {
      await ctx.pg.query({
        name: 'fleetImport.installed',
        text: 'update serials set installed_in_product_id = $2 where id = any($1::uuid[])',
        values: [serialIds, one.id],
      });
    }
  }
  await record(ctx, {
    subject: products.type.subject,
    subjectId: one.id,
    companyId: one.companyId,
    label: one.serialNumber,
    action: 'create',
    to: one.site === null ? 'inWarehouse' : 'installed',
    after: { serialNumber: one.serialNumber, cost: one.cost, parts: one.parts.length },
  });
}
