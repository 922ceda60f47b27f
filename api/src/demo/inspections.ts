import type { Contract, DataOf } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';

type Doc = DataOf<Contract['inspections.get']>;

/** Who plans the visits, and who goes. */
const CREW = { planner: 'engineer-manager', technician: 'technician' } as const;
const DAY_MS = 86_400_000;

/** What is planned at the story's end, in how many days, and how far each has come. */
const VISITS = [
  { stop: 'inProgress', type: 'postReturn', inDays: 0, remark: 'รับคืนจากงานแสดงสินค้า' },
  { stop: 'planned', type: 'siteVisit', inDays: 2, remark: 'นัดผู้ดูแลอาคารก่อนเข้าพื้นที่' },
  { stop: 'planned', type: 'warrantyCheck', inDays: 9, remark: null },
] as const;

/** Inspections of containers in every state that somebody has to go on with; those that are over are the yard's. */
export async function makeInspections(office: Office): Promise<void> {
  const containers = await office.rows<{ readonly id: string }>(ADMIN.account, 'products.list', {
    limit: '20',
    status: 'inWarehouse',
  });
  for (const [index, visit] of VISITS.entries()) {
    const productId = containers[index % Math.max(containers.length, 1)]?.id;
    if (productId === undefined) throw new Error('the demonstration has no container');
    await visitContainer(office, { ...visit, productId });
  }
}

/** Plans a visit, and does as much of it as was done. */
export async function visitContainer(
  office: Office,
  {
    productId,
    stop,
    type,
    inDays,
    remark,
  }: {
    readonly productId: string;
    readonly stop: 'planned' | 'inProgress' | 'completed';
    readonly type: Doc['type'];
    readonly inDays: number;
    readonly remark: string | null;
  },
): Promise<void> {
  const planned = await office.act(CREW.planner, 'inspections.create', {
    body: {
      productId,
      type,
      dueOn: bangkokDate(new Date(office.clock.now().getTime() + inDays * DAY_MS)),
      assigneeId: office.idOf(CREW.technician),
      remark,
    },
  });
  if (stop !== 'planned') await look(office, planned, { by: CREW.planner, stop });
}

/** Looks at the containers that came back: their return has planned that. */
export async function inspectReturned(office: Office): Promise<void> {
  // Nobody is named for them yet, so that they are nobody's of the crew.
  const planned = await office.rows<{ readonly id: string }>(ADMIN.account, 'inspections.list', {
    limit: '100',
    type: 'postReturn',
    status: 'planned',
  });
  for (const { id } of planned) {
    const doc = await office.act(ADMIN.account, 'inspections.get', { params: { id } });
    await look(office, doc, { by: ADMIN.account, stop: 'completed' });
  }
}

async function look(
  office: Office,
  doc: Doc,
  { by, stop }: { readonly by: string; readonly stop: 'inProgress' | 'completed' },
): Promise<void> {
  const params = { id: doc.id };
  const begun = await office.act(by, 'inspections.start', {
    params,
    body: { version: doc.version },
  });
  if (stop === 'inProgress') return;
  await office.act(by, 'inspections.complete', {
    params,
    body: {
      version: begun.version,
      result: 'pass',
      items: begun.items.map(({ id, unit, minValue }) => ({
        id,
        result: 'pass' as const,
        ...(unit === null ? {} : { measured: minValue ?? '1' }),
      })),
      findings: 'สภาพดี พร้อมใช้งาน',
    },
  });
}
