import BaseDrawer, { type DrawerProps } from 'antd/es/drawer';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';
import { focusIfLost } from './focus.ts';

/**
 * antd's drawer, whose title may be long, and which leaves the keyboard on the page's heading when
 * what opened it is gone: an address did, or another drawer that has closed since.
 */
export function Drawer({ afterOpenChange, ...props }: DrawerProps): ReactNode {
  return (
    <BaseDrawer
      {...props}
      classNames={{ header: classes.drawerHead ?? '' }}
      afterOpenChange={(open) => {
        afterOpenChange?.(open);
        // antd returns the focus itself right after this, where it can.
        if (!open) setTimeout(() => focusIfLost(document.querySelector('h1[tabindex]')));
      }}
    />
  );
}
