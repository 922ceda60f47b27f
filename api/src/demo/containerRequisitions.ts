import type { Contract, DataOf } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import type { Setting } from './setting.ts';

type Doc = DataOf<Contract['containerRequisitions.get']>;

/** People who take part, by their accounts. */
const CREW = {
  asker: 'sales-officer',
  approver: 'warehouse-manager',
  keeper: 'warehouse-staff',
  /** Nobody receives what they have sent. */
  receiver: ADMIN.account,
} as const;
const WAREHOUSE = 'CENTRAL';
const DAY_MS = 86_400_000;

/** What is asked for, and how far each has come. */
const WISHES = [
  {
    stop: 'completed',
    model: 'VD200',
    type: 'demo',
    purpose: 'สาธิตตู้ในงานแฟรนไชส์เอ็กซ์โป',
    name: 'งาน Franchise Expo',
    address: 'อิมแพ็ค เมืองทองธานี นนทบุรี',
  },
  {
    stop: 'released',
    model: 'VS120',
    type: 'demo',
    purpose: 'ทดลองตั้งตู้ก่อนเสนอราคา',
    name: 'โรงพยาบาลลาดพร้าว',
    address: '2699 ถนนลาดพร้าว กรุงเทพฯ',
  },
  {
    stop: 'approved',
    model: 'VD200',
    type: 'general',
    purpose: 'ตั้งบริการพนักงานที่สำนักงานใหญ่',
    name: 'สำนักงานใหญ่',
    address: 'ชั้น 3 อาคาร A',
  },
  {
    stop: 'pending',
    model: 'VD350',
    type: 'repair',
    purpose: 'ส่งศูนย์ซ่อมปรับปรุงระบบทำความเย็น',
    name: 'ศูนย์ซ่อมบางนา',
    address: 'ถนนบางนา-ตราด กม. 5',
  },
  {
    stop: 'draft',
    model: 'VS120',
    type: 'demo',
    purpose: 'ออกบูธมหาวิทยาลัย',
    name: 'มหาวิทยาลัยเกษตรศาสตร์',
    address: 'บางเขน กรุงเทพฯ',
  },
] as const;

/** Requisitions of containers in every state that waits for somebody, and one that is over. */
export async function makeContainerRequisitions(
  office: Office,
  { setting }: { readonly setting: Setting },
): Promise<void> {
  const warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
  const models = await office.rows<{ readonly id: string; readonly code: string }>(
    CREW.asker,
    'productModels.all',
    { limit: '100' },
  );
  const neededBy = bangkokDate(new Date(office.clock.now().getTime() + 3 * DAY_MS));
  for (const { stop, model, type, purpose, name, address } of WISHES) {
    const asked = await office.act(CREW.asker, 'containerRequisitions.create', {
      body: {
        type,
        warehouseId,
        neededBy,
        purpose,
        destinationName: name,
        destinationAddress: address,
        isDraft: stop === 'draft',
        items: [
          { productModelId: models.find(({ code }) => code === model)?.id ?? '', quantity: 1 },
        ],
      },
    });
    if (stop !== 'draft' && stop !== 'pending') await carryOn(office, asked, stop);
  }
}

async function carryOn(
  office: Office,
  doc: Doc,
  stop: 'approved' | 'released' | 'completed',
): Promise<void> {
  const params = { id: doc.id };
  const approved = await office.act(CREW.approver, 'containerRequisitions.approval', {
    params,
    body: { version: doc.version, decision: 'approve' },
  });
  if (stop === 'approved') return;
  const released = await office.act(CREW.keeper, 'containerRequisitions.release', {
    params,
    body: {
      version: approved.version,
      lines: approved.items.map(({ id, product }) => ({
        itemId: id,
        scannedSerial: product?.serialNumber ?? '',
      })),
    },
  });
  if (stop === 'released') return;
  const back = await office.act(CREW.keeper, 'containerRequisitions.return', {
    params,
    body: {
      version: released.version,
      reason: 'จบงานแล้ว',
      itemIds: released.items.map(({ id }) => id),
    },
  });
  const id = back.related.at(-1)?.id ?? '';
  const receipt = await office.act(CREW.receiver, 'containerReceipts.get', { params: { id } });
  await office.act(CREW.receiver, 'containerReceipts.approve', {
    params: { id },
    body: {
      version: receipt.version,
      lines: receipt.items.map((item) => ({
        itemId: item.id,
        lineStatus: 'accepted',
        scannedSerial: item.product.serialNumber,
        conditionIn: 'good',
      })),
    },
  });
}
