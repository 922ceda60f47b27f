export { changesOf } from './changes.ts';
export { createDocument } from './createDocument.ts';
export { approvedNow, ending, expectCompany } from './decided.ts';
export type { DocumentRow, DocumentType } from './documentType.ts';
export {
  type ActionCall,
  type ActionOutcome,
  allowedActions,
  type Effect,
  endorsementsOf,
  loadVisible,
  runAction,
} from './runAction.ts';
