import type { Person } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import { type Doc as Contract, inForce, type World } from '../../contracts/testing/world.ts';

export const WARRANTIES = '/back-office/purchase-warranty';
export const REQUESTS = '/back-office/purchase-warranty-req';

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly type: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly daysLeft: number | null;
  readonly price: string | null;
  readonly product: { readonly id: string };
  readonly customer: { readonly id: string };
  readonly invoice: { readonly id: string; readonly status: string } | null;
  readonly warranty: { readonly id: string } | null;
  readonly request: { readonly id: string } | null;
  readonly terms: {
    readonly price: string | null;
    readonly lapsedDays: number;
    readonly needsInspection: boolean;
  };
  readonly chain: readonly { readonly id: string }[];
}

export const onRequests = actsOn(REQUESTS);
export const onWarranties = actsOn(WARRANTIES);

/** Every model, whatever its age, costs 100 a month. */
export async function priceList(world: World): Promise<void> {
  const { status } = await world.admin.post(`${WARRANTIES}/prices`, {
    companyId: world.companyId,
    ageFromMonths: 0,
    pricePerMonth: '100.00',
    validFrom: '2020-01-01',
  });
  expect([201, 409]).toContain(status);
}

/** A container that a customer has bought, with the warranty of its contract. */
export async function sold(
  world: World,
  more: Json = {},
  by: Person = world.secondAdmin,
): Promise<{ readonly contract: Contract; readonly productId: string }> {
  const contract = await inForce(world, more, by);
  return { contract, productId: contract.product?.id ?? '' };
}

/** The warranties of a container, the latest first. */
export async function warrantiesOf(world: World, productId: string): Promise<readonly Doc[]> {
  const { body } = await world.admin.get(
    `${WARRANTIES}/list?productId=${productId}&sort=-startDate&limit=10`,
  );
  return body.data as Doc[];
}

export const warranty = async (world: World, id: string): Promise<Doc> =>
  expectData(await world.admin.get(`${WARRANTIES}/${id}`));

export const requestBody = (productId: string, more: Json = {}): Json => ({
  productId,
  months: 12,
  coverage: 'full',
  channel: 'customer',
  ...more,
});

/** Asked for by one administrator; the other one decides. */
export async function asked(world: World, productId?: string): Promise<Doc> {
  const id = productId ?? (await sold(world)).productId;
  return expectData(await world.secondAdmin.post(`${REQUESTS}/create`, requestBody(id)));
}

export const QUOTE = { months: 12, coverage: 'full', price: '1200.00' };

export const quoted = async (world: World, productId?: string): Promise<Doc> =>
  onRequests.done(world.secondAdmin, await asked(world, productId), {
    action: 'quote',
    ...QUOTE,
  }) as unknown as Promise<Doc>;

export const approved = async (world: World, productId?: string): Promise<Doc> =>
  onRequests.done(world.admin, await quoted(world, productId), {
    action: 'approve',
  }) as unknown as Promise<Doc>;

export const invoiced = async (world: World, productId?: string): Promise<Doc> =>
  onRequests.done(world.admin, await approved(world, productId), {
    action: 'accept',
  }) as unknown as Promise<Doc>;

/**
 * Pays the invoice of a warranty over the counter, all of it unless said; somebody else verifies it.
 * Answers the payment.
 */
export async function pay(world: World, invoiceId: string, part?: string): Promise<string> {
  const invoice = expectData(await world.admin.get(`/invoices/${invoiceId}`));
  const amount = part ?? invoice.grandTotal;
  const payment = expectData(
    await world.secondAdmin.post('/payments/manual', {
      customerId: invoice.customer.id,
      method: 'cash',
      paidAt: world.test.app.clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId, amount }],
    }),
  );
  expectData(
    await world.admin.post(`/payments/${payment.id}/verify`, { version: payment.version }),
  );
  return payment.id;
}

/** The money of a payment did not come after all. */
export async function reversePayment(world: World, paymentId: string): Promise<void> {
  const { version } = expectData(await world.admin.get(`/payments/${paymentId}`));
  expectData(
    await world.admin.post(`/payments/${paymentId}/reverse`, {
      version,
      reason: 'The cheque bounced',
    }),
  );
}

export async function fulfilled(world: World): Promise<Doc> {
  const doc = await invoiced(world);
  const { invoice } = await warranty(world, doc.warranty?.id ?? '');
  await pay(world, invoice?.id ?? '');
  return expectData(await world.admin.get(`${REQUESTS}/${doc.id}`));
}
