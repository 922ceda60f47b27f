import { attachPicture, type Person } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import {
  type Doc as Requisition,
  scans,
} from '../../../containers/containerRequisitions/testing/world.ts';
import { inspected } from '../../../containers/testing/life.ts';
import { plantModel } from '../../../containers/testing/planted.ts';
import {
  done as doneWithContainer,
  type World as Factory,
  makeWorld as makeFactory,
  productBody,
  received,
  reserve,
} from '../../../containers/testing/world.ts';

/** People who ask for containers of contracts and hand them out. */
const REQUISITIONS = '/withdraw_products';
const onRequisitions = actsOn(REQUISITIONS);

export const PATH = '/back-office/purchase-management/contracts';

type Json = Readonly<Record<string, unknown>>;

export interface World extends Factory {
  readonly customerId: string;
  /** Another customer of the same company. */
  readonly otherCustomerId: string;
  /** The seller's own. */
  readonly sellersCustomerId: string;
  /** Sells, and sees what is theirs. */
  readonly seller: Person;
  /** Decides on what the seller agreed, within a limit of two million. */
  readonly salesChief: Person;
}

export interface Doc {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string | null;
  readonly product: { readonly id: string; readonly serialNumber: string } | null;
  readonly grandTotal: string;
  readonly currentVersionNo: number;
  readonly installedOn: string | null;
  readonly allowedActions: readonly string[];
  readonly handOut: { readonly warehouseId: string | null } | null;
  readonly schedule: readonly { readonly total: string; readonly dueDate: string }[];
  readonly checklist: readonly { readonly guard: string; readonly isMet: boolean }[];
  readonly related: readonly { readonly type: string; readonly id: string }[];
}

/** A container on the shelf, of a model that asks for no part. */
export async function newContainer(world: World) {
  const serialNumber = await reserve(world.picker, world.modelId);
  const begun = expectData(
    await world.picker.post('/products', productBody(world, { serialNumber })),
  );
  const complete = await doneWithContainer(world.chief, begun, { action: 'complete' });
  return received(world, complete as Parameters<typeof received>[1]);
}

let serial = 0;
/** Of a customer everything that a contract needs. */
export function customerBody(companyId: string, more: Json = {}): Json {
  serial += 1;
  return {
    companyId,
    type: 'juristic',
    prefix: 'บริษัท',
    companyName: `สยาม สแน็ค ${serial} จำกัด`,
    nameEn: `Siam Snack ${serial} Co., Ltd.`,
    taxId: '0105552001116',
    branchCode: String(serial).padStart(5, '0'),
    phone: '021234501',
    contacts: [],
    registeredAddress: {
      line1: '99 ถนนสาทรใต้',
      provinceId: 10,
      amphoeId: 1001,
      districtId: 100101,
      zipcode: '10200',
    },
    creditTermDays: 30,
    hasConsent: true,
    ...more,
  };
}

/** A customer of whom everything is known that a contract needs. */
export async function newCustomer(by: Person, companyId: string, more: Json = {}): Promise<string> {
  const body = customerBody(companyId, more);
  return expectData(await by.post('/back-office/customers/create-customer', body)).id;
}

/** Adds customers and salespeople of one team to a world that builds containers. */
export async function makeWorld(test: Factory['test']): Promise<World> {
  const factory = await makeFactory(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('Contracts', 'sales', $1, now(), now()) returning id`,
    [factory.companyId],
  );
  const teamId = String(rows[0]?.id);
  const seller = await test.as('sales-officer', { teamId });
  const { modelId } = await plantModel(test);
  await test.app.pg.query(
    'insert into product_model_floors (product_model_id, company_id, floor_price) values ($1, $2, 80000)',
    [modelId, factory.companyId],
  );
  return {
    ...factory,
    modelId,
    customerId: await newCustomer(factory.admin, factory.companyId),
    otherCustomerId: await newCustomer(factory.admin, factory.companyId),
    sellersCustomerId: await newCustomer(seller, factory.companyId),
    seller,
    salesChief: await test.as('sales-manager', { teamId }),
  };
}

/** A sale at the list price, VAT on top, paid at once. */
export const contractBody = (world: World, more: Json = {}): Json => ({
  type: 'sale',
  documentDate: today(world),
  customerId: world.customerId,
  productModelId: world.modelId,
  installSite: {
    address: '12 ถนนพระราม 4 กรุงเทพฯ',
    contactName: 'คุณวิภา',
    contactPhone: '0812345678',
  },
  startDate: today(world),
  price: '90000.00',
  vatMode: 'exclusive',
  whtRate: '0.00',
  depositAmount: '0.00',
  depositRefundable: false,
  downPayment: '0.00',
  interestType: 'none',
  interestRate: '0.00',
  titleHolder: 'customer',
  warrantyMonths: 12,
  coverage: 'full',
  witnesses: [],
  ...more,
});

/** Of hire purchase in twelve instalments with flat interest. */
export const hirePurchase = (world: World): Json => ({
  type: 'installment',
  downPayment: '10000.00',
  installmentCount: 12,
  interval: 'month',
  dueDay: '5',
  firstDueDate: dayAfter(world, 30),
  interestType: 'flat',
  interestRate: '6.00',
  titleHolder: 'company',
});

/** Of a lease of two months, which a session outlives. */
export const lease = (world: World): Json => ({
  type: 'lease',
  price: '3500.00',
  installmentCount: 2,
  interval: 'month',
  dueDay: 'last',
  firstDueDate: today(world),
  endDate: dayAfter(world, 20),
  titleHolder: 'company',
});

export const dayAfter = (world: World, days: number): string =>
  new Date(world.test.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
export const today = (world: World): string => dayAfter(world, 0);

export const draft = async (world: World, more: Json = {}, by = world.secondAdmin): Promise<Doc> =>
  expectData(
    await by.post(
      PATH,
      contractBody(world, {
        ...(by === world.seller ? { customerId: world.sellersCustomerId } : {}),
        ...more,
      }),
    ),
  );

export const status =
  (action: string, more: Json = {}) =>
  (by: Person, doc: Pick<Doc, 'id' | 'version'>, extra?: { readonly key: string }) =>
    by.put(`${PATH}/${doc.id}/change-status`, { version: doc.version, action, ...more }, extra);

/** A step by its action and what is sent with it. */
type Step = Json & { readonly action: string };

export const to = async (by: Person, doc: Doc, { action, ...more }: Step): Promise<Doc> =>
  expectData(await status(action, more)(by, doc));

export const act = async (by: Person, doc: Doc, { action, ...more }: Step): Promise<Doc> =>
  expectData(await by.post(`${PATH}/${doc.id}/${action}`, { version: doc.version, ...more }));

/** With a container of its own held for it. */
export async function booked(world: World, more: Json = {}, by = world.secondAdmin): Promise<Doc> {
  const product = await newContainer(world);
  return act(by, await draft(world, more, by), { action: 'reserve', productId: product.id });
}

export const pending = async (world: World, more: Json = {}, by = world.secondAdmin) =>
  to(by, await booked(world, more, by), { action: 'submit' });

export const approved = async (world: World, more: Json = {}, by = world.secondAdmin) =>
  to(world.admin, await pending(world, more, by), { action: 'approve' });

export async function signed(world: World, doc: Doc): Promise<Doc> {
  const { status: code } = await attachPicture(
    world.secondAdmin,
    `${PATH}/${doc.id}`,
    'signedContract',
  );
  expect(code).toBe(201);
  return expectData(await world.admin.get(`${PATH}/${doc.id}`));
}

/** A requisition asks for the container that a contract holds; somebody else approves it. */
export async function askedFor(world: World, doc: Pick<Doc, 'id' | 'product'>) {
  const { warehouse } = expectData(await world.admin.get(`/products/${doc.product?.id}`));
  const asked = expectData(
    await world.secondAdmin.post(`${REQUISITIONS}/request_contract`, {
      warehouseId: warehouse.id,
      neededBy: dayAfter(world, 3),
      purpose: 'Deliver what was agreed',
      contracts: [{ contractId: doc.id }],
    }),
  ) as Requisition;
  return onRequisitions.done(world.admin, asked, {
    action: 'approval',
    decision: 'approve',
  }) as unknown as Promise<Requisition>;
}

/** Handed out by scan, on its way to the customer. */
export async function handedOut(world: World, doc: Pick<Doc, 'id' | 'product'>) {
  const given = await askedFor(world, doc);
  const lines = scans(given).filter(({ scannedSerial }) => scannedSerial !== 'NONE-YET');
  return onRequisitions.done(world.admin, given, { action: 'release', lines });
}

/**
 * Its container stands at the customer: handed out by a requisition unless it is on its way already,
 * found sound, photographed and set up.
 */
export async function setUp(world: World, { id }: Pick<Doc, 'id'>): Promise<Doc> {
  const { product }: Doc = expectData(await world.admin.get(`${PATH}/${id}`));
  return deliver(world, id, product?.id ?? '');
}

/** A container of a contract is brought to its customer. */
export async function deliver(world: World, contractId: string, productId: string): Promise<Doc> {
  const path = `/products/${productId}`;
  const { status: place } = expectData(await world.admin.get(path));
  if (place === 'inWarehouse') {
    await handedOut(world, { id: contractId, product: { id: productId, serialNumber: '' } });
  }
  await inspected(world, productId);
  expectData(await attachPicture(world.admin, path));
  const { version, site } = expectData(await world.admin.get(path));
  expectData(await world.admin.post(`${path}/install`, { version, ...site }));
  return expectData(await world.admin.get(`${PATH}/${contractId}`));
}

export const installed = async (world: World, more: Json = {}, by = world.secondAdmin) =>
  setUp(world, await signed(world, await approved(world, more, by)));

export const inForce = async (world: World, more: Json = {}, by = world.secondAdmin) =>
  to(world.admin, await installed(world, more, by), { action: 'activate' });

/** What an exchange says besides its container. */
export const swapOf = (world: World) => ({
  reason: 'The compressor is broken',
  returnWarehouseId: world.warehouseId,
});

/** An exchange that somebody else approved; the other container is still in its warehouse. */
export const exchangeAgreed = async (world: World, doc: Doc, productId: string): Promise<Doc> =>
  act(
    world.admin,
    await act(world.secondAdmin, doc, { action: 'swap-product', ...swapOf(world), productId }),
    { action: 'approve-change' },
  );

/** With another container in place of its own. */
export const exchanged = async (world: World, doc: Doc, productId: string): Promise<Doc> => {
  await exchangeAgreed(world, doc, productId);
  return deliver(world, doc.id, productId);
};
