import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { partComponents, setComponents } from '../parts/components.ts';
import { listBalances } from './balances.ts';
import { partCourse } from './course.ts';
import { ledgerList } from './ledger.ts';
import { changePeriod, listPeriods } from './periods.ts';
import { partPlaces } from './places.ts';
import { reorderList } from './reorder.ts';
import { setRules } from './rules.ts';
import { partSupply } from './supply.ts';
import { trackPart } from './tracking.ts';

/** Stock over all parts, and where one part's came from, went and lies (domain-warehouse 1.4, 3.6, 4.1). */
export const stockHandlers: HandlersOf<
  | Exclude<Family<'stock'>, 'stock.createRequests'>
  | 'parts.course'
  | 'parts.tracking'
  | 'parts.places'
  | 'parts.supply'
  | 'parts.setRules'
  | 'parts.components'
  | 'parts.setComponents'
> = {
  'parts.components': partComponents,
  'parts.places': partPlaces,
  'parts.setComponents': setComponents,
  'parts.setRules': setRules,
  'parts.course': partCourse,
  'parts.supply': partSupply,
  'parts.tracking': trackPart,
  'stock.balances': listBalances,
  'stock.closePeriod': changePeriod('close'),
  'stock.holdPeriod': changePeriod('hold'),
  'stock.ledger': ledgerList.run,
  'stock.periods': listPeriods,
  'stock.reopenPeriod': changePeriod('reopen'),
  'stock.reorder': reorderList.run,
};
