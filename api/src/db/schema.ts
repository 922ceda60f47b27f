import type { AuditTables } from './schema/audits.ts';
import type { BankStatementTables } from './schema/bankStatements.ts';
import type { BiddingTables } from './schema/biddings.ts';
import type { ClaimTables } from './schema/claims.ts';
import type { ContainerRequisitionsTables } from './schema/containerRequisitions.ts';
import type { ContainerTables } from './schema/containers.ts';
import type { ContainerTransfersTables } from './schema/containerTransfers.ts';
import type { ContractsTables } from './schema/contracts.ts';
import type { CustomerTables } from './schema/customers.ts';
import type { DestructionTables } from './schema/destructions.ts';
import type { FaultReportTables } from './schema/faultReports.ts';
import type { InspectionsTables } from './schema/inspections.ts';
import type { InvoiceRunTables } from './schema/invoiceRuns.ts';
import type { JobEstimateTables } from './schema/jobEstimates.ts';
import type { JobsTables } from './schema/jobs.ts';
import type { KernelTables } from './schema/kernel.ts';
import type { LedgerTables } from './schema/ledger.ts';
import type { MastersTables } from './schema/masters.ts';
import type { MoneyTables } from './schema/money.ts';
import type { NotificationTables } from './schema/notifications.ts';
import type { PartSalesTables } from './schema/partSales.ts';
import type { PmScheduleTables } from './schema/pmSchedules.ts';
import type { PurchasingTables } from './schema/purchasing.ts';
import type { RemoteTables } from './schema/remotes.ts';
import type { RepairTables } from './schema/repairs.ts';
import type { ReportScheduleTables } from './schema/reportSchedules.ts';
import type { RequisitionTables } from './schema/requisitions.ts';
import type { ServiceMasterTables } from './schema/serviceMasters.ts';
import type { SoftwareTables } from './schema/software.ts';
import type { SoldContainerTables } from './schema/soldContainers.ts';
import type { SupplierPaymentTables } from './schema/supplierPayments.ts';
import type { TeamTables } from './schema/teams.ts';
import type { TerritoryTables } from './schema/territories.ts';
import type { TransferTables } from './schema/transfers.ts';
import type { TransformationTables } from './schema/transformations.ts';
import type { WarrantiesTables } from './schema/warranties.ts';

/**
 * Every table, by the camelCase of its name. Each area adds one file to `schema/` and one line
 * here: `export interface Database extends KernelTables, LedgerTables, MastersTables, … {}`.
 */
export interface Database
  extends JobsTables,
    JobEstimateTables,
    ContractsTables,
    PartSalesTables,
    WarrantiesTables,
    InspectionsTables,
    InvoiceRunTables,
    AuditTables,
    BankStatementTables,
    BiddingTables,
    ClaimTables,
    ContainerRequisitionsTables,
    ContainerTransfersTables,
    ContainerTables,
    CustomerTables,
    DestructionTables,
    FaultReportTables,
    KernelTables,
    LedgerTables,
    MastersTables,
    MoneyTables,
    NotificationTables,
    PmScheduleTables,
    PurchasingTables,
    RemoteTables,
    RepairTables,
    ReportScheduleTables,
    RequisitionTables,
    ServiceMasterTables,
    SoftwareTables,
    SoldContainerTables,
    SupplierPaymentTables,
    TeamTables,
    TerritoryTables,
    TransferTables,
    TransformationTables {}
