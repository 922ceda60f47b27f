import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

type Doc = DataOf<Contract['containerTransfers.get']>;

const FROM = 'CENTRAL';
const ASKER = 'warehouse-staff';
const SENDER = 'warehouse-manager';
/** Who decides at the other end, and receives there. */
const AT = { NORTH: 'warehouse-manager.north', EAST: 'warehouse-manager.east' } as const;

/** What is sent, and how far each has come. */
const ROUTES = [
  { stop: 'received', to: 'NORTH', count: 2, reason: 'เปิดสาขาเชียงใหม่' },
  { stop: 'missing', to: 'NORTH', count: 2, reason: 'เติมตู้สำหรับลูกค้าภาคเหนือ' },
  { stop: 'inTransit', to: 'EAST', count: 2, reason: 'ขายตู้ให้บริษัทในเครือ' },
  { stop: 'pending', to: 'NORTH', count: 1, reason: 'สำรองตู้สาธิต' },
  { stop: 'draft', to: 'EAST', count: 1, reason: 'เตรียมงานแสดงสินค้าชลบุรี' },
] as const;

/** Transfers of containers to a branch and to another company, one of them with a container missing. */
export async function makeContainerTransfers(office: Office, setting: Setting): Promise<void> {
  const fromWarehouseId = setting.warehouses.get(FROM) ?? '';
  const day = bangkokDate(office.clock.now());
  for (const { stop, to, count, reason } of ROUTES) {
    const free = await office.rows<{ readonly id: string; readonly code: string }>(
      ASKER,
      'containerTransfers.available',
      { limit: '100', warehouseId: fromWarehouseId },
    );
    // The newest: requisitions and contracts are given the oldest.
    const chosen = free.slice(-count);
    const asked = await office.act(ASKER, 'containerTransfers.create', {
      body: {
        fromWarehouseId,
        toWarehouseId: setting.warehouses.get(to) ?? '',
        transferDate: day,
        expectedArrival: addDays(day, 2),
        carrierName: 'สยามโลจิสติกส์',
        carrierPlate: '70-1234 กรุงเทพมหานคร',
        reason,
        isDraft: stop === 'draft',
        items: chosen.map(({ id }) => ({ productId: id })),
      },
    });
    if (stop === 'draft' || stop === 'pending') continue;
    const sent = await approve(office, asked, to);
    if (stop !== 'inTransit') await receive(office, sent, { by: AT[to], stop });
  }
}

/** Between companies both ends agree. */
async function approve(office: Office, doc: Doc, to: keyof typeof AT): Promise<Doc> {
  const params = { id: doc.id };
  const agreed = await office.act(SENDER, 'containerTransfers.approve', {
    params,
    body: { version: doc.version },
  });
  return agreed.isInterCompany
    ? office.act(AT[to], 'containerTransfers.approve', {
        params,
        body: { version: agreed.version },
      })
    : agreed;
}

async function receive(
  office: Office,
  doc: Doc,
  { by, stop }: { readonly by: string; readonly stop: 'received' | 'missing' },
): Promise<void> {
  const id = doc.related.find(({ type }) => type === 'containerReceipt')?.id ?? '';
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
