import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { callRow, endpointOf, refresh, touchedBy } from '../../client/index.ts';
import type { ListName } from '../../contract/index.ts';
import { isDraft } from '../../domain/index.ts';
import { confirm } from '../../runtime/dialogs.ts';
import { pathOf } from '../../runtime/routes.ts';
import type { DocumentLink } from '../page/types.ts';
import type { Resource } from '../resource/defineResource.ts';
import type { Doc } from '../resource/types.ts';
import { useResourceText } from '../resource/useResourceText.ts';

/**
 * The button that deletes a draft (`<family>.delete`) once that is confirmed, and leaves for the
 * list. What it is called and what is lost is the resource's: `link.delete`, `deleteConsequence`.
 */
export function useDraftDeletion<L extends ListName>(resource: Resource<L>): DocumentLink<Doc<L>> {
  const text = useResourceText(resource);
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = `${resource.family}.delete`;
  const { access } = endpointOf(key);
  const [ability = ''] = access.kind === 'ability' ? access.anyOf : [];
  const remove = async (id: string) => {
    const action = text('link.delete');
    const answer = await confirm({
      title: `${action}?`,
      body: text('deleteConsequence'),
      okText: action,
      danger: true,
    });
    if (!answer.ok) return;
    // What failed has been said by then.
    const isGone = await callRow(key, { params: { id } }).then(
      () => true,
      () => false,
    );
    // The page leaves before what it shows is asked for again.
    if (isGone) navigate(pathOf(resource.routes?.list ?? ''), { replace: true });
    void refresh(client, touchedBy(key));
  };
  return {
    key: 'delete',
    ability,
    danger: true,
    show: (doc) => isDraft((doc as { readonly status: string }).status),
    onClick: (doc) => void remove((doc as { readonly id: string }).id),
  };
}
