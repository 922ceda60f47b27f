import type { ListDef } from '../../contract/list.ts';
import type { Machine } from '../../domain/index.ts';
import { ongoingStatuses } from '../../domain/machine/machine.ts';

/** What somebody still has to act on, of the statuses that the tabs count: most look for that. */
export function ongoingOf(def: ListDef, machine: Machine | undefined): readonly string[] {
  const filter = def.counts === undefined ? undefined : def.filters[def.counts];
  if (machine === undefined || def.counts !== 'status' || filter?.kind !== 'enum') return [];
  return ongoingStatuses(machine).filter((one) => filter.values.includes(one));
}

/** What a resource says of it: also in a contribution, which knows no more of the page. */
interface Beginning {
  readonly machine?: Machine;
  readonly firstTab?: 'all' | 'ongoing';
}

/** What a list begins with, where that is not everything. */
export function firstTabOf(
  def: ListDef,
  { machine, firstTab }: Beginning,
): readonly string[] | undefined {
  const ongoing = firstTab === 'all' ? [] : ongoingOf(def, machine);
  const filter = def.counts === undefined ? undefined : def.filters[def.counts];
  const all = filter?.kind === 'enum' ? filter.values.length : 0;
  return ongoing.length > 0 && ongoing.length < all ? ongoing : undefined;
}
