import { type ReactNode, useRef, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import { lazyParts } from '../../runtime/lazyParts.tsx';
import { ListPage } from '../list/ListPage.tsx';
import type { MasterPageProps } from '../page/types.ts';
import { useQueryKey } from '../page/useQueryParams.ts';
import type { Resource } from '../resource/defineResource.ts';
import type { Row } from '../resource/types.ts';
import type { RecordDrawerProps } from './RecordDrawer.tsx';
import { isCreatable, isLinkable } from './recordCalls.ts';

/** Comes with the first record that is opened, and all that forms are made of with it. */
export const recordDrawer = lazyParts(() => import('./RecordDrawer.tsx'));
const RecordDrawer = recordDrawer.part(
  ({ RecordDrawer }) => RecordDrawer as (props: RecordDrawerProps<ListName>) => ReactNode,
);

/** What an address opens beside the list. */
function linkedBy(asked: string, resource: { readonly family: string }, creatable: boolean) {
  if (asked === 'new') return creatable ? asked : null;
  return isLinkable(resource) ? { id: asked } : null;
}

/** A plain master: a list, and a drawer that creates and edits. */
export function MasterPage<L extends ListName>(props: MasterPageProps<L>): ReactNode {
  const { resource, params } = props;
  const [open, setOpen] = useState<Row<L> | 'new' | null>(null);
  // `?record=` is the address of a record that has no page of its own, `?record=new` of its form.
  const [asked, setAsked] = useQueryKey('record');
  const { linked: isShown = !props.embedded } = props;
  const creatable = isCreatable(resource as unknown as Resource);
  const linked = asked !== null && isShown ? linkedBy(asked, resource, creatable) : null;
  const close = () => {
    setOpen(null);
    if (linked) setAsked(null);
  };
  const target = open ?? linked;
  // From then on it stays, so that it can also be seen to close.
  const wasOpen = useRef(false);
  wasOpen.current ||= target !== null;
  return (
    <>
      <ListPage
        resource={resource}
        {...(params ? { params } : {})}
        {...(props.query ? { query: props.query } : {})}
        {...(props.bulk ? { bulk: props.bulk } : {})}
        actions={props.actions}
        embedded={props.embedded ?? false}
        onOpen={(chosen) => setOpen(() => chosen)}
        onCreate={creatable ? () => setOpen('new') : false}
      />
      {wasOpen.current ? (
        <RecordDrawer
          {...({
            resource,
            target,
            onClose: close,
            size: props.size ?? 'narrow',
            params,
            initialValues: props.initialValues,
            toForm: props.toForm,
            toBody: props.toBody,
            toFiles: props.toFiles,
            actions: props.drawerActions,
            banner: props.drawerBanner,
            extra: props.drawerExtra,
          } as unknown as RecordDrawerProps<ListName>)}
        />
      ) : null}
      {props.children}
    </>
  );
}
