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

/** Whose name stands under a signature; `blank`: whoever signs writes it by hand. */
export const SIGNERS = ['creator', 'approver', 'receiver', 'blank'] as const;

export interface SignatureBlock {
  readonly labelEn: string;
  readonly labelTh: string;
  readonly signer: (typeof SIGNERS)[number];
}

export const MAX_SIGNATURES = 4;

/** A logo is printed on every paper, so that it is kept small: 1 MB, and pixels on either side. */
export const LOGO_BYTES = 1024 * 1024;
export const LOGO_PIXELS = { min: 16, max: 1500 } as const;
