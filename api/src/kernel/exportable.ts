import { contract, type Endpoint, type ListEndpoint } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import type { Actor } from './actor.ts';
import { forbidden, notFound, refuseFaults } from './errors.ts';
import { checkAccess } from './execute.ts';
import type { ContractName } from './types.ts';

const rows: Readonly<Record<string, Endpoint>> = contract;

/** The list of this name; undefined where the contract has none. */
export function listOf(name: string): ListEndpoint | undefined {
  const endpoint = Object.hasOwn(rows, name) ? rows[name] : undefined;
  return endpoint?.kind === 'list' ? endpoint : undefined;
}

/** Why somebody may not take a list away as a file; null where they may. */
export function exportRefusal(actor: Actor, name: string): 'view' | 'export' | null {
  const endpoint = listOf(name);
  if (endpoint?.list.exportColumns === undefined) return 'view';
  try {
    checkAccess(name as ContractName, actor);
  } catch {
    return 'view';
  }
  const { exportAbility } = endpoint.list;
  return exportAbility === undefined || can(actor.grants, exportAbility) ? null : 'export';
}

/**
 * The list that a body names, for somebody who may export it.
 *
 * @throws 422 naming the field where it is no list with files, 403 where this person may not take it away.
 */
export function exportableList(actor: Actor, name: string, field: string): ListEndpoint {
  const endpoint = listOf(name);
  if (endpoint?.list.exportColumns === undefined) {
    refuseFaults([{ field, code: 'UNKNOWN_VALUE', params: { value: name } }]);
    throw notFound();
  }
  if (exportRefusal(actor, name) !== null) throw forbidden();
  return endpoint;
}
