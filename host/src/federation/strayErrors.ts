import { isApiError } from '@boxyard/shared/client';
import { notifyError } from '@boxyard/shared/runtime';
import i18next from 'i18next';
import { reportIn } from './follow.ts';
import { remoteOfScript } from './load.ts';
import { FEDERATION_TEXTS } from './texts.ts';

/** A remote that fails in a loop is named once in this time. */
const QUIET = 60_000;
const lastTold = new Map<string, number>();

/** The remote an error comes from: the first script in its stack that belongs to one. */
function remoteOf(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const addresses = stack.match(/https?:\/\/[^\s()]+/g) ?? [];
  return addresses.map(remoteOfScript).find((name) => name !== undefined);
}

function tell(remote: string | undefined, error: unknown): void {
  if (remote === undefined) return;
  reportIn(remote, error);
  const last = lastTold.get(remote);
  if (last !== undefined && Date.now() - last < QUIET) return;
  lastTold.set(remote, Date.now());
  const t = i18next.getFixedT(null, FEDERATION_TEXTS);
  notifyError(t('stray.title', { remote }), t('stray.detail'));
}

/**
 * Tells of errors that no page catches (a promise nobody waits for, a handler of an event) and names
 * the remote whose script they come from; the page stays.
 */
export function watchStrayErrors(): void {
  addEventListener('error', ({ error, filename }) => {
    tell(remoteOf((error as Error | null)?.stack) ?? remoteOfScript(filename ?? ''), error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    // The client has said already what the server answered.
    if (isApiError(reason)) return;
    tell(remoteOf((reason as Error | null)?.stack), reason);
  });
}
