import { contract, type Endpoint } from '@boxyard/shared/contract';

/** Any one of these opens a family's list. */
export type AbilityNeeded = readonly string[];

/** The abilities of one call of each family that has it. */
function abilitiesOf(wanted: 'list' | 'get'): Map<string, AbilityNeeded> {
  const needed = new Map<string, AbilityNeeded>();
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const [family = '', call] = name.split('.');
    if (call === wanted && endpoint.access.kind === 'ability')
      needed.set(family, endpoint.access.anyOf);
  }
  return needed;
}

/** Abilities that let a person see each family of the contract, by the access of its list. */
export const viewAbilities = (): Map<string, AbilityNeeded> => abilitiesOf('list');

/**
 * Abilities that open a record of each family: a list may stand on pages of others as well, whose readers
 * open none of its records.
 */
export const openAbilities = (): Map<string, AbilityNeeded> => abilitiesOf('get');
