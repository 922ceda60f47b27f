import { firstTimeInTab } from '@boxyard/shared/runtime/lastGood.ts';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { RemoteFailure } from './failure.ts';
import { loadedEntry, loadRemoteModule } from './load.ts';
import { measured } from './measure.ts';
import { PageSpinner } from './PageSpinner.tsx';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { type RemoteInfo, rediscover } from './registry.ts';
import { addRemoteTexts } from './texts.ts';

const textsAdded = new Map<string, Promise<void>>();

function textsOnce(...[remote, module]: Parameters<typeof addRemoteTexts>): Promise<void> {
  const known = textsAdded.get(remote);
  if (known) return known;
  const adding = addRemoteTexts(remote, module);
  textsAdded.set(remote, adding);
  adding.catch(() => textsAdded.delete(remote));
  return adding;
}

/**
 * A chunk that is gone although the remote answers, and answers with another version, was replaced by
 * a release while the tab was open: one reload brings the new one (quality, Reliable).
 */
async function explain(info: RemoteInfo, error: unknown): Promise<RemoteFailure> {
  const now = await rediscover(info);
  if (now.failure) return now.failure;
  if (await isReplaced(info)) {
    // Once per release: a reload that did not help must not become a loop.
    const release = `${info.name}:${now.contributions.version}:${loadedEntry(info)}`;
    if (firstTimeInTab(`reload:${release}`)) location.reload();
    return new RemoteFailure(info.name, 'updated', error);
  }
  return new RemoteFailure(info.name, 'unreachable', error);
}

/** Whether the entry the remote serves now is another than the one this tab has loaded. */
async function isReplaced(info: RemoteInfo): Promise<boolean> {
  const mine = loadedEntry(info);
  if (mine === undefined) return false;
  try {
    const answer = await fetch(info.entry, { cache: 'no-cache' });
    const manifest = (await answer.json()) as { metaData?: { remoteEntry?: { name?: string } } };
    const now = manifest.metaData?.remoteEntry?.name;
    return now !== undefined && !mine.endsWith(now);
  } catch {
    return false;
  }
}

/** Code and texts of one page of a remote. */
async function fetchPageModule(
  info: RemoteInfo,
  name: string,
): Promise<{ default: ComponentType }> {
  const module = await loadRemoteModule(info);
  const page = module.pages[name];
  if (!page) throw new RemoteFailure(info.name, 'missing');
  const [{ Page }] = await Promise.all([
    page().catch(async (error: unknown) => {
      throw await explain(info, error);
    }),
    textsOnce(info.name, module),
  ]);
  return { default: Page };
}

/** The same; how it went is reported. */
const loadPageModule = (info: RemoteInfo, name: string): Promise<{ default: ComponentType }> =>
  measured(info, () => fetchPageModule(info, name));

/** Fetches a page's code ahead, on hover or focus of its menu entry; failures wait for the visit. */
export function preloadPage(info: RemoteInfo, name: string): void {
  loadPageModule(info, name).catch(() => undefined);
}

/**
 * The page of a route as a component: the seam between router and federation. It shows its own
 * loading and failure and comes to life when a later attempt succeeds, without a reload.
 */
export function loadPage(info: RemoteInfo, name: string): ComponentType {
  function RemotePage() {
    const [attempt, setAttempt] = useState(0);
    // React remembers a rejected lazy component for good, so every attempt is a new one.
    // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is what makes it new
    const Page = useMemo(() => lazy(() => loadPageModule(info, name)), [attempt]);
    return (
      <RemoteBoundary
        key={attempt}
        remote={info.name}
        probe={() => loadPageModule(info, name)}
        onRecovered={() => setAttempt((count) => count + 1)}
      >
        <Suspense fallback={<PageSpinner />}>
          <Page />
        </Suspense>
      </RemoteBoundary>
    );
  }
  RemotePage.displayName = `RemotePage(${name})`;
  return RemotePage;
}
