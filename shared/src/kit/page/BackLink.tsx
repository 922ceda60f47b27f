import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ListName } from '../../contract/index.ts';
import { mayOpen, pathOf } from '../../runtime/routes.ts';
import { LeftIcon } from '../../ui/icons.ts';
import { fromListOf, lastSearch } from '../list/listMemory.ts';
import type { Resource } from '../resource/defineResource.ts';
import { useResourceText } from '../resource/useResourceText.ts';
import classes from './page.module.css';
import type { PathParams } from './types.ts';

/** Back to the list as it was left: same query, same row. */
export function BackLink<L extends ListName>({
  resource,
  params,
}: {
  readonly resource: Resource<L>;
  readonly params?: PathParams | undefined;
}): ReactNode {
  const text = useResourceText(resource);
  const { state } = useLocation();
  const route = resource.routes?.list;
  if (route === undefined || !mayOpen(route)) return null;
  const path = pathOf(route, params);
  const search = fromListOf(state)?.search ?? lastSearch(path);
  return (
    <Link className={classes.back} to={{ pathname: path, search }}>
      <LeftIcon aria-hidden /> {text('title')}
    </Link>
  );
}
