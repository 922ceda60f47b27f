/** Where goods come from that are put away (domain-warehouse 1.12, 2.6). */
export const IMPORT_SOURCES = [
  'acceptance',
  'transfer',
  'claimReplacement',
  'claimReturn',
  'repairReturn',
  'dispatchReturn',
  'containerRemoval',
  'saleReturn',
  'transform',
  'opening',
] as const;
