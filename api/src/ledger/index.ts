/** The ledger's public face (domain-warehouse 3): everybody else imports from here. */
export { freeForLosses, type Loss, type LostHold } from './losses.ts';
export {
  clearSupplierWarranty,
  type Delivered,
  ensureLots,
  ensureSerials,
  type LotInput,
  normaliseSerial,
  type SerialInput,
  setCustomerWarranty,
  setSupplierWarranty,
} from './lots.ts';
export { closePeriod, holdPeriod, reopenPeriod } from './periods.ts';
export { type Held, holdBest, type Want } from './pick.ts';
export { ensureSystemPlaces, type Places, placesOf } from './places.ts';
export { postConversion, postMoves, reverseMoves } from './posting.ts';
export { release, reserve, shrink } from './reservations.ts';
export {
  type CostBlock,
  type PartBalance,
  type StockScope,
  stockOf,
} from './stockOf.ts';
export * from './types.ts';
export { valueByLine } from './valueByLine.ts';
export { verifyStock } from './verify.ts';
