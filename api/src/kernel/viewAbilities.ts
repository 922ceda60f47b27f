import { contract, type Endpoint } from '@boxyard/shared/contract';

/** Any one of these opens a family's list. */
export type AbilityNeeded = readonly string[];

/** What it takes to see each family of the contract, by the access of its list. */
export function viewAbilities(): Map<string, AbilityNeeded> {
  const needed = new Map<string, AbilityNeeded>();
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const [family = '', call] = name.split('.');
    if (call === 'list' && endpoint.access.kind === 'ability')
      needed.set(family, endpoint.access.anyOf);
  }
  return needed;
}
