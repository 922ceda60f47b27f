/**
 * The kernel as modules use it. A module exports its handlers
 * (`export const unitHandlers: HandlersOf<Family<'units'>> = {…}`), and modules/index.ts joins them.
 */
export * from './actor.ts';
export { actorsOf } from './actors.ts';
export { addressText } from './addressText.ts';
export { alertAdmins, isAdmin } from './alertAdmins.ts';
export { money, price, qty } from './amounts.ts';
export type { App, Caller, LiveRemote } from './app.ts';
export { asSystem } from './asSystem.ts';
export { capped, isBeyond } from './boundedFigures.ts';
export { type Clock, type ManualClock, manualClock, systemClock, today } from './clock.ts';
export { worksWith } from './colleagues.ts';
export { type CompilableRow, compiledQuery, compiledRow } from './compiledQuery.ts';
export { DocumentName, named } from './documentName.ts';
export * from './errors.ts';
export { type Answer, type CallMeta, checkAccess, execute } from './execute.ts';
export { type ExportColumn, exportRows } from './export.ts';
export { exportableList, exportRefusal, listOf } from './exportable.ts';
export {
  figureOf,
  findByText,
  firstFaultPerField,
  groupByText,
  normalisedText,
  percentOf,
  phoneOf,
  YES_NO,
} from './importLookup.ts';
export {
  defineImport,
  type ImportColumn,
  type ImportRow,
  importCalls,
  type Judged,
} from './imports.ts';
export { containerLink, createLinks, holderOf, type LinkKey, type Links } from './links.ts';
export {
  containing,
  definedLists,
  defineList,
  folded,
  isNarrowedBy,
  type List,
  MOST_AT_ONCE,
  MOST_OF_A_JOB,
} from './list.ts';
export { figuresRow } from './listFigures.ts';
export { bothLanguages, byLanguage, type Words } from './localisedTexts.ts';
export { LOOKUP_ABILITIES } from './lookups.ts';
export { newMachineKey } from './machineKeys.ts';
export { closeTransports, type Mail, onMailGivenUp, queueMail, sendMail } from './mail.ts';
export { isLineTarget, pushLine, sendSms } from './messages.ts';
export { networkOf } from './networks.ts';
export { type Audience, audienceOf, type Notice, notify, withdraw } from './notify.ts';
export { takeNumber } from './numbers.ts';
export { EVENTS_CHANNEL } from './outbox.ts';
export {
  hashPassword,
  PASSWORD_COST,
  type PasswordCost,
  passwordFits,
} from './passwords.ts';
export * from './pendingQueries.ts';
export { asAnswer } from './pgErrors.ts';
export { present } from './present.ts';
export type { RawQuery } from './query.ts';
export { readOrCreateText } from './readOrCreateText.ts';
export {
  type Happening,
  historyOf,
  type Localised,
  labelOf,
  record,
  withoutCosts,
  withoutPersonalValues,
} from './record.ts';
export { familyOfTable, type Reference } from './references.ts';
export { createRuntime, type Runtime, type RuntimeParts } from './runtime.ts';
export * from './scope.ts';
export { settingByDay, settingOf, settingOfModel, settingOfUser } from './settings.ts';
export * from './sql.ts';
export type { FileReport, StoredFile } from './storedFiles.ts';
export { createSigning, createTokens, type Tokens } from './tokens.ts';
export { transact } from './transaction.ts';
export type * from './types.ts';
export { type UntrustedFiles, untrustedFiles } from './untrustedFiles.ts';
export { validate } from './validate.ts';
export { answersVersion, etagOf, takesVersion } from './versions.ts';
export { type AbilityNeeded, openAbilities, viewAbilities } from './viewAbilities.ts';
export { viewQueryFor } from './viewQuery.ts';
export { isSigned, signatureOf, WEBHOOK_TOLERANCE_MS } from './webhooks.ts';
