import { create } from 'zustand';

/** Which of the lazily loaded panels is open. */
export type Panel = 'settings' | 'notifications' | 'palette' | 'overrides' | 'scan';

export const panelStore = create<{
  readonly panel: Panel | null;
  /** What a scanner typed, for the panel that finds it. */
  readonly scanned: string | null;
}>(() => ({ panel: null, scanned: null }));

export const openPanel = (panel: Panel): void => panelStore.setState({ panel, scanned: null });
export const closePanel = (): void => panelStore.setState({ panel: null });
export const openScan = (scanned: string): void => panelStore.setState({ panel: 'scan', scanned });
