/**
 * The kernel as modules use it. A module exports its handlers
 * (`export const unitHandlers: HandlersOf<Family<'units'>> = {…}`), and modules/index.ts joins them.
 */
export * from './actor.ts';
export type { App, Caller } from './app.ts';
export { type Clock, today } from './clock.ts';
export * from './errors.ts';
export { type ExportColumn, exportRows } from './export.ts';
export {
  defineImport,
  type ImportRow,
  importCalls,
  type Judged,
} from './imports.ts';
export { kept, keptRow } from './kept.ts';
export { containing, defineList, folded, isNarrowedBy } from './list.ts';
export { type Audience, audienceOf, type Notice, notify } from './notify.ts';
export { takeNumber } from './numbers.ts';
export { type Happening, historyOf, type Localised, labelOf, record } from './record.ts';
export * from './scope.ts';
export * from './sql.ts';
export * from './turn.ts';
export type * from './types.ts';
