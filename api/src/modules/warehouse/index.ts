import { type Ctx, today } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { auditFamily, auditHandlers } from './audits/index.ts';
import { claimArrivals } from './claims/arrivals.ts';
import { claimFamily, claimHandlers, claimsNightly } from './claims/index.ts';
import { destructionFamily, destructionHandlers } from './destructions/index.ts';
import {
  goodsImportConstraints,
  goodsImportFamily,
  goodsImportHandlers,
} from './goodsImport/index.ts';
import { registerImportSource } from './goodsImport/sources.ts';
import { categoryValues } from './parts/categoryValues.ts';
import { partImageHandlers } from './parts/images.ts';
import { partConstraints, partHandlers } from './parts/parts.ts';
import { partRecordHandlers } from './parts/records.ts';
import { repairFamily, repairHandlers } from './repairs/index.ts';
import {
  requisitionFamily,
  requisitionHandlers,
  requisitionsNightlyApart,
} from './requisitions/index.ts';
import { documentMoves } from './stock/documentMoves.ts';
import { stockHandlers } from './stock/index.ts';
import { tracingHandlers } from './tracing/index.ts';
import { transferArrivals } from './transfers/arrivals.ts';
import { transferFamily, transferHandlers, transfersNightly } from './transfers/index.ts';
import { transformationFamily, transformationHandlers } from './transformations/index.ts';

registerImportSource('claimReplacement', claimArrivals);
registerImportSource('claimReturn', claimArrivals);
registerImportSource('transfer', transferArrivals);

/** Recalculates the levels of parts whose lots have expired: such stock is no longer available. */
async function refreshExpired(ctx: Ctx): Promise<void> {
  await ctx.pg.query(
    `
    select refresh_stock_levels(array_agg(b.company_id), array_agg(b.item_id), $1::date)
    from lots l join stock_balances b on b.lot_id = l.id and b.item_type = 'part'
    where l.expiry_date < $1::date and b.is_physical and b.on_hand <> 0
    having count(*) > 0`,
    [today(ctx.clock)],
  );
}

/** Parts, stock, and the documents that move stock. */
export const warehouseModule = {
  categoryValues,
  documentMoves,
  handlers: {
    ...auditHandlers,
    ...claimHandlers,
    ...destructionHandlers,
    ...goodsImportHandlers,
    ...partHandlers,
    ...partImageHandlers,
    ...partRecordHandlers,
    ...repairHandlers,
    ...requisitionHandlers,
    ...stockHandlers,
    ...tracingHandlers,
    ...transferHandlers,
    ...transformationHandlers,
  },
  constraints: { ...goodsImportConstraints, ...partConstraints },
  nightly: [refreshExpired, ...transfersNightly, ...claimsNightly],
  nightlyApart: requisitionsNightlyApart,
  families: [
    goodsImportFamily,
    requisitionFamily,
    claimFamily,
    destructionFamily,
    repairFamily,
    auditFamily,
    transferFamily,
    transformationFamily,
  ],
} satisfies ServerModule;
export { insertClaim, type NewClaim } from './claims/draft.ts';
export { type Verdict, verdictsOf } from './claims/warranty.ts';
export { insertDestruction } from './destructions/draft.ts';
export {
  createImportForReceipt,
  insertImport,
  prepareImport,
  withdrawImports,
} from './goodsImport/create.ts';
export { type ImportSource, registerImportSource } from './goodsImport/sources.ts';
export type { PreparedImport } from './goodsImport/types.ts';
export { countsWhole } from './parts/levelRules.ts';
export { lineFaults } from './parts/lineFaults.ts';
export { jobPartChoices } from './parts/partLists.ts';
export { seesCost } from './parts/partRows.ts';
export { partsImport } from './parts/partsImport.ts';
export { exchange, foundFor, type Plan, planOf } from './picking/plan.ts';
export {
  importLinesOf,
  returnedByPick,
  returnedPicks,
  serialsBack,
  type TakenPick,
} from './picking/returning.ts';
export { IS_SOFT_LOCKED } from './picking/softLock.ts';
export { insertRepair } from './repairs/draft.ts';
export { availableOf } from './requisitions/available.ts';
export {
  consumeForJob,
  giveUpForJob,
  handOutOfVans,
  inHandQty,
  isOpenRequisition,
  jobPartsOf,
  markPartsBillable,
  requestForJob,
  returnAllOfJob,
  returnForJob,
  type UsedPiece,
  valueOfParts,
} from './requisitions/forJob.ts';
export { type JobPartsEvent, onJobParts } from './requisitions/jobHooks.ts';
export { alertDrift, verifiedStock } from './stock/alert.ts';
export { blindSpot, withoutHiddenStock } from './stock/blind.ts';
export { namesOf as stockNamesOf, partFactsOf } from './stock/facts.ts';
export { findStock, type NamedStock } from './stock/places.ts';
