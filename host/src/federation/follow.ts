import { mayDo } from '@boxyard/shared/runtime/ability.tsx';
import { notify } from '@boxyard/shared/runtime/notify.ts';
import i18next from 'i18next';
import type { Component } from 'react';
import { RemoteFailure } from './failure.ts';
import { type RemoteInfo, releaseOf } from './registry.ts';
import { findReleases } from './releases.ts';
import { carryTelemetry, reportError, reportLoad, sendTelemetry } from './telemetry.ts';
import { FEDERATION_TEXTS } from './texts.ts';

/** How often a tab asks by itself and says what it runs, should the event stream be silent. */
const EVERY_MS = 5 * 60_000;
/** Open tabs do not all ask in the same moment. */
const SPREAD_MS = 1500;
/** Longer than other notices: nobody waits for it. */
const NOTICE_MS = 8000;

let known: readonly RemoteInfo[] = [];
let isAsking = false;

/** What people know of a remote: the areas that its pages stand in, in the order of the menu. */
function nameOf({ name, contributions }: RemoteInfo): string {
  const paths = new Set(contributions.pages.map(({ path }) => path.split('/')[1]));
  const areas = i18next.getResource(i18next.language, 'shell', 'areas');
  const known = Object.entries(areas as Readonly<Record<string, string>>);
  return (
    known
      .filter(([path]) => paths.has(path))
      .map(([, title]) => title)
      .join(', ') || name
  );
}

const concernsMe = ({ contributions }: RemoteInfo): boolean =>
  contributions.pages.some(({ page }) => page !== null && mayDo(`${page}:view`));

function tell(info: RemoteInfo): void {
  const t = i18next.getFixedT(null, FEDERATION_TEXTS);
  notify({
    type: 'info',
    title: t('release.title', { remote: nameOf(info), interpolation: { escapeValue: false } }),
    detail: t('release.detail'),
    duration: NOTICE_MS,
  });
}

async function ask(): Promise<void> {
  try {
    (await findReleases(known)).filter(concernsMe).forEach(tell);
  } catch (error) {
    // Without a registry everything stays as it is; the next look may find it.
    console.warn('Releases could not be looked for', error);
  }
}

/** The server says that something was released, or might have been. */
export function lookForReleases(): void {
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => {
    isAsking = false;
    void ask();
  }, Math.random() * SPREAD_MS);
}

/** Follows the remotes of this document: how they fare is reported, new releases are noticed. */
export function followRemotes(remotes: readonly RemoteInfo[]): void {
  known = remotes;
  carryTelemetry();
  for (const info of remotes) {
    const { name, failure } = info;
    if (failure) reportLoad({ remote: name, release: releaseOf(info), outcome: failure.kind });
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    lookForReleases();
    void sendTelemetry();
  };
  window.addEventListener('focus', look);
  setInterval(look, EVERY_MS);
}

/** An error in what a remote of this document runs. */
export function reportIn(remote: unknown, error: unknown): void {
  const info = known.find(({ name }) => name === remote);
  if (info) reportError(info.name, releaseOf(info), error);
}

/** An error that a boundary has caught: one that belongs to a remote is reported. */
export function reportCaught(
  error: unknown,
  { errorBoundary }: { readonly errorBoundary?: Component<unknown> | undefined },
): void {
  if (error instanceof RemoteFailure) return;
  console.error(error);
  const props = errorBoundary?.props as { readonly remote?: unknown } | undefined;
  reportIn(props?.remote, error);
}
