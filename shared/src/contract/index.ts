import { adminArea } from './areas/admin.ts';
import { auditsArea } from './areas/audits.ts';
import { authArea } from './areas/auth.ts';
import { bankStatementsArea } from './areas/bankStatements.ts';
import { biddingArea } from './areas/bidding.ts';
import { billingNotesArea } from './areas/billingNotes.ts';
import { claimsArea } from './areas/claims.ts';
import { commentsArea } from './areas/comments.ts';
import { containerMaintenanceArea } from './areas/containerMaintenance.ts';
import { containerMastersArea } from './areas/containerMasters.ts';
import { containerReceiptsArea } from './areas/containerReceipts.ts';
import { containerRequisitionsArea } from './areas/containerRequisitions.ts';
import { containerTransfersArea } from './areas/containerTransfers.ts';
import { contractClausesArea } from './areas/contractClauses.ts';
import { contractsArea } from './areas/contracts.ts';
import { customersArea } from './areas/customers.ts';
import { dashboardArea, dashboardChartsArea } from './areas/dashboard.ts';
import { debitNotesArea } from './areas/debitNotes.ts';
import { destructionsArea } from './areas/destructions.ts';
import { estimateLinksArea } from './areas/estimateLinks.ts';
import { exportsArea } from './areas/exports.ts';
import { faultLinksArea } from './areas/faultLinks.ts';
import { faultReportsArea } from './areas/faultReports.ts';
import { formDraftsArea } from './areas/formDrafts.ts';
import { importsArea } from './areas/imports.ts';
import { inspectionsArea } from './areas/inspections.ts';
import { inventoryArea } from './areas/inventory.ts';
import { jobPlanningArea } from './areas/jobPlanning.ts';
import { jobsArea } from './areas/jobs.ts';
import { jobUploadsArea } from './areas/jobUploads.ts';
import { ledgerArea } from './areas/ledger.ts';
import { moneyArea } from './areas/money.ts';
import { notificationChoicesArea } from './areas/notifications.ts';
import { partRecordsArea } from './areas/partRecords.ts';
import { partSalesArea } from './areas/partSales.ts';
import { pmSchedulesArea } from './areas/pmSchedules.ts';
import { productsArea } from './areas/products.ts';
import { purchasingArea } from './areas/purchasing.ts';
import { repairsArea } from './areas/repairs.ts';
import { reportSchedulesArea } from './areas/reportSchedules.ts';
import { reportsArea } from './areas/reports.ts';
import { requisitionsArea } from './areas/requisitions.ts';
import { searchArea } from './areas/search.ts';
import { serviceMastersArea } from './areas/serviceMasters.ts';
import { sharedViewsArea } from './areas/sharedViews.ts';
import { softwareArea } from './areas/software.ts';
import { soldContainersArea } from './areas/soldContainers.ts';
import { stockArea } from './areas/stock.ts';
import { supplierPartsArea } from './areas/supplierParts.ts';
import { supplierPaymentsArea } from './areas/supplierPayments.ts';
import { taxesArea } from './areas/taxes.ts';
import { telemetryArea } from './areas/telemetry.ts';
import { tracingArea } from './areas/tracing.ts';
import { transfersArea } from './areas/transfers.ts';
import { transformationsArea } from './areas/transformations.ts';
import { waitingArea } from './areas/waiting.ts';
import { warehouseArea } from './areas/warehouse.ts';
import { warrantiesArea } from './areas/warranties.ts';

/** The contract: every call that the product makes, by name `<family>.<call>`. */
export const contract = {
  ...jobPlanningArea,
  ...jobsArea,
  ...jobUploadsArea,
  ...partSalesArea,
  ...warrantiesArea,
  ...contractClausesArea,
  ...inspectionsArea,
  ...containerRequisitionsArea,
  ...containerTransfersArea,
  ...authArea,
  ...dashboardArea,
  ...dashboardChartsArea,
  ...notificationChoicesArea,
  ...commentsArea,
  ...waitingArea,
  ...adminArea,
  ...exportsArea,
  ...formDraftsArea,
  ...importsArea,
  ...inventoryArea,
  ...warehouseArea,
  ...stockArea,
  ...requisitionsArea,
  ...claimsArea,
  ...partRecordsArea,
  ...customersArea,
  ...contractsArea,
  ...destructionsArea,
  ...repairsArea,
  ...auditsArea,
  ...transfersArea,
  ...transformationsArea,
  ...containerMastersArea,
  ...productsArea,
  ...containerReceiptsArea,
  ...serviceMastersArea,
  ...estimateLinksArea,
  ...faultLinksArea,
  ...faultReportsArea,
  ...pmSchedulesArea,
  ...containerMaintenanceArea,
  ...softwareArea,
  ...soldContainersArea,
  ...purchasingArea,
  ...biddingArea,
  ...supplierPaymentsArea,
  ...supplierPartsArea,
  ...moneyArea,
  ...debitNotesArea,
  ...billingNotesArea,
  ...taxesArea,
  ...bankStatementsArea,
  ...reportsArea,
  ...reportSchedulesArea,
  ...sharedViewsArea,
  ...searchArea,
  ...telemetryArea,
  ...tracingArea,
  ...ledgerArea,
} as const;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;
type NamesOf<K extends string> = {
  [N in EndpointName]: Contract[N] extends { kind: K } ? N : never;
}[EndpointName];
export type ListName = NamesOf<'list'>;
export type OneName = NamesOf<'one'>;
export type MutationName = NamesOf<'mutation'>;
export type FileName = NamesOf<'file'>;

/** Base of every path in the table. */
export const API_BASE = '/api/v1';

export * from './areas/admin.ts';
export * from './areas/audits.ts';
export * from './areas/auth.ts';
export * from './areas/bankStatements.ts';
export * from './areas/bidding.ts';
export * from './areas/claims.ts';
export * from './areas/comments.ts';
export * from './areas/containerMasters.ts';
export * from './areas/containerReceipts.ts';
export * from './areas/customers.ts';
export * from './areas/destructions.ts';
export * from './areas/exports.ts';
export * from './areas/formDrafts.ts';
export * from './areas/imports.ts';
export * from './areas/inventory.ts';
export * from './areas/ledger.ts';
export * from './areas/money.ts';
export * from './areas/notifications.ts';
export * from './areas/partRecords.ts';
export * from './areas/products.ts';
export * from './areas/purchasing.ts';
export * from './areas/repairs.ts';
export * from './areas/reportSchedules.ts';
export * from './areas/reports.ts';
export * from './areas/requisitions.ts';
export * from './areas/search.ts';
export * from './areas/sharedViews.ts';
export * from './areas/software.ts';
export * from './areas/soldContainers.ts';
export * from './areas/stock.ts';
export * from './areas/supplierParts.ts';
export * from './areas/telemetry.ts';
export * from './areas/tracing.ts';
export * from './areas/transfers.ts';
export * from './areas/transformations.ts';
export * from './areas/warehouse.ts';
export * from './common.ts';
export * from './draftForms.ts';
export * from './endpoint.ts';
export * from './list.ts';
export { type DocumentMove, MOVES_SHOWN } from './moves.ts';
export * from './remote.ts';
export * from './report.ts';
