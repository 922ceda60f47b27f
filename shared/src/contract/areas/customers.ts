import * as z from 'zod/mini';
import {
  CUSTOMER_CHANNELS,
  CUSTOMER_FILE_KINDS,
  CUSTOMER_MESSAGE_STATUSES,
  CUSTOMER_TYPES,
  MAX_INSTALL_ADDRESSES,
} from '../../domain/sales/customers.ts';
import * as field from '../../domain/values/fields.ts';
import { active, historyEntry, nothing, recordFields, ref, userRef } from '../common.ts';
import { ability, file, formsOf, list, lookup, mutation, one } from '../endpoint.ts';
import { ADDRESS_LOOKUPS, addressOut, addressSchema } from './inventory.ts';

/** Customers (docs/domain/containers.md): persons and companies, each with one salesperson. */

const BASE = '/back-office/customers';

/** Without `view-pii` tax id, phone and e-mail come masked, and the address as its province. */
const customerRow = z.object({
  ...recordFields,
  code: z.string(),
  type: z.enum(CUSTOMER_TYPES),
  /** The English name where there is one; `nameTh` is the name as it stands on documents. */
  name: z.string(),
  nameTh: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  branchCode: z.nullable(z.string()),
  phone: z.string(),
  email: z.nullable(z.string()),
  province: z.nullable(z.string()),
  company: ref(),
  sale: z.nullable(userRef()),
  zone: z.nullable(ref()),
  isBlacklisted: z.boolean(),
  isActive: z.boolean(),
});

const contact = z.object({
  name: field.requiredText(120),
  role: field.nullish(field.text(80)),
  phone: field.nullish(field.phone()),
  email: field.nullish(field.email()),
});

const customerFile = z.object({
  id: field.id(),
  fileName: z.string(),
  mime: z.string(),
  size: z.int(),
  kind: z.enum(CUSTOMER_FILE_KINDS),
  expiresOn: z.nullable(field.date()),
  isExpired: z.boolean(),
  createdAt: field.instant(),
  by: z.nullable(userRef()),
});

const customerDetail = z.extend(customerRow, {
  prefix: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  nameEn: z.nullable(z.string()),
  phone2: z.nullable(z.string()),
  lineId: z.nullable(z.string()),
  birthDate: z.nullable(field.date()),
  contacts: z.array(
    z.object({
      name: z.string(),
      role: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  /** null: hidden from this person. */
  registeredAddress: z.nullable(addressOut),
  billingAddress: z.nullable(addressOut),
  shippingAddress: z.nullable(addressOut),
  /** Places for containers, which a contract proposes; null: hidden from this person. */
  installAddresses: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        address: addressOut,
        contactName: z.nullable(z.string()),
        contactPhone: z.nullable(z.string()),
      }),
    ),
  ),
  source: z.nullable(z.string()),
  creditTermDays: z.int(),
  consentAt: z.nullable(field.instant()),
  blacklistReason: z.nullable(z.string()),
  /** The customer that this one was merged into. */
  mergedInto: z.nullable(ref()),
  remark: z.nullable(z.string()),
  attachments: z.array(customerFile),
  history: z.array(historyEntry),
  /** Personal data is shown in full. */
  seesPersonalData: z.boolean(),
});
export type CustomerDetail = z.infer<typeof customerDetail>;

const customerBody = {
  type: z.enum(CUSTOMER_TYPES, { error: 'ONE_OF' }),
  prefix: field.nullish(field.text(40)),
  firstName: field.nullish(field.text(100)),
  lastName: field.nullish(field.text(100)),
  companyName: field.nullish(field.text(200)),
  nameEn: field.nullish(field.text(200)),
  taxId: field.nullish(field.taxId()),
  branchCode: field.nullish(field.branchCode()),
  phone: field.phone(),
  phone2: field.nullish(field.phone()),
  email: field.nullish(field.email()),
  lineId: field.nullish(field.text(60)),
  birthDate: field.nullish(field.date()),
  contacts: z.array(contact).check(z.maxLength(20, { error: 'TOO_MANY' })),
  registeredAddress: addressSchema,
  /** Absent: the registered one. */
  billingAddress: field.nullish(addressSchema),
  shippingAddress: field.nullish(addressSchema),
  /** Absent: as they are. */
  installAddresses: field.optional(
    z
      .array(
        z.object({
          name: field.requiredText(120),
          address: addressSchema,
          contactName: field.nullish(field.text(120)),
          contactPhone: field.nullish(field.phone()),
        }),
      )
      .check(z.maxLength(MAX_INSTALL_ADDRESSES, { error: 'TOO_MANY' })),
  ),
  /** Absent: whoever saves it. */
  saleId: field.nullish(field.id()),
  source: field.nullish(field.text(80)),
  creditTermDays: field.integer(0, 365),
  hasConsent: field.flag(),
  remark: field.nullish(field.longText(1000)),
};

const lookups = ['companies.all', 'users.all', ...ADDRESS_LOOKUPS];
const touches = ['customers'];

export const customersArea = {
  'customers.list': list({
    isSearched: true,
    path: BASE,
    access: ability('customer-data:view'),
    summary: 'Customers',
    list: {
      filters: {
        type: { kind: 'enum', values: CUSTOMER_TYPES },
        saleId: { kind: 'id', lookup: 'users.all' },
        companyId: { kind: 'id', lookup: 'companies.all' },
        zoneId: { kind: 'id', lookup: 'zones.all' },
        isBlacklisted: { kind: 'flag' },
        isActive: { kind: 'flag' },
      },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: '-createdAt',
      exportAbility: 'customer-data:export',
      exportColumns: [
        'code',
        'type',
        'name',
        'nameTh',
        'taxId',
        'branchCode',
        'phone',
        'email',
        'province',
        'sale',
        'isBlacklisted',
        'isActive',
      ],
    },
    row: customerRow,
  }),
  'customers.master': list({
    path: `${BASE}/master`,
    access: lookup(...formsOf('customer-data', 'purchase-contract', 'parts-sales')),
    summary: 'Choice of a customer with whom one may agree on something',
    list: {
      filters: {
        /** Those on the blacklist as well: nothing is agreed with them, but they pay what they owe. */
        paying: { kind: 'flag' },
      },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
    }),
  }),
  'customers.exist': mutation({
    method: 'POST',
    path: `${BASE}/exist/params`,
    access: lookup(...formsOf('customer-data')),
    summary: 'Whether a customer of this tax id and branch, name or phone is known',
    notice: 'none',
    body: z.object({
      taxId: field.optional(field.taxId()),
      branchCode: field.optional(field.branchCode()),
      name: field.optional(field.text(200)),
      phone: field.optional(field.phone()),
      excludeId: field.optional(field.id()),
    }),
    data: z.object({
      exists: z.boolean(),
      matches: z.array(
        z.object({
          /** null: outside the own scope; only whom to ask is told. */
          id: z.nullable(field.id()),
          code: z.nullable(z.string()),
          name: z.nullable(z.string()),
          field: z.enum(['taxId', 'name', 'phone']),
          sale: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  'customers.get': one({
    path: `${BASE}/:id`,
    access: ability('customer-data:view'),
    summary: 'A customer',
    data: customerDetail,
  }),
  'customers.messages': one({
    path: `${BASE}/:id/messages`,
    access: ability('customer-data:view'),
    summary:
      'What was sent to a customer last: e-mails about invoices, LINE messages of containers',
    data: z.array(
      z.object({
        id: field.id(),
        channel: z.enum(CUSTOMER_CHANNELS),
        /** What it was about. */
        about: z.object({ type: z.enum(['invoice', 'container']), id: field.id(), no: z.string() }),
        /** Of an e-mail masked without `view-pii`; a LINE message goes to the owner's channel. */
        sentTo: z.nullable(z.string()),
        /** What was said, where it is not the invoice itself. */
        text: z.nullable(z.string()),
        at: field.instant(),
        /** null: it went by itself. */
        by: z.nullable(userRef()),
        status: z.enum(CUSTOMER_MESSAGE_STATUSES),
      }),
    ),
  }),
  'customers.create': mutation({
    method: 'POST',
    path: `${BASE}/create-customer`,
    access: ability('customer-data:create'),
    summary: 'Adds a customer; the code is given',
    status: 201,
    lookups,
    body: z.object({ companyId: field.id(), ...customerBody }),
    data: customerDetail,
    touches,
  }),
  'customers.update': mutation({
    method: 'PUT',
    path: `${BASE}/:id/update-customer`,
    access: ability('customer-data:update'),
    summary: 'Changes or deactivates a customer',
    lookups,
    body: z.object({ version: field.version(), ...customerBody, ...active }),
    data: customerDetail,
    touches,
  }),
  'customers.blacklist': mutation({
    method: 'POST',
    path: `${BASE}/:id/blacklist`,
    access: ability('customer-data:blacklist'),
    summary: 'Bars a customer from new agreements, or admits it again',
    body: z.object({
      version: field.version(),
      isBlacklisted: field.flag(),
      reason: field.reason(),
    }),
    data: customerDetail,
    touches,
  }),
  'customers.merge': mutation({
    method: 'POST',
    path: `${BASE}/:id/merge`,
    access: ability('customer-data:merge'),
    summary: 'Gives everything of a duplicate to the customer that stays',
    lookups: ['customers.master'],
    body: z.object({
      version: field.version(),
      intoId: field.id(),
      reason: field.reason(),
    }),
    data: customerDetail,
    touches,
  }),
  'customers.delete': mutation({
    method: 'DELETE',
    path: `${BASE}/:id`,
    access: ability('customer-data:delete'),
    summary: 'Deletes a customer never used',
    data: nothing(),
    touches,
  }),
  'customers.upload': mutation({
    method: 'POST',
    path: `${BASE}/upload-files`,
    access: ability('customer-data:upload'),
    summary: 'Takes files that are then bound to a customer; unbound ones go after a day',
    notice: 'none',
    status: 201,
    files: { field: 'files', max: 10 },
    data: z.object({
      files: z.array(z.object({ fileId: field.id(), fileName: z.string(), size: z.int() })),
    }),
  }),
  'customers.mapAttachment': mutation({
    method: 'POST',
    path: `${BASE}/:id/map-attachment`,
    access: ability('customer-data:upload'),
    summary: 'Binds uploaded files to a customer',
    body: z.object({
      fileIds: z
        .array(field.id())
        .check(z.minLength(1, { error: 'FILE_REQUIRED' }), z.maxLength(10, { error: 'TOO_MANY' })),
      kind: z.enum(CUSTOMER_FILE_KINDS, { error: 'ONE_OF' }),
      expiresOn: field.nullish(field.date()),
    }),
    data: customerDetail,
    touches,
  }),
  'customers.detach': mutation({
    method: 'DELETE',
    path: `${BASE}/:id/attachments/:attachmentId`,
    access: ability('customer-data:upload'),
    summary: 'Removes a file of a customer that this person attached',
    data: nothing(),
    touches,
  }),
  'customers.file': file({
    path: `${BASE}/:id/attachments/:attachmentId`,
    access: ability('customer-data:view-pii'),
    summary: 'A file of a customer; each download is logged',
    mime: 'application/octet-stream',
  }),
} as const;
