import type { ServerModule } from '../../workflow/index.ts';
import { categoryConstraints, categoryHandlers } from './categories.ts';
import { unitConstraints, unitHandlers } from './units.ts';

/** Units and categories, and what every master shares (`defineMaster`). */
export const masterDataModule = {
  handlers: { ...categoryHandlers, ...unitHandlers },
  constraints: { ...categoryConstraints, ...unitConstraints },
} satisfies ServerModule;
export { addressOf, shownAddress } from './address.ts';
export { defineMaster } from './defineMaster.ts';
export { type District, type Geography, geography, type Place } from './geography.ts';
export {
  activeOf,
  choiceFault,
  companyFaults,
  isWithin,
  MASTER_COLUMNS,
  mustRef,
  recordChange,
  referencesTo,
  refOf,
  refuseReferences,
} from './masters.ts';
