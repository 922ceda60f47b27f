import { dialogStore, listenForScans, retryingLazy } from '@boxyard/shared/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { isOpening } from '../federation/index.ts';
import { mayOverride } from '../overrides/mayOverride.ts';
import { askedOverride, readOverrides } from '../overrides/overrides.ts';
import { useRememberedRecord } from '../palette/recent.ts';
import { keepTyping } from '../palette/typeAhead.ts';
import { PanelBoundary } from './PanelBoundary.tsx';
import { closePanel, openPanel, openScan, panelStore } from './shellUi.ts';

// None of them is part of the first screen (quality "Fast").
const SettingsDrawer = retryingLazy(async () => ({
  default: (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer,
}));
const NotificationsDrawer = retryingLazy(async () => ({
  default: (await import('../notifications/NotificationsDrawer.tsx')).NotificationsDrawer,
}));
const OverridesPanel = retryingLazy(async () => ({
  default: (await import('../overrides/OverridesPanel.tsx')).OverridesPanel,
}));
const loadPalette = () => import('../palette/Palette.tsx');
const Palette = retryingLazy(async () => ({ default: (await loadPalette()).Palette }));
const ScanPanel = retryingLazy(async () => ({
  default: (await import('../scan/ScanPanel.tsx')).ScanPanel,
}));
const loadConfirmDialog = () => import('./ConfirmDialog.tsx');
const ConfirmDialog = retryingLazy(async () => ({
  default: (await loadConfirmDialog()).ConfirmDialog,
}));

/** How long the first page has for itself, and how often it is looked whether it stands. */
const AHEAD_MS = 2000;

/** The panels above the page, the key that opens the palette, and the scanner that works anywhere. */
export function Panels() {
  const panel = panelStore((state) => state.panel);
  const scanned = panelStore((state) => state.scanned);
  const dialog = dialogStore((state) => state.open);
  const client = useQueryClient();
  useRememberedRecord();

  // There as soon as the shell is drawn: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
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
    // Also without a network: the way to what is here already, and the question before leaving a form.
    const timer = setInterval(() => {
      // Every byte would be taken from what somebody waits for.
      if (isOpening() || client.isFetching() > 0) return;
      clearInterval(timer);
      void Promise.allSettled([loadPalette(), loadConfirmDialog()]);
    }, AHEAD_MS);
    return () => clearInterval(timer);
  }, [client]);

  return (
    <>
      <PanelBoundary key={panel} onClose={closePanel}>
        <Suspense fallback={null}>
          {panel === 'settings' ? <SettingsDrawer onClose={closePanel} /> : null}
          {panel === 'notifications' ? <NotificationsDrawer onClose={closePanel} /> : null}
          {panel === 'overrides' ? <OverridesPanel onClose={closePanel} /> : null}
          {panel === 'palette' ? <Palette onClose={closePanel} /> : null}
          {panel === 'scan' ? <ScanPanel scanned={scanned} onClose={closePanel} /> : null}
        </Suspense>
      </PanelBoundary>
      {dialog ? (
        <PanelBoundary onClose={() => dialog.answer({ ok: false })}>
          <Suspense fallback={null}>
            <ConfirmDialog dialog={dialog} />
          </Suspense>
        </PanelBoundary>
      ) : null}
    </>
  );
}
