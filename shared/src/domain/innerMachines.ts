import type { Machine } from './machine/machine.ts';
import { estimateMachine } from './service/estimateMachine.ts';
import { occurrenceMachine } from './service/occurrenceMachine.ts';

/**
 * Machines of records that are seen with another document alone: the page that shows them brings them along,
 * and nobody else loads them.
 */
export const innerMachines: readonly Machine[] = [estimateMachine, occurrenceMachine];
