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

/** What is asked for at the story's end, and how far each has come. */
const WISHES = [
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

/** Requisitions of containers in every state that waits for somebody; those that are over are the yard's. */
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
    if (stop !== 'draft' && stop !== 'pending') {
      await carryOn(office, asked, { stop, ...CENTRAL });
    }
  }
  const lent = await lendContainer(office, { setting, occasion: JUST_OVER, least: 1 });
  if (lent) await sendBack(office, lent);
}

/** The deciders on a requisition and the hands that release its containers. */
interface Keepers {
  readonly approver: string;
  readonly keeper: string;
}
/** The people of the central warehouse, and the administrator, who acts in every other one. */
export const CENTRAL: Keepers = { approver: CREW.approver, keeper: CREW.keeper };
export const ANYWHERE: Keepers = { approver: ADMIN.account, keeper: ADMIN.account };

export async function carryOn(
  office: Office,
  doc: Doc,
  { stop, approver, keeper }: Keepers & { readonly stop: 'approved' | 'released' },
): Promise<Doc> {
  const params = { id: doc.id };
  const approved = await office.act(approver, 'containerRequisitions.approve', {
    params,
    body: { version: doc.version, decision: 'approve' },
  });
  if (stop === 'approved') return approved;
  return office.act(keeper, 'containerRequisitions.release', {
    params,
    body: {
      version: approved.version,
      lines: approved.items.map(({ id, product }) => ({
        itemId: id,
        scannedSerial: product?.serialNumber ?? '',
      })),
    },
  });
}

/** What a container is lent for. */
export interface Occasion {
  readonly type: 'demo' | 'general' | 'repair';
  readonly purpose: string;
  readonly name: string;
  readonly address: string;
}

/** It is on its way back: its receipt waits. */
const JUST_OVER: Occasion = {
  type: 'demo',
  purpose: 'สาธิตตู้ในงานแสดงสินค้า',
  name: 'ไบเทค บางนา',
  address: 'ถนนเทพรัตน กรุงเทพฯ',
};

/** Hands one out that stands there longest; null while the warehouse has few. */
export async function lendContainer(
  office: Office,
  { setting, occasion, least }: { setting: Setting; occasion: Occasion; least: number },
): Promise<Doc | null> {
  const warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
  const free = await office.rows<{ readonly productModel: { readonly id: string } }>(
    CREW.asker,
    'containerRequisitions.availableProduct',
    { limit: '100', warehouseId },
  );
  const [oldest] = free;
  if (!oldest || free.length < least) return null;
  const { type, purpose, name, address } = occasion;
  const asked = await office.act(CREW.asker, 'containerRequisitions.create', {
    body: {
      type,
      warehouseId,
      neededBy: bangkokDate(new Date(office.clock.now().getTime() + 3 * DAY_MS)),
      purpose,
      destinationName: name,
      destinationAddress: address,
      items: [{ productModelId: oldest.productModel.id, quantity: 1 }],
    },
  });
  return carryOn(office, asked, { stop: 'released', ...CENTRAL });
}

/** What was lent is brought back; answers the requisition. */
function sendBack(office: Office, released: Doc): Promise<Doc> {
  return office.act(CREW.keeper, 'containerRequisitions.return', {
    params: { id: released.id },
    body: {
      version: released.version,
      reason: 'จบงานแล้ว',
      itemIds: released.items.map(({ id }) => id),
    },
  });
}

/** What was lent comes back, and is received by somebody else. */
export async function takeBack(office: Office, released: Doc): Promise<void> {
  const back = await sendBack(office, released);
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
