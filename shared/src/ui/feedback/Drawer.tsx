import BaseDrawer, { type DrawerProps } from 'antd/es/drawer';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense, useEffect } from 'react';
import classes from './feedback.module.css';
import { focusOnceLost } from './focus.ts';

/**
 * antd's drawer, whose title may be long, and which leaves the keyboard on the page's heading when
 * what opened it is gone: an address did, or another drawer that has closed since.
 *
 * Code of its contents that is still to come is waited for within it. Else React would hide the whole
 * page and take the opened drawer from the document until then, and a field that asks for the focus
 * would ask outside the document, where nothing can have it.
 */
export function Drawer({ children, ...props }: DrawerProps): ReactNode {
  const { open = false } = props;
  useEffect(() => {
    if (!open) return undefined;
    // Not when antd says that it has closed: it says nothing where it was still opening.
    return () => focusOnceLost(document.querySelector('h1[tabindex]'));
  }, [open]);
  return (
    <BaseDrawer {...props} classNames={{ header: classes.drawerHead ?? '' }}>
      <Suspense fallback={<Skeleton active />}>{children}</Suspense>
    </BaseDrawer>
  );
}
