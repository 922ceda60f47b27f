import type { Family, HandlersOf } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { purchaseReport } from './purchase.ts';
import { purchaseReceiptReport } from './purchaseReceipt.ts';

/** Reports (domain-warehouse 5, domain-containers 5). */
const reportHandlers: HandlersOf<Family<'reports'>> = {
  'reports.purchase': purchaseReport.run,
  'reports.purchaseReceipt': purchaseReceiptReport.run,
};

export const reportsModule = { handlers: reportHandlers } satisfies ServerModule;
