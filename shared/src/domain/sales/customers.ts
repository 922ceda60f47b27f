/** Kinds of customers (docs/domain/containers.md "Customers"). */
export const CUSTOMER_TYPES = ['person', 'juristic'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** What a file of a customer shows. */
export const CUSTOMER_FILE_KINDS = [
  'idCard',
  'houseRegistration',
  'companyCertificate',
  'vatCertificate',
  'bankBook',
  'map',
  'contract',
  'other',
] as const;
export type CustomerFileKind = (typeof CUSTOMER_FILE_KINDS)[number];

/** The papers that a customer of each type needs before a contract is submitted, where the company asks for them. */
export const REQUIRED_FILES = {
  person: 'idCard',
  juristic: 'companyCertificate',
} as const satisfies Readonly<Record<CustomerType, CustomerFileKind>>;

/** By what a customer is told something, and what became of a message. */
export const CUSTOMER_CHANNELS = ['email', 'line', 'sms'] as const;
export const CUSTOMER_MESSAGE_STATUSES = [
  'queued',
  'sent',
  'failed',
  'refused',
  'dropped',
] as const;

/** Files that one customer has at most. */
export const MAX_CUSTOMER_FILES = 20;

/** Places for containers that one customer has at most. */
export const MAX_INSTALL_ADDRESSES = 50;

export interface CustomerNames {
  readonly type: CustomerType;
  readonly prefix?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly companyName?: string | null | undefined;
}

const THAI = /[\u0e00-\u0e7f]$/;

/**
 * The customer's name in full. A Thai title of a person stands directly before the first name
 * (นายสมชาย ใจดี); a legal form stands apart (บริษัท สยาม จำกัด).
 */
export function customerName(names: CustomerNames): string {
  const prefix = names.prefix?.trim() ?? '';
  const rest = (names.type === 'juristic' ? [names.companyName] : [names.firstName, names.lastName])
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
  const isJoined = prefix === '' || (names.type === 'person' && THAI.test(prefix));
  return isJoined ? `${prefix}${rest}` : `${prefix} ${rest}`;
}

/** How much of a tax id or phone number is shown to somebody who may not see personal data. */
const SHOWN = 4;

/** Hides all but the last four characters: `•••••••••1116`. */
export const masked = (value: string): string =>
  value.length <= SHOWN
    ? '•'.repeat(value.length)
    : '•'.repeat(value.length - SHOWN) + value.slice(-SHOWN);

/** `•••@example.com`: whose mail it is stays hidden. */
export const maskedEmail = (email: string): string => `•••${email.slice(email.lastIndexOf('@'))}`;
