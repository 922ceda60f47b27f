/** The ledger's public face (domain-warehouse 3): everybody else imports from here. */

export { refreshLevels } from './levels.ts';
export { type Loss, type LostReservation, releaseForLosses } from './losses.ts';
export {
  clearSupplierWarranty,
  type Delivered,
  ensureLots,
  ensureSerials,
  invalidSerials,
  type LotInput,
  normaliseSerial,
  type SerialInput,
  setCustomerWarranty,
  setSupplierWarranty,
} from './lots.ts';
export { closePeriod, holdPeriod, type PeriodRequest, reopenPeriod } from './periods.ts';
export { type Held, holdBest, type Want } from './pick.ts';
export { ensureSystemPlaces, type Places, placesOf } from './places.ts';
export { postConversion, postMoves, reverseMoves } from './posting.ts';
export { release, reserve, shrink } from './reservations.ts';
export {
  balancesOf,
  type CostBlock,
  costOf,
  hasMoves,
  type PartBalance,
  type StockScope,
  stockOf,
} from './stockOf.ts';
export * from './types.ts';
export { valueByLine } from './valueByLine.ts';
export { nextValueShare } from './valueShare.ts';
export { type StockReport, verifyStock } from './verify.ts';
