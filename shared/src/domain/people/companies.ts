/** A company is registered for VAT with its head office and each of its branches. */
export const BRANCH_TYPES = ['headOffice', 'branch'] as const;
export type BranchType = (typeof BRANCH_TYPES)[number];

/** Branch code of every head office. */
export const HEAD_OFFICE = '00000';

export const branchTypeOf = (branchCode: string): BranchType =>
  branchCode === HEAD_OFFICE ? 'headOffice' : 'branch';

/** The name of a branch, on papers and screens alike. */
export const branchName = (code: string, locale: 'en' | 'th'): string =>
  code === HEAD_OFFICE
    ? { en: 'Head office', th: 'สำนักงานใหญ่' }[locale]
    : `${{ en: 'Branch', th: 'สาขาที่' }[locale]} ${code}`;
