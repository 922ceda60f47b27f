import { customerName } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  expectVersion,
  type FieldFault,
  forbidden,
  type Input,
  inScope,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { salespersonOf } from '../../../workflow/index.ts';
import { addressOf, choiceFault, companyFaults, defineMaster } from '../../masterData/index.ts';
import { customerById, seesPersonalData } from './present.ts';

export const customerMaster = defineMaster({ table: 'customers', subject: 'customers' });

type Body = Omit<Input<'customers.create'>['body'], 'companyId'>;

/** Locks a customer for a change; 404 where this person does not see it. */
export async function lockedCustomer(ctx: Ctx, id: string) {
  const row = await customerMaster.lock(ctx, id);
  const { companyId, saleId, zoneId } = row;
  if (!inScope(ctx.actor, { companyId, ownerIds: [saleId], zoneId })) throw notFound();
  return row;
}

/** CUS-0001: the counter's row stays locked until the commit, so that no number is lost. */
async function nextCode(ctx: Ctx): Promise<string> {
  const { lastNo } = await ctx.db
    .insertInto('masterCodes')
    .values({ kind: 'customer', lastNo: 1 })
    .onConflict((on) => on.column('kind').doUpdateSet({ lastNo: sql`master_codes.last_no + 1` }))
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return `CUS-${String(lastNo).padStart(4, '0')}`;
}

/** What each kind of customer must say of itself (docs/domain/containers.md "Customers"). */
export function nameFaults(body: Partial<Body> & Pick<Body, 'type'>): FieldFault[] {
  const required =
    body.type === 'juristic'
      ? (['companyName', 'taxId', 'branchCode'] as const)
      : (['firstName', 'lastName'] as const);
  return required.flatMap((field) => (body[field] ? [] : [{ field, code: 'REQUIRED' }]));
}

/** A salesperson who works for the company and whose customers this person sees. */
async function saleFaults(
  ctx: Ctx,
  { saleId, companyId, before }: { saleId: string; companyId: string; before?: string },
): Promise<FieldFault[]> {
  if (saleId === before) return [];
  const isReached = inScope(ctx.actor, { companyId, ownerIds: [saleId] });
  const person = await salespersonOf(ctx, { companyId, userId: saleId });
  return choiceFault('saleId', isReached ? person : undefined, false);
}

async function zoneOf(ctx: Ctx, amphoeId: number | null): Promise<string | null> {
  if (amphoeId === null) return null;
  const found = await ctx.db
    .selectFrom('zoneAmphoes')
    .where('amphoeId', '=', amphoeId)
    .select('zoneId')
    .executeTakeFirst();
  return found?.zoneId ?? null;
}

/** Checks a body against the tables and turns it into columns. */
export async function preparedCustomer(
  ctx: Ctx,
  body: Body,
  { companyId, before }: { companyId: string; before?: { saleId: string; consentAt: Date | null } },
) {
  const faults = nameFaults(body);
  const addressAt = async (field: 'registeredAddress' | 'billingAddress' | 'shippingAddress') => {
    const input = body[field];
    if (input == null) return null;
    const { address, faults: found } = await addressOf(input, field);
    faults.push(...found);
    return address;
  };
  const [registered, billing, shipping] = [
    await addressAt('registeredAddress'),
    await addressAt('billingAddress'),
    await addressAt('shippingAddress'),
  ];
  const installAddresses = [];
  for (const [index, place] of (body.installAddresses ?? []).entries()) {
    const { address, faults: found } = await addressOf(
      place.address,
      `installAddresses[${index}].address`,
    );
    faults.push(...found);
    installAddresses.push({
      name: place.name,
      address,
      contactName: place.contactName || null,
      contactPhone: place.contactPhone ?? null,
    });
  }
  if (registered === null) throw new Error('the contract asks for an address');
  const saleId = body.saleId ?? before?.saleId ?? ctx.actor.userId;
  faults.push(
    ...(await saleFaults(ctx, {
      saleId,
      companyId,
      ...(before ? { before: before.saleId } : {}),
    })),
  );
  const isJuristic = body.type === 'juristic';
  const values = {
    type: body.type,
    prefix: body.prefix || null,
    firstName: isJuristic ? null : body.firstName || null,
    lastName: isJuristic ? null : body.lastName || null,
    companyName: isJuristic ? body.companyName || null : null,
    name: customerName(body),
    nameEn: body.nameEn || null,
    taxId: body.taxId || null,
    branchCode: isJuristic ? (body.branchCode ?? null) : null,
    phone: body.phone,
    phone2: body.phone2 ?? null,
    email: body.email ?? null,
    lineId: body.lineId || null,
    birthDate: isJuristic ? null : (body.birthDate ?? null),
    contacts: body.contacts.map((contact) => ({
      name: contact.name,
      role: contact.role || null,
      phone: contact.phone ?? null,
      email: contact.email ?? null,
    })),
    registeredAddress: registered,
    billingAddress: billing,
    shippingAddress: shipping,
    ...(body.installAddresses === undefined ? {} : { installAddresses }),
    saleId,
    zoneId: await zoneOf(ctx, registered.amphoeId),
    source: body.source || null,
    creditTermDays: body.creditTermDays,
    consentAt: body.hasConsent ? (before?.consentAt ?? ctx.clock.now()) : null,
    remark: body.remark || null,
  };
  return { values, faults };
}

/** Adds a customer; answers its id. */
export async function addCustomer(
  ctx: Ctx,
  { companyId, ...rest }: Input<'customers.create'>['body'],
): Promise<string> {
  const { values, faults } = await preparedCustomer(ctx, rest, { companyId });
  refuseFaults([...(await companyFaults(ctx, companyId)), ...faults]);
  return customerMaster.insert(ctx, {
    values: { companyId, code: await nextCode(ctx), ...values },
  });
}

export async function createCustomer(ctx: Ctx, { body }: Input<'customers.create'>) {
  return { data: await customerById(ctx, await addCustomer(ctx, body)) };
}

export async function updateCustomer(ctx: Ctx, { params, body }: Input<'customers.update'>) {
  // Whoever is shown masked values would write them back.
  if (!seesPersonalData(ctx)) throw forbidden();
  const before = await lockedCustomer(ctx, params.id);
  const { version, isActive, ...rest } = body;
  const { values, faults } = await preparedCustomer(ctx, rest, {
    companyId: before.companyId,
    before,
  });
  if (isActive && before.mergedIntoId !== null) faults.push({ field: 'isActive', code: 'MERGED' });
  refuseFaults(faults);
  expectVersion(before, version);
  await customerMaster.update(ctx, before, { values: { ...values, isActive } });
  return { data: await customerById(ctx, before.id) };
}

export async function blacklistCustomer(ctx: Ctx, { params, body }: Input<'customers.blacklist'>) {
  const before = await lockedCustomer(ctx, params.id);
  expectVersion(before, body.version);
  await customerMaster.update(ctx, before, {
    values: {
      isBlacklisted: body.isBlacklisted,
      blacklistReason: body.isBlacklisted ? body.reason : null,
    },
    action: body.isBlacklisted ? 'blacklist' : 'admit',
    reason: body.reason,
  });
  return { data: await customerById(ctx, before.id) };
}
