import { contractMachine } from './contractMachine.ts';
import type { ContractType, TitleHolder } from './paymentPlan.ts';

/** What of a container the warranty of a contract covers (docs/domain/containers.md "Contract"). */
export const CONTRACT_COVERAGES = ['full', 'partsOnly', 'labourOnly'] as const;
export type ContractCoverage = (typeof CONTRACT_COVERAGES)[number];

export const MAX_WITNESSES = 4;

/** An address by codes: written out in the language of its reader. */
export interface Place {
  readonly line1: string;
  readonly provinceId: number | null;
  readonly amphoeId: number | null;
  readonly districtId: number | null;
  readonly zipcode: string | null;
}

/** The address of a site in a language; one that was typed stays as it was. */
export const siteAddress = (
  { address, addressEn }: Pick<InstallSite, 'address' | 'addressEn'>,
  locale: 'en' | 'th',
): string => (locale === 'en' && addressEn ? addressEn : address);

/** Where a container is to stand, and who opens the door there. */
export interface InstallSite {
  /** As it is written in Thai, or as it was typed. */
  readonly address: string;
  /** The same in English, where the codes of its place are known. */
  readonly addressEn?: string;
  readonly place?: Place;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly contactName: string;
  readonly contactPhone: string;
}

/**
 * Whose the container is once a contract is in force (domain-containers 2.5): a sale hands the title over
 * with the container, hire purchase as it says and at the latest with the last payment, a lease never.
 */
export function titleInForce({
  type,
  titleHolder,
  status,
}: {
  readonly type: ContractType;
  readonly titleHolder: TitleHolder;
  readonly status: string;
}): TitleHolder {
  if (type === 'lease') return 'company';
  const isPaidUp = contractMachine.actions.complete.to.some((state) => state === status);
  return type === 'sale' || isPaidUp ? 'customer' : titleHolder;
}
