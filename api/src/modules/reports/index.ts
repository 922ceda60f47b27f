import type { Family, HandlersOf } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { claimReport } from './claim.ts';
import { containerProductionReport } from './containerProduction.ts';
import { containerTransferReport } from './containerTransfer.ts';
import { customerReport } from './customer.ts';
import { destructionReport } from './destruction.ts';
import { importGoodsReport } from './importGoods.ts';
import { importWarehouseProductionReport } from './importWarehouseProduction.ts';
import { maintenanceReport } from './maintenance.ts';
import { partsRequisitionReport } from './partsRequisition.ts';
import { partsSalesReport } from './partsSales.ts';
import { partsTransferReport } from './partsTransfer.ts';
import { paymentReport } from './payment.ts';
import { purchaseReport } from './purchase.ts';
import { purchaseContractReport } from './purchaseContract.ts';
import { purchaseReceiptReport } from './purchaseReceipt.ts';
import { repairReport } from './repair.ts';
import { salesAgentReport } from './salesAgent.ts';
import { reportScheduleHandlers } from './schedules/handlers.ts';
import { definedSums } from './sums.ts';
import { warrantyExtensionReport } from './warrantyExtension.ts';

/** Reports (domain-warehouse 5, domain-containers 5). */
const reportHandlers: HandlersOf<Family<'reports'>> = {
  'reports.maintenance': maintenanceReport.run,
  'reports.purchase': purchaseReport.run,
  'reports.purchaseReceipt': purchaseReceiptReport.run,
  'reports.importGoods': importGoodsReport.run,
  'reports.partsRequisition': partsRequisitionReport.run,
  'reports.partsTransfer': partsTransferReport.run,
  'reports.containerProduction': containerProductionReport.run,
  'reports.importWarehouseProduction': importWarehouseProductionReport.run,
  'reports.containerTransfer': containerTransferReport.run,
  'reports.claim': claimReport.run,
  'reports.repair': repairReport.run,
  'reports.destruction': destructionReport.run,
  'reports.partsSales': partsSalesReport.run,
  'reports.customer': customerReport.run,
  'reports.purchaseContract': purchaseContractReport.run,
  'reports.warrantyExtension': warrantyExtensionReport.run,
  'reports.payment': paymentReport.run,
  'reports.salesAgent': salesAgentReport.run,
};

export const reportsModule = {
  handlers: { ...reportHandlers, ...reportScheduleHandlers },
  keptSums: [...definedSums.values()],
} satisfies ServerModule;
export { definedReports, periodBefore, type ReportName } from './defineReport.ts';
export { mailReport, mailReports } from './schedules/run.ts';
