import { create } from 'zustand';

/** Which of the lazily loaded panels is open. */
export type Panel = 'settings' | 'notifications' | 'palette' | 'overrides';

export const panelStore = create<{ readonly panel: Panel | null }>(() => ({ panel: null }));

export const openPanel = (panel: Panel): void => panelStore.setState({ panel });
export const closePanel = (): void => panelStore.setState({ panel: null });
