import type { FamilyWork } from './familyWork.ts';
import { biddingWork } from './purchasing/biddings/work.ts';
import { purchasingWork } from './purchasing/work.ts';
import { auditWork } from './warehouse/audits/work.ts';
import { claimWork } from './warehouse/claims/work.ts';
import { destructionWork } from './warehouse/destructions/work.ts';
import { importWork } from './warehouse/goodsImport/work.ts';
import { repairWork } from './warehouse/repairs/work.ts';
import { requisitionWork } from './warehouse/requisitions/work.ts';
import { transferWork } from './warehouse/transfers/work.ts';
import { transformationWork } from './warehouse/transformations/work.ts';

/**
 * Every family of documents that is somebody's work: what waits on the dashboard, and what is handed
 * over with a move to another team. A new family adds its line here.
 */
export const FAMILIES: readonly FamilyWork[] = [
  ...purchasingWork,
  importWork,
  biddingWork,
  requisitionWork,
  claimWork,
  destructionWork,
  repairWork,
  auditWork,
  transferWork,
  transformationWork,
];
