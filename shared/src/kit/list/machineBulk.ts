import type { ListName, MutationName } from '../../contract/index.ts';
import { camelCase } from '../document/documentActions.ts';
import type { BulkAction, ListPageProps } from '../page/types.ts';
import type { Resource } from '../resource/defineResource.ts';

/** Actions of several rows; those of the machine by what it says of them. */
export const bulkActions = <L extends ListName>(
  { family, machine, page }: Resource<L>,
  bulk: ListPageProps<L>['bulk'] = [],
): readonly BulkAction<L>[] =>
  bulk.map((one) => {
    if (typeof one !== 'string') return one;
    const action = machine?.actions[one];
    if (!action) throw new Error(`${family}: its machine has no action "${one}"`);
    return {
      key: one,
      ability: `${page}:${action.verb}`,
      endpoint: `${family}.${camelCase(one)}` as MutationName,
      danger: action.emphasis === 'danger',
      reason: action.reason === 'required',
    };
  });
