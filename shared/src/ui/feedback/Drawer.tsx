import BaseDrawer, { type DrawerProps } from 'antd/es/drawer';
import { type ReactNode, useEffect } from 'react';
import classes from './feedback.module.css';
import { focusOnceLost } from './focus.ts';

/**
 * antd's drawer, whose title may be long, and which leaves the keyboard on the page's heading when
 * what opened it is gone: an address did, or another drawer that has closed since.
 */
export function Drawer(props: DrawerProps): ReactNode {
  const { open = false } = props;
  useEffect(() => {
    if (!open) return undefined;
    // Not when antd says that it has closed: it says nothing where it was still opening.
    return () => focusOnceLost(document.querySelector('h1[tabindex]'));
  }, [open]);
  return <BaseDrawer {...props} classNames={{ header: classes.drawerHead ?? '' }} />;
}
