import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate, decimal } from '@boxyard/shared/domain';
import { ANYWHERE, CENTRAL, carryOn } from './containerRequisitions.ts';
import { visitContainer } from './inspections.ts';
import { MONTHLY_RENT } from './models.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import { picture } from './picture.ts';
import { siteOf } from './sites.ts';

type Doc = DataOf<Contract['contracts.get']>;
type Stop = 'draft' | 'booked' | 'pending' | 'rejected' | 'approved' | 'amended' | 'inForce';

/** Who sells and who decides, by their accounts. */
export const CREW = { seller: 'sales-officer', manager: 'sales-manager' } as const;
const YEAR = 365;

/** Contracts of every kind, and how far each has come; those that are sent hold a container. */
const CONTRACTS: readonly {
  readonly type: 'sale' | 'installment' | 'lease';
  readonly stop: Stop;
  /** A year unless said. */
  readonly warrantyMonths?: number;
}[] = [
  { type: 'installment', stop: 'amended' },
  { type: 'lease', stop: 'pending' },
  { type: 'sale', stop: 'draft' },
  { type: 'lease', stop: 'draft' },
  { type: 'sale', stop: 'inForce', warrantyMonths: 1 },
  { type: 'lease', stop: 'inForce' },
  { type: 'installment', stop: 'inForce', warrantyMonths: 24 },
  { type: 'sale', stop: 'booked' },
  { type: 'lease', stop: 'rejected' },
  { type: 'sale', stop: 'approved' },
];

/** What is particular to a kind of contract. */
const termsOf = (type: 'sale' | 'installment' | 'lease', day: string) =>
  ({
    sale: { price: '189000.00', titleHolder: 'customer' as const },
    installment: {
      price: '189000.00',
      downPayment: '30000.00',
      installmentCount: 8,
      interval: 'quarter' as const,
      dueDay: 'last',
      firstDueDate: addDays(day, 30),
      interestType: 'flat' as const,
      interestRate: '4.50',
      titleHolder: 'company' as const,
    },
    lease: {
      price: decimal.round(decimal.multiply(MONTHLY_RENT, 3)),
      installmentCount: 4,
      interval: 'quarter' as const,
      dueDay: '5',
      endDate: addDays(day, YEAR),
      titleHolder: 'company' as const,
    },
  })[type];

interface Named {
  readonly id: string;
}
interface Customer extends Named {
  readonly code: string;
}
interface Free {
  readonly productId: string;
  readonly modelId: string;
}

/** Containers of a model that may be promised, those that have waited longest first. */
export const freeOf = (office: Office, productModelId: string): Promise<Named[]> =>
  office.rows<Named>(CREW.seller, 'contracts.available', { productModelId, limit: '20' });

/** Containers that may be promised, with their models. */
async function freeContainers(office: Office): Promise<Free[]> {
  const models = await office.rows<Named>(CREW.seller, 'productModels.all', { limit: '20' });
  const found: Free[] = [];
  for (const { id: modelId } of models) {
    const containers = await freeOf(office, modelId);
    found.push(...containers.map(({ id }) => ({ productId: id, modelId })));
  }
  return found;
}

/** What is agreed by a contract of a kind that begins on a day. */
export const contractBody = ({
  type,
  day,
  customerId,
  installSite,
}: {
  readonly type: Doc['type'];
  readonly day: string;
  readonly customerId: string;
  readonly installSite: ReturnType<typeof siteOf> | Doc['installSite'];
}) => ({
  type,
  documentDate: day,
  customerId,
  installSite,
  startDate: day,
  vatMode: 'exclusive',
  whtRate: '0.00',
  depositAmount: '0.00',
  depositRefundable: true,
  downPayment: '0.00',
  interestType: 'none',
  interestRate: '0.00',
  warrantyMonths: 12,
  coverage: 'full',
  witnesses: ['นางสาวพิมพ์ชนก ศรีสุข'],
  ...termsOf(type, day),
});

export const step = async (
  office: Office,
  who: string,
  { doc, action }: { readonly doc: Doc; readonly action: 'submit' | 'approve' | 'activate' },
): Promise<Doc> =>
  (await office.act(who, 'contracts.changeStatus', {
    params: { id: doc.id },
    body: { version: doc.version, action },
  })) as Doc;

/** Contracts of the officer's customers, on containers that nobody was promised. */
export async function makeContracts(office: Office): Promise<void> {
  const [customers, free] = await Promise.all([
    office.rows<Customer>(CREW.seller, 'customers.master', { limit: '20' }),
    freeContainers(office),
  ]);
  const day = bangkokDate(office.clock.now());
  for (const [index, { type, stop, warrantyMonths = 12 }] of CONTRACTS.entries()) {
    const container = free[index];
    const customer = customers[index % Math.max(customers.length, 1)];
    if (!container || customer === undefined) return;
    const customerId = customer.id;
    // The story's containers stand at the first places of their customers.
    const installSite = siteOf(customer.code, 1);
    const drafted = (await office.act(CREW.seller, 'contracts.create', {
      body: {
        ...contractBody({ type, day, customerId, installSite }),
        productModelId: container.modelId,
        depositAmount: stop === 'inForce' ? '0.00' : '10000.00',
        warrantyMonths,
      },
    })) as Doc;
    if (stop === 'draft') continue;
    const held = (await office.act(CREW.seller, 'contracts.reserve', {
      params: { id: drafted.id },
      body: { version: drafted.version, productId: container.productId },
    })) as Doc;
    if (stop === 'booked') continue;
    const sent = await step(office, CREW.seller, { doc: held, action: 'submit' });
    if (stop === 'pending') continue;
    if (stop === 'rejected') {
      await office.act(CREW.manager, 'contracts.changeStatus', {
        params: { id: sent.id },
        body: { version: sent.version, action: 'reject', reason: 'กรุณาแนบแผนที่สถานที่ติดตั้ง' },
      });
      continue;
    }
    const agreed = await step(office, CREW.manager, { doc: sent, action: 'approve' });
    if (stop === 'inForce') await putInForce(office, agreed);
    if (stop === 'amended') await lowerPrice(office, agreed);
  }
}

/** A lower price, as the second version: before anything but the deposit is billed. */
async function lowerPrice(office: Office, doc: Doc): Promise<void> {
  const params = { id: doc.id };
  const proposed = (await office.act(CREW.seller, 'contracts.amend', {
    params,
    body: {
      ...contractBody({
        type: doc.type,
        day: doc.documentDate,
        customerId: doc.customer.id,
        installSite: doc.installSite,
      }),
      version: doc.version,
      productModelId: doc.productModel.id,
      depositAmount: doc.depositAmount,
      warrantyMonths: doc.warrantyMonths,
      price: '179000.00',
      reason: 'ลดราคาตามโปรโมชันปลายปี',
      effectiveDate: doc.documentDate,
    },
  })) as Doc;
  await office.act(CREW.manager, 'contracts.approveChange', {
    params,
    body: { version: proposed.version },
  });
}

/** Signed, set up at the customer, and in force from today on. */
export async function putInForce(
  office: Office,
  { id }: Doc,
  seller: string = CREW.seller,
): Promise<void> {
  const params = { id };
  await office.act(seller, 'contracts.attach', {
    params,
    body: { kind: 'signedContract' },
    files: [picture('signed-contract.png', false)],
  });
  const doc = (await office.act(CREW.manager, 'contracts.get', { params })) as Doc;
  // One that the customer had before the contract stands there already.
  const stands = doc.installedOn === null ? await setUp(office, doc, seller) : doc;
  await step(office, CREW.manager, { doc: stands, action: 'activate' });
}

/**
 * Its container goes to the customer: asked for by a requisition, handed out by scan, found sound,
 * photographed there and set up.
 */
async function setUp(office: Office, { id, product }: Doc, seller: string): Promise<Doc> {
  const params = { id: product?.id ?? '' };
  const held = await office.act(ADMIN.account, 'products.get', { params });
  const keepers = held.warehouse?.code === 'CENTRAL' ? CENTRAL : ANYWHERE;
  const asked = await office.act(seller, 'containerRequisitions.requestContract', {
    body: {
      warehouseId: held.warehouse?.id ?? '',
      neededBy: addDays(bangkokDate(office.clock.now()), 2),
      purpose: 'ส่งมอบตู้ตามสัญญา',
      contracts: [{ contractId: id }],
    },
  });
  await carryOn(office, asked, { stop: 'released', ...keepers });
  await visitContainer(office, {
    productId: params.id,
    stop: 'completed',
    type: 'preDelivery',
    inDays: 0,
    remark: null,
  });
  await office.act(keepers.keeper, 'products.attach', {
    params,
    body: { kind: 'photo' },
    files: [picture('at-the-customer.png', false)],
  });
  const out = await office.act(keepers.keeper, 'products.get', { params });
  await office.act(keepers.keeper, 'products.install', {
    params,
    body: {
      version: out.version,
      holder: out.site?.holder ?? '',
      address: out.site?.address ?? '',
      lat: out.site?.lat,
      lng: out.site?.lng,
    },
  });
  return (await office.act(CREW.manager, 'contracts.get', { params: { id } })) as Doc;
}
