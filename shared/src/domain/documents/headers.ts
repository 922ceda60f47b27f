import { numberPeriod } from '../values/dates.ts';

/** Kinds of document that print a header, by the page that keeps their headers. */
export const HEADER_TYPES = {
  'contract-header': ['contract'],
  'purchase-header': ['purchaseRequest', 'purchaseOrder', 'acceptance'],
} as const;

export type HeaderPage = keyof typeof HEADER_TYPES;
export type HeaderType = (typeof HEADER_TYPES)[HeaderPage][number];

export const HEADER_PAGES = ['contract-header', 'purchase-header'] as const satisfies HeaderPage[];
export const ALL_HEADER_TYPES = [
  ...HEADER_TYPES['contract-header'],
  ...HEADER_TYPES['purchase-header'],
] as const;

/** The page whose verbs guard the headers of a kind of document. */
export const pageOfHeader = (type: HeaderType): HeaderPage =>
  HEADER_PAGES.find((page) => (HEADER_TYPES[page] as readonly string[]).includes(type)) ??
  'purchase-header';

/** The sequence of numbers that a kind of document takes its own from. */
export const NUMBERED_TYPES = {
  purchaseRequest: 'PR',
  purchaseOrder: 'PO',
  acceptance: 'RC',
} as const satisfies Partial<Record<HeaderType, string>>;

/** When counting begins anew. */
export const NUMBER_RESETS = ['monthly', 'yearly', 'never'] as const;
export type NumberReset = (typeof NUMBER_RESETS)[number];

/** How numbers of a kind are written: `PR2611-0001` is PR, monthly, 4 digits. */
export interface NumberRule {
  readonly prefix: string;
  readonly reset: NumberReset;
  readonly digits: number;
}

/** What of a date a number says, and counts within: `2611`, `26` or nothing. */
export const periodOf = (date: string, reset: NumberReset): string => {
  const month = numberPeriod(date);
  return { monthly: month, yearly: month.slice(0, 2), never: '' }[reset];
};

/** A number as it is written. */
export const formatNumber = (
  { prefix, digits }: Pick<NumberRule, 'prefix' | 'digits'>,
  { period, count }: { readonly period: string; readonly count: number },
): string => `${prefix}${period}-${String(count).padStart(digits, '0')}`;

/**
 * Whose name stands under a signature: whoever did something to the document, one person, or a role;
 * `blank`: whoever signs writes it by hand.
 */
export const SIGNERS = ['creator', 'approver', 'receiver', 'person', 'role', 'blank'] as const;

export interface SignatureBlock {
  readonly labelEn: string;
  readonly labelTh: string;
  readonly signer: (typeof SIGNERS)[number];
  /** Of `person`. */
  readonly userId?: string | null | undefined;
  /** Of `role`. */
  readonly roleId?: string | null | undefined;
  /** What person or role were called when the header was printed or frozen. */
  readonly nameEn?: string | null | undefined;
  readonly nameTh?: string | null | undefined;
}

export const MAX_SIGNATURES = 4;

/** A logo is printed on every document, so that it is kept small: 1 MB, and pixels on either side. */
export const LOGO_BYTES = 1024 * 1024;
export const LOGO_PIXELS = { min: 16, max: 1500 } as const;
