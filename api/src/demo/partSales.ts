import type { Contract, DataOf } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

type Doc = DataOf<Contract['partSales.get']>;
type Stop = 'draft' | 'confirmed' | 'delivered' | 'partlyReturned' | 'returned' | 'cancelled';

/** Who sells, confirms, hands over and looks what there is, by their accounts. */
const CREW = {
  seller: 'sales-officer',
  manager: 'sales-manager',
  staff: 'warehouse-staff',
  keeper: 'warehouse-manager',
} as const;
const WAREHOUSE = 'CENTRAL';
const DAY_MS = 86_400_000;
/** Of a part that is sold at all; few enough to leave the shelves as they were. */
const ENOUGH = 6;

/** How far each sale has come, in how many days it is due, its lines, and what is taken off. */
const SALES: readonly {
  readonly stop: Stop;
  readonly inDays: number;
  readonly lines: number;
  readonly percent?: string;
  readonly remark?: string;
}[] = [
  { stop: 'delivered', inDays: 0, lines: 2 },
  { stop: 'delivered', inDays: 0, lines: 1, percent: '5.00', remark: 'ลูกค้าประจำ' },
  { stop: 'delivered', inDays: 1, lines: 3 },
  { stop: 'partlyReturned', inDays: 0, lines: 2, remark: 'สั่งเกินหนึ่งชิ้น' },
  { stop: 'returned', inDays: 0, lines: 1 },
  { stop: 'cancelled', inDays: 4, lines: 1 },
  { stop: 'confirmed', inDays: 0, lines: 2, remark: 'ลูกค้ามารับเองช่วงบ่าย' },
  { stop: 'confirmed', inDays: 2, lines: 1 },
  { stop: 'confirmed', inDays: 5, lines: 3, percent: '10.00' },
  { stop: 'draft', inDays: 3, lines: 2 },
  { stop: 'draft', inDays: 7, lines: 1, percent: '3.00' },
  // Above what the manager may give away.
  { stop: 'draft', inDays: 7, lines: 2, percent: '20.00', remark: 'รออนุมัติส่วนลดพิเศษ' },
];

/** Parts sales in every state, of the officer's customers and from what lies in the warehouse. */
export async function makePartSales(
  office: Office,
  { setting }: { readonly setting: Setting },
): Promise<void> {
  const warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
  const [customers, parts] = await Promise.all([
    office.rows<{ readonly id: string }>(CREW.seller, 'customers.master', { limit: '20' }),
    partsInStock(office, warehouseId),
  ]);
  let next = 0;
  for (const [index, { stop, inDays, lines, percent, remark }] of SALES.entries()) {
    const customerId = customers[index % Math.max(customers.length, 1)]?.id;
    const chosen = Array.from({ length: lines }, () => parts[next++ % parts.length]);
    const due = new Date(office.clock.now().getTime() + inDays * DAY_MS);
    const drafted = await office.act(CREW.seller, 'partSales.create', {
      body: {
        customerId,
        warehouseId,
        neededBy: bangkokDate(due),
        vatMode: 'exclusive',
        discount: percent === undefined ? null : { type: 'percent', value: percent },
        remark: remark ?? null,
        items: chosen.map((part, line) => ({
          partId: part?.id,
          quantity: 1 + ((index + line) % 2),
          unitPrice: part?.standardPrice,
        })),
      },
    });
    if (stop !== 'draft') await carryOn(office, drafted, stop);
  }
}

/** Parts that are for sale at a price, and of which enough lies there. */
async function partsInStock(office: Office, warehouseId: string) {
  const offered = await office.rows<{
    readonly id: string;
    readonly standardPrice: string | null;
  }>(CREW.seller, 'partSales.parts', { limit: '100' });
  const stock = await office.act(CREW.keeper, 'requisitions.available', {
    query: { partIds: offered.map(({ id }) => id), warehouseId },
  });
  const there = new Set(
    stock.filter(({ available }) => (available ?? 0) >= ENOUGH).map(({ partId }) => partId),
  );
  const parts = offered.filter(({ id, standardPrice }) => there.has(id) && standardPrice !== null);
  if (parts.length < 3) throw new Error('the demonstration has no parts to sell');
  return parts;
}

async function carryOn(office: Office, doc: Doc, stop: Exclude<Stop, 'draft'>): Promise<void> {
  const params = { id: doc.id };
  const confirmed = await office.act(CREW.manager, 'partSales.confirm', {
    params,
    body: { version: doc.version },
  });
  if (stop === 'confirmed') return;
  if (stop === 'cancelled') {
    await office.act(CREW.manager, 'partSales.cancel', {
      params,
      body: { version: confirmed.version, reason: 'ลูกค้าขอยกเลิก' },
    });
    return;
  }
  const delivered = await office.act(CREW.staff, 'partSales.deliver', {
    params,
    body: { version: confirmed.version, recipientName: 'คุณวิภา แสงทอง' },
  });
  if (stop === 'delivered') return;
  const back = stop === 'returned' ? delivered.items : delivered.items.slice(0, 1);
  await office.act(CREW.manager, 'partSales.return', {
    params,
    body: {
      version: delivered.version,
      reason: 'ลูกค้าสั่งผิดรุ่น',
      items: back.map(({ id, quantity, picks }) => {
        const serials = picks.flatMap(({ serialNo }) => serialNo ?? []);
        return {
          id,
          quantity,
          condition: 'new',
          ...(serials.length > 0 ? { serials } : {}),
        };
      }),
    },
  });
}
