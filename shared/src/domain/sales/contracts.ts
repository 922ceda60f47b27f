/** What of a container the warranty of a contract covers (docs/domain/containers.md "Contract"). */
export const CONTRACT_COVERAGES = ['full', 'partsOnly', 'labourOnly'] as const;
export type ContractCoverage = (typeof CONTRACT_COVERAGES)[number];

export const MAX_WITNESSES = 4;

/** Where a container is to stand, and who opens the door there. */
export interface InstallSite {
  readonly address: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly contactName: string;
  readonly contactPhone: string;
}
