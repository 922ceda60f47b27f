import { writeWaitingDrafts } from '@boxyard/shared/runtime';
import { firstTimeInTab } from '@boxyard/shared/runtime/lastGood.ts';
import { type ComponentType, lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { isChunkError, RemoteFailure, withTimeout } from './failure.ts';
import { forgetRemoteModule, loadedEntry, loadRemoteModule } from './load.ts';
import { measured } from './measure.ts';
import { PageSpinner } from './PageSpinner.tsx';
import { folderOf } from './published.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { type RemoteInfo, rediscover } from './registry.ts';
import { addRemoteTexts, dropRemoteTexts } from './texts.ts';

const textsAdded = new Map<string, Promise<void>>();

function textsOnce(...[remote, module]: Parameters<typeof addRemoteTexts>): Promise<void> {
  const known = textsAdded.get(remote);
  if (known) return known;
  const adding = addRemoteTexts(remote, module);
  textsAdded.set(remote, adding);
  adding.catch(() => textsAdded.delete(remote));
  return adding;
}

/** How often a remote's build was replaced in this document, by name; only while it is developed. */
const builds = new Map<string, number>();
const watchers = new Set<() => void>();

function onBuild(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/**
 * A remote under development was built anew: its code, texts and styles are loaded again and its open
 * page is drawn from them, without loading the document (docs/adr/0011). What was typed is kept.
 */
export function renewRemote(info: RemoteInfo): void {
  writeWaitingDrafts();
  forgetRemoteModule(info);
  textsAdded.delete(info.name);
  dropRemoteTexts(info.name);
  const folder = folderOf(info.entry);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(folder)) link.remove();
  }
  builds.set(info.name, (builds.get(info.name) ?? 0) + 1);
  for (const tell of watchers) tell();
}

/** A page that has not come by then says so; it still appears when it comes. */
const PATIENCE = 15_000;

/**
 * Why a page did not come although its remote's entry runs. A chunk that is gone because another
 * release is served now was replaced while the tab was open: one reload brings the new one, and what
 * was typed is kept (quality, Reliable).
 */
async function explain(info: RemoteInfo, error: unknown): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  if (isChunkError(error)) {
    const now = await rediscover(info);
    if (now.failure) return now.failure;
    if (await isReplaced(now)) {
      // Once per release: a reload that did not help must not become a loop.
      const release = `${info.name}:${now.contributions.version}:${loadedEntry(info)}`;
      if (firstTimeInTab(`reload:${release}`)) {
        writeWaitingDrafts();
        location.reload();
      }
      return new RemoteFailure(info.name, 'updated', error);
    }
    if (error.type !== 'missing') return new RemoteFailure(info.name, 'unreachable', error);
  }
  forgetRemoteModule(info);
  return new RemoteFailure(info.name, 'broken', error);
}

/** Whether the entry the remote serves now is another than the one this tab has loaded. */
async function isReplaced(now: RemoteInfo): Promise<boolean> {
  const mine = loadedEntry(now);
  if (mine === undefined) return false;
  try {
    const answer = await fetch(now.entry, { cache: 'no-cache' });
    const manifest = (await answer.json()) as {
      metaData?: { remoteEntry?: { path?: string; name?: string } };
    };
    const { path = '', name } = manifest.metaData?.remoteEntry ?? {};
    return name !== undefined && new URL(path + name, folderOf(now.entry)).href !== mine;
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
  const [{ Page }] = await Promise.all([page(), textsOnce(info.name, module)]);
  if (Page === undefined) throw new TypeError(`${info.name}: "${name}" exports no Page`);
  return { default: Page };
}

/** The same for somebody who waits for it: in good time, or with what is wrong; how it went is reported. */
const openPage = (info: RemoteInfo, name: string): Promise<{ default: ComponentType }> =>
  measured(info, () =>
    withTimeout(
      fetchPageModule(info, name),
      PATIENCE,
      () => new RemoteFailure(info.name, 'timeout'),
    ).catch(async (error: unknown) => {
      throw await explain(info, error);
    }),
  );

/**
 * Fetches a page's code ahead, on hover or focus of its menu entry; failures wait for the visit. In
 * particular a chunk that was replaced: nobody wants a reload for having passed over a menu.
 */
export function preloadPage(info: RemoteInfo, name: string): void {
  fetchPageModule(info, name).catch(() => undefined);
}

/**
 * The page of a route as a component: the seam between router and federation. It shows its own
 * loading and failure and comes to life when a later attempt succeeds, without a reload.
 */
export function loadPage(info: RemoteInfo, name: string): ComponentType {
  const buildNow = () => builds.get(info.name) ?? 0;
  // A page that has come once is drawn at once: behind a spinner React would keep it for 300 ms.
  let here: { readonly build: number; readonly Page: ComponentType } | undefined;
  const open = async () => {
    const build = buildNow();
    const page = await openPage(info, name);
    here = { build, Page: page.default };
    return page;
  };
  function RemotePage() {
    const [attempt, setAttempt] = useState(0);
    const build = useSyncExternalStore(onBuild, buildNow);
    // React remembers a rejected lazy component for good, so every attempt is a new one.
    // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is what makes it new
    const Page = useMemo(() => (here?.build === build ? here.Page : lazy(open)), [attempt, build]);
    return (
      <RemoteBoundary
        key={`${attempt}-${build}`}
        remote={info.name}
        contact={info.contact}
        probe={open}
        explain={(error) => explain(info, error)}
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
