import { sidebarStore, toggleSidebar, useMedia } from '@boxyard/shared/runtime';
import { create } from 'zustand';
import { MOBILE, NARROW } from './widths.ts';

/**
 * On a wide window the person's choice counts and is kept. At 1000 px and less the sidebar has
 * collapsed by itself, and opening it there is for the moment only.
 */
const narrowStore = create<{ readonly open: boolean }>(() => ({ open: false }));

export const closeNarrowSidebar = (): void => narrowStore.setState({ open: false });

export interface SidebarUi {
  /** 280 px, 64 px or not there at all. */
  readonly state: 'open' | 'collapsed' | 'hidden';
  /** Lies over the page instead of beside it; a press outside closes it. */
  readonly over: boolean;
  readonly toggle: () => void;
}

/** State of the sidebar; a layout without a rail shows it only as the overlay of a phone. */
export function useSidebar(hasRail: boolean): SidebarUi {
  const collapsed = sidebarStore((state) => state.collapsed);
  const narrowOpen = narrowStore((state) => state.open);
  const narrow = useMedia(NARROW);
  const mobile = useMedia(MOBILE);
  const toggleNarrow = () => narrowStore.setState(({ open }) => ({ open: !open }));
  if (mobile) return { state: narrowOpen ? 'open' : 'hidden', over: true, toggle: toggleNarrow };
  if (!hasRail) return { state: 'hidden', over: false, toggle: () => undefined };
  if (narrow) {
    return { state: narrowOpen ? 'open' : 'collapsed', over: narrowOpen, toggle: toggleNarrow };
  }
  return { state: collapsed ? 'collapsed' : 'open', over: false, toggle: toggleSidebar };
}
