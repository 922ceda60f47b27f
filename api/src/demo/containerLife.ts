import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

const CREW = { manager: 'warehouse-manager', other: 'warehouse-manager.2' } as const;
const WAREHOUSE = 'CENTRAL';

interface Free {
  readonly id: string;
  readonly version: number;
}

/** Containers that nobody has a claim on, the newest first unless said. */
const freeContainers = (office: Office, sort = '-createdAt') =>
  office.rows<Free>(CREW.manager, 'products.list', {
    limit: '10',
    status: 'inWarehouse',
    saleStatus: 'available',
    sort,
  });

/** A container that a count does not find; answers it. */
export async function loseContainer(office: Office): Promise<string | null> {
  const [strayed] = await freeContainers(office);
  if (!strayed) return null;
  await office.act(CREW.manager, 'products.lose', {
    params: { id: strayed.id },
    body: { version: strayed.version, reason: 'ตรวจนับแล้วไม่พบในลานจอดตู้' },
  });
  return strayed.id;
}

export async function findContainer(office: Office, id: string): Promise<void> {
  const { version } = await office.act(CREW.manager, 'products.get', { params: { id } });
  const found = await office.act(CREW.manager, 'products.found', {
    params: { id },
    body: { version, reason: 'พบที่โรงซ่อมด้านหลังคลัง' },
  });
  await office.act(CREW.manager, 'products.statuses', {
    params: { id },
    body: { version: found.version, saleStatus: 'available', reason: 'ตรวจสภาพแล้ว พร้อมขาย' },
  });
}

/** The oldest one is beyond use: one manager proposes it, the other one decides. */
export async function retireContainer(office: Office): Promise<boolean> {
  const [oldest] = await freeContainers(office, 'createdAt');
  if (!oldest) return false;
  const params = { id: oldest.id };
  const { version } = await office.act(CREW.manager, 'products.proposeRetirement', {
    params,
    body: { version: oldest.version, reason: 'อายุการใช้งานเกินกำหนด ซ่อมไม่คุ้มค่า' },
  });
  await office.act(CREW.other, 'products.retire', { params, body: { version } });
  return true;
}

/** Two dear parts that lie in the warehouse: what is dear is repaired, and claimed. */
async function dearParts(office: Office, setting: Setting) {
  const warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
  const found = [];
  for (const part of setting.parts) {
    if (part.tracking !== 'none' || part.price <= 500 || found.length === 2) continue;
    const places = await office.act(CREW.manager, 'parts.places', {
      query: { partId: part.id, warehouseId },
    });
    const place = places.find(({ free, condition }) => condition === 'new' && (free ?? 0) >= 1);
    if (place) {
      const { condition, bin, lotNo } = place;
      found.push({ partId: part.id, quantity: 1, binId: bin.id, condition, lotNo });
    }
  }
  return found;
}

/**
 * A container that was tried with other parts is taken apart: some go back to stock, one is repaired,
 * one is claimed and one is given up. Answers whether there was one.
 */
export async function takeApart(office: Office, setting: Setting): Promise<boolean> {
  const [worn] = await freeContainers(office);
  const add = worn === undefined ? [] : await dearParts(office, setting);
  if (!worn || add.length < 2) return false;
  const params = { id: worn.id };
  const tried = await office.act(CREW.manager, 'products.materialParts', {
    params,
    body: { version: worn.version, add, remove: [], reason: 'ทดลองอะไหล่รุ่นใหม่' },
  });
  const [repaired, claimed] = add.map(({ partId }) => partId);
  const supplierId = setting.suppliers[0]?.id;
  const doc = await office.act(CREW.manager, 'products.disassembly', { params });
  const wayOf = (partId: string, index: number) => {
    if (partId === repaired) return { disposition: 'repair' as const };
    if (partId === claimed) return { disposition: 'claim' as const, supplierId };
    return index === 0 ? { disposition: 'scrap' as const } : null;
  };
  await office.act(CREW.manager, 'products.disassemble', {
    params,
    body: {
      version: tried.version,
      reason: 'โครงตู้ผุ ถอดแยกเพื่อนำอะไหล่กลับมาใช้',
      lines: doc.parts.map(({ id, part, suggestedBin }, index) => ({
        id,
        ...(wayOf(part.id, index) ?? {
          disposition: 'restock' as const,
          condition: 'used' as const,
          binId: suggestedBin?.id ?? null,
        }),
      })),
    },
  });
  return true;
}
