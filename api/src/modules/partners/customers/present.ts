import { can } from '@boxyard/shared/domain';
import { masked, maskedEmail } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  historyOf,
  notFound,
  type ScopeColumns,
  today,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { geography, refOf, shownAddress } from '../../masterData/index.ts';

/** A customer is seen by its salesperson, that person's team, and by whoever has a wider scope. */
export const CUSTOMER_SCOPE: ScopeColumns = {
  company: 'c.company_id',
  owner: ['c.sale_id'],
  zone: 'c.zone_id',
};

/** Tax id, phone, e-mail and address in full (docs/domain/containers.md "Customers"). */
export const seesPersonalData = ({ actor }: Ctx): boolean =>
  can(actor.grants, 'customer-data:view-pii');

export const visibleCustomers = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('customers as c'), ctx.actor, CUSTOMER_SCOPE);

/** What a list shows, and a detail besides more. */
export const withRow = (query: ReturnType<typeof visibleCustomers>) =>
  query.select([
    'c.id',
    'c.version',
    'c.createdAt',
    'c.updatedAt',
    'c.companyId',
    'c.code',
    'c.type',
    'c.name',
    'c.nameEn',
    'c.taxId',
    'c.branchCode',
    'c.phone',
    'c.email',
    'c.registeredAddress',
    'c.saleId',
    'c.zoneId',
    'c.isBlacklisted',
    'c.isActive',
  ]);

export type CustomerRow = Awaited<ReturnType<ReturnType<typeof withRow>['execute']>>[number];

const shortEmail = (email: string | null): string | null =>
  email === null ? null : maskedEmail(email);

export async function shownRows(ctx: Ctx, rows: readonly CustomerRow[]) {
  const [places, refs] = await Promise.all([
    geography(),
    loadRefs(ctx, {
      company: rows.map(({ companyId }) => companyId),
      user: rows.map(({ saleId }) => saleId),
    }),
  ]);
  const zones = await zonesOf(
    ctx,
    rows.map(({ zoneId }) => zoneId),
  );
  const inFull = seesPersonalData(ctx);
  return rows.map((row) => {
    const province = places.province.get(row.registeredAddress.provinceId ?? 0);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      code: row.code,
      type: row.type,
      name: row.nameEn ?? row.name,
      nameTh: row.name,
      taxId: row.taxId === null || inFull ? row.taxId : masked(row.taxId),
      branchCode: row.branchCode,
      phone: inFull ? row.phone : masked(row.phone),
      email: inFull ? row.email : shortEmail(row.email),
      province: (ctx.locale === 'th' ? province?.nameTh : province?.nameEn) ?? null,
      company: refs.ref(row.companyId),
      sale: refs.user(row.saleId),
      zone: row.zoneId === null ? null : (zones.get(row.zoneId) ?? null),
      isBlacklisted: row.isBlacklisted,
      isActive: row.isActive,
    };
  });
}

async function zonesOf(ctx: Ctx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map<string, ReturnType<typeof refOf>>();
  const rows = await ctx.db
    .selectFrom('zones')
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .select(['id', 'code', 'name', 'nameTh'])
    .execute();
  return new Map(rows.map((row) => [row.id, refOf(row.id, row.code, row)]));
}

/** Files that are bound to a customer, the latest first. */
async function filesOf(ctx: Ctx, customerId: string) {
  const rows = await ctx.db
    .selectFrom('customerFiles as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .leftJoin('users as u', 'u.id', 'a.createdBy')
    .where('a.customerId', '=', customerId)
    .where('a.removedAt', 'is', null)
    .orderBy('a.createdAt', 'desc')
    .orderBy('a.id')
    .select([
      'a.id',
      'f.fileName',
      'f.mime',
      'f.size',
      'a.kind',
      'a.expiresOn',
      'a.createdAt',
      'u.id as byId',
      'u.firstName',
      'u.lastName',
    ])
    .execute();
  const day = today(ctx.clock);
  return rows.map(({ byId, firstName, lastName, ...file }) => ({
    ...file,
    isExpired: file.expiresOn !== null && file.expiresOn < day,
    by: byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
  }));
}

/** A customer in full; 404 where there is none in scope. */
export async function customerById(ctx: Ctx, id: string) {
  const row = await withRow(visibleCustomers(ctx).where('c.id', '=', id))
    .select([
      'c.prefix',
      'c.firstName',
      'c.lastName',
      'c.companyName',
      'c.phone2',
      'c.lineId',
      'c.birthDate',
      'c.contacts',
      'c.billingAddress',
      'c.shippingAddress',
      'c.installAddresses',
      'c.source',
      'c.creditTermDays',
      'c.consentAt',
      'c.blacklistReason',
      'c.mergedIntoId',
      'c.remark',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const [shown] = await shownRows(ctx, [row]);
  if (!shown) throw notFound();
  const merged =
    row.mergedIntoId === null
      ? undefined
      : await visibleCustomers(ctx)
          .where('c.id', '=', row.mergedIntoId)
          .select(['c.id', 'c.code', 'c.name', 'c.nameEn'])
          .executeTakeFirst();
  const inFull = seesPersonalData(ctx);
  const hidden = <T>(value: T): T | null => (inFull ? value : null);
  const [attachments, history] = await Promise.all([
    filesOf(ctx, id),
    historyOf(ctx, 'customers', id),
  ]);
  return {
    ...shown,
    prefix: row.prefix,
    firstName: row.firstName,
    lastName: row.lastName,
    companyName: row.companyName,
    nameEn: row.nameEn,
    phone2: hidden(row.phone2),
    lineId: hidden(row.lineId),
    birthDate: hidden(row.birthDate),
    contacts: row.contacts.map((contact) => ({
      ...contact,
      phone: inFull || contact.phone === null ? contact.phone : masked(contact.phone),
      email: inFull ? contact.email : shortEmail(contact.email),
    })),
    registeredAddress: hidden(shownAddress(row.registeredAddress)),
    billingAddress: row.billingAddress && hidden(shownAddress(row.billingAddress)),
    shippingAddress: row.shippingAddress && hidden(shownAddress(row.shippingAddress)),
    installAddresses: hidden(
      row.installAddresses.map((place) => ({ ...place, address: shownAddress(place.address) })),
    ),
    source: row.source,
    creditTermDays: row.creditTermDays,
    consentAt: row.consentAt,
    blacklistReason: row.blacklistReason,
    mergedInto: merged
      ? refOf(merged.id, merged.code, { name: merged.nameEn ?? merged.name, nameTh: merged.name })
      : null,
    remark: row.remark,
    attachments,
    // What was changed names the personal data that was there before.
    history: history.map((entry) => (inFull ? entry : { ...entry, diff: null })),
    seesPersonalData: inFull,
  };
}
