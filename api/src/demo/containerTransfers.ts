import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

type Doc = DataOf<Contract['containerTransfers.get']>;

const FROM = 'CENTRAL';
const ASKER = 'warehouse-staff';
const SENDER = 'warehouse-manager';
/** The person who agrees at the other end, and the one who receives there. */
const AT = {
  NORTH: { agrees: 'warehouse-manager.north', receives: 'warehouse-manager.north' },
  EAST: { agrees: 'warehouse-manager.east', receives: 'warehouse-manager.2.east' },
} as const;

/** What is sent at the story's end, and how far each has come. */
const ROUTES = [
  { stop: 'missing', to: 'NORTH', count: 2, reason: 'เติมตู้สำหรับลูกค้าภาคเหนือ' },
  { stop: 'inTransit', to: 'EAST', count: 2, reason: 'ขายตู้ให้บริษัทในเครือ' },
  { stop: 'pending', to: 'NORTH', count: 1, reason: 'สำรองตู้สาธิต' },
  { stop: 'draft', to: 'EAST', count: 1, reason: 'เตรียมงานแสดงสินค้าชลบุรี' },
] as const;

/** What is sent where, and why. */
export interface Route {
  readonly to: keyof typeof AT;
  readonly count: number;
  readonly reason: string;
}

/** Asks for containers to be sent; null while the warehouse has fewer than `least` free ones. */
async function ask(
  office: Office,
  setting: Setting,
  { to, count, reason, isDraft = false, least = 0 }: Route & { isDraft?: boolean; least?: number },
): Promise<Doc | null> {
  const fromWarehouseId = setting.warehouses.get(FROM) ?? '';
  const day = bangkokDate(office.clock.now());
  const free = await office.rows<{ readonly id: string }>(ASKER, 'containerTransfers.available', {
    limit: '100',
    warehouseId: fromWarehouseId,
  });
  if (free.length < least) return null;
  return office.act(ASKER, 'containerTransfers.create', {
    body: {
      fromWarehouseId,
      toWarehouseId: setting.warehouses.get(to) ?? '',
      transferDate: day,
      expectedArrival: addDays(day, 2),
      carrierName: 'สยามโลจิสติกส์',
      carrierPlate: '70-1234 กรุงเทพมหานคร',
      reason,
      isDraft,
      // The newest: requisitions and contracts are given the oldest.
      items: free.slice(-count).map(({ id }) => ({ productId: id })),
    },
  });
}

/** Transfers of containers that wait for somebody, one of them with a container missing. */
export async function makeContainerTransfers(office: Office, setting: Setting): Promise<void> {
  for (const { stop, ...route } of ROUTES) {
    const asked = await ask(office, setting, { ...route, isDraft: stop === 'draft' });
    if (asked === null || stop === 'draft' || stop === 'pending') continue;
    const sent = await approve(office, asked, route.to);
    if (stop === 'missing')
      await receiveTransfer(office, sent, { by: AT[route.to].receives, stop });
  }
}

/** Sends containers on their way; null while the warehouse has few. */
export async function sendContainers(
  office: Office,
  { setting, route, least }: { setting: Setting; route: Route; least: number },
): Promise<{ readonly doc: Doc; readonly receiver: string } | null> {
  const asked = await ask(office, setting, { ...route, least });
  return asked === null
    ? null
    : { doc: await approve(office, asked, route.to), receiver: AT[route.to].receives };
}

/** Between companies both ends agree. */
async function approve(office: Office, doc: Doc, to: keyof typeof AT): Promise<Doc> {
  const params = { id: doc.id };
  const agreed = await office.act(SENDER, 'containerTransfers.approve', {
    params,
    body: { version: doc.version },
  });
  return agreed.isInterCompany
    ? office.act(AT[to].agrees, 'containerTransfers.approve', {
        params,
        body: { version: agreed.version },
      })
    : agreed;
}

/** Receives what was sent. */
export async function receiveTransfer(
  office: Office,
  doc: Doc,
  { by, stop }: { readonly by: string; readonly stop: 'received' | 'missing' },
): Promise<void> {
  // The sender is not told of a receipt in another warehouse.
  const seen = await office.act(by, 'containerTransfers.get', { params: { id: doc.id } });
  const id = seen.related.find(({ type }) => type === 'containerReceipt')?.id ?? '';
  const receipt = await office.act(by, 'containerReceipts.get', { params: { id } });
  await office.act(by, 'containerReceipts.approve', {
    params: { id },
    body: {
      version: receipt.version,
      lines: receipt.items.map((item, index) =>
        stop === 'missing' && index === 0
          ? { itemId: item.id, lineStatus: 'missing', note: 'ไม่พบตู้บนรถ' }
          : {
              itemId: item.id,
              lineStatus: 'accepted',
              scannedSerial: item.product.serialNumber,
              conditionIn: 'good',
            },
      ),
    },
  });
}
