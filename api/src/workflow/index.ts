export { actionsOf } from './actions.ts';
export { attachFiles, refuseFileOfOther, storeFile } from './attachments.ts';
export { type CategoryValues, categoryValues } from './categoryValues.ts';
export { changesOf } from './changes.ts';
export { createDocument } from './createDocument.ts';
export { approvedNow, expectCompany, expectLossWithin, releaseHeld } from './decisions.ts';
export { defineFamily, type RowOfFamily } from './defineFamily.ts';
export { deleteDraft } from './deleteDraft.ts';
export { type DocumentFieldName, documentFields, trailOf } from './documentFields.ts';
export type { DocumentMoves } from './documentMoves.ts';
export {
  idsByNumber,
  numberedValues,
  textsFor,
  timelineOf,
  withoutHidden,
  withoutReferences,
  withReadableNames,
  withReferences,
} from './documentNames.ts';
export type { DocumentRow, DocumentType } from './documentType.ts';
export { escalateWaiting } from './escalation.ts';
export {
  allWorkItems,
  type DocumentFamily,
  type DocumentOutline,
  documentFamilies,
  documentFamily,
  familyOf,
  registerFamilies,
} from './families.ts';
export { defineLines, type LineOf } from './familyLines.ts';
export { actionHandlers } from './handlers.ts';
export { alertWrongSums, comparedSums, type Discrepancy, type KeptSums } from './keptSums.ts';
export { AMOUNT_WORDS, COMMON_WORDS, documentTitle, familyWords, statusText } from './labels.ts';
export { endWorkOf } from './leaving.ts';
export {
  type Catalogue,
  deliveryCompany,
  fractionsOf,
  lineFaults,
  loadCatalogue,
  type PartFacts,
  unitFactor,
} from './lines.ts';
export { documentExport, namesPart } from './list.ts';
export { type AddFault, matchItems } from './matchItems.ts';
export {
  endReminders,
  notifyDeciders,
  notifyNewDocument,
  notifyNextActors,
  notifyOutcome,
  notifySubmission,
} from './notifications.ts';
export { freeSerials, takeSerials } from './openSerials.ts';
export { outOfSightMessage } from './ownDeeds.ts';
export { documentPdf, familyPdf, localisedName, signatureOf, warehouseParty } from './pdf.ts';
export {
  headerFaults,
  headerFor,
  namedBlocks,
  printedHeader,
  type Signers,
  signaturesOf,
} from './pdfHeader.ts';
export { salespersonOf, workersOf } from './people.ts';
export { keepPicture, pictureUrl, readPicture, sentPicture, storePicture } from './pictures.ts';
export { onAnyDay } from './posting.ts';
export { costFor } from './presenting.ts';
export {
  expectReadable,
  hiddenBesideGoods,
  hiddenDocuments,
  readersAmong,
  toldOf,
} from './readers.ts';
export {
  moveCondition,
  recordCondition,
  scopeOf,
  visibilityOf,
  whereVisible,
} from './recordScopes.ts';
export { type LinkedKind, loadRefs, type Ref, type Refs } from './references.ts';
export {
  notifyLostReservations,
  type ReleasedDocument,
} from './reservationRelease.ts';
export { reverseDocumentMoves } from './reverseDocumentMoves.ts';
export {
  type ActionCall,
  type ActionOutcome,
  actionContext,
  allowedActions,
  authorship,
  type Effect,
  endorsementsOf,
  expectAllowed,
  loadVisible,
  retireApprovals,
  runAction,
} from './runAction.ts';
export { searchTextOf } from './searchText.ts';
export { registerModules, type ServerModule } from './serverModule.ts';
export { type GoodsTelling, TOLD_WITH_GOODS } from './toldWithGoods.ts';
export type { Waiting } from './waiting.ts';
export { type WorkApart, workApart } from './workApart.ts';
export {
  DOCUMENT_SCOPE,
  partTitle,
  personTitle,
  sameTitle,
  scopeOfList,
  supplierTitle,
  type WorkItemDisplay,
  type WorkItemStep,
  type WorkItems,
} from './workItems.ts';
