import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import { Drawer } from '../../ui/feedback/Drawer.tsx';
import classes from '../page/page.module.css';
import type { DocumentPageProps } from '../page/types.ts';
import { DocumentPage } from './LazyDocumentPage.tsx';

/** Wide enough for the lines of a document beside its course. */
const WIDTH = 960;

interface Props<L extends ListName> extends Omit<DocumentPageProps<L>, 'id'> {
  /** null: closed. */
  readonly id: string | null;
  /** What the drawer is called while the document loads. */
  readonly title: string;
  readonly onClose: () => void;
}

/**
 * A document that has no route of its own, over the page that lists it. The page keeps the
 * document's id in its query, so that the document has an address.
 */
export function DocumentDrawer<L extends ListName>({
  id,
  title,
  onClose,
  ...page
}: Props<L>): ReactNode {
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={<span className={classes.drawerTitle}>{title}</span>}
    >
      {id === null ? null : <DocumentPage {...page} id={id} />}
    </Drawer>
  );
}
