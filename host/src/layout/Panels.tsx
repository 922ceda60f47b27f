import { dialogStore, listenForScans } from '@boxyard/shared/runtime';
import { lazy, Suspense, useEffect } from 'react';
import { mayOverride } from '../overrides/mayOverride.ts';
import { askedOverride, readOverrides } from '../overrides/overrides.ts';
import { useRememberedRecord } from '../palette/recent.ts';
import { keepTyping } from '../palette/typeAhead.ts';
import { closePanel, openPanel, openScan, panelStore } from './shellUi.ts';

// None of them is part of the first screen (quality "Fast").
const SettingsDrawer = lazy(async () => ({
  default: (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer,
}));
const NotificationsDrawer = lazy(async () => ({
  default: (await import('../notifications/NotificationsDrawer.tsx')).NotificationsDrawer,
}));
const OverridesPanel = lazy(async () => ({
  default: (await import('../overrides/OverridesPanel.tsx')).OverridesPanel,
}));
const loadPalette = () => import('../palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ScanPanel = lazy(async () => ({
  default: (await import('../scan/ScanPanel.tsx')).ScanPanel,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}));

/** The panels above the page, the key that opens the palette, and the scanner that works anywhere. */
export function Panels() {
  const panel = panelStore((state) => state.panel);
  const scanned = panelStore((state) => state.scanned);
  const dialog = dialogStore((state) => state.open);
  useRememberedRecord();

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (panelStore.getState().panel !== 'palette') keepTyping(closePanel);
      openPanel('palette');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  useEffect(() => listenForScans(openScan), []);

  // A link only opens the panel, filled in: whoever sits here decides.
  useEffect(() => {
    const asked = askedOverride(location.search);
    const isNew = asked && readOverrides()[asked.name] !== asked.origin;
    if (isNew && mayOverride()) openPanel('overrides');
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Suspense fallback={null}>
      {panel === 'settings' ? <SettingsDrawer onClose={closePanel} /> : null}
      {panel === 'notifications' ? <NotificationsDrawer onClose={closePanel} /> : null}
      {panel === 'overrides' ? <OverridesPanel onClose={closePanel} /> : null}
      {panel === 'palette' ? <Palette onClose={closePanel} /> : null}
      {panel === 'scan' ? <ScanPanel scanned={scanned} onClose={closePanel} /> : null}
      {dialog ? <ConfirmDialog dialog={dialog} /> : null}
    </Suspense>
  );
}
