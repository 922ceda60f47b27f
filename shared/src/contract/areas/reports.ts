import { claim } from '../reports/claim.ts';
import { containerProduction } from '../reports/containerProduction.ts';
import { containerTransfer } from '../reports/containerTransfer.ts';
import { customer } from '../reports/customer.ts';
import { destruction } from '../reports/destruction.ts';
import { importGoods } from '../reports/importGoods.ts';
import { importWarehouseProduction } from '../reports/importWarehouseProduction.ts';
import { maintenance } from '../reports/maintenance.ts';
import { partsRequisition } from '../reports/partsRequisition.ts';
import { partsSales } from '../reports/partsSales.ts';
import { partsTransfer } from '../reports/partsTransfer.ts';
import { payment } from '../reports/payment.ts';
import { purchase } from '../reports/purchase.ts';
import { purchaseContract } from '../reports/purchaseContract.ts';
import { purchaseReceipt } from '../reports/purchaseReceipt.ts';
import { repair } from '../reports/repair.ts';
import { salesAgent } from '../reports/salesAgent.ts';
import { warrantyExtension } from '../reports/warrantyExtension.ts';

/** Reports, `GET /reports/:slug` (domain-warehouse 5, domain-containers 5). */
export const reportsArea = {
  'reports.maintenance': maintenance,
  'reports.purchase': purchase,
  'reports.purchaseReceipt': purchaseReceipt,
  'reports.importGoods': importGoods,
  'reports.partsRequisition': partsRequisition,
  'reports.partsTransfer': partsTransfer,
  'reports.containerProduction': containerProduction,
  'reports.importWarehouseProduction': importWarehouseProduction,
  'reports.containerTransfer': containerTransfer,
  'reports.claim': claim,
  'reports.repair': repair,
  'reports.destruction': destruction,
  'reports.partsSales': partsSales,
  'reports.customer': customer,
  'reports.purchaseContract': purchaseContract,
  'reports.warrantyExtension': warrantyExtension,
  'reports.payment': payment,
  'reports.salesAgent': salesAgent,
} as const;
