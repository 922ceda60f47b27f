import { writeWaitingDrafts } from '@boxyard/shared/runtime';
import { firstTimeInTab } from '@boxyard/shared/runtime/lastGood.ts';
import type { ComponentType } from 'react';
import { isChunkError, RemoteFailure, withTimeout } from './failure.ts';
import { forgetRemoteModule, loadedEntry, loadRemoteModule } from './load.ts';
import { measured } from './measure.ts';
import { folderOf } from './published.ts';
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

/** Which build of a remote is drawn: how often it was replaced in this document. */
export const buildOf = ({ name }: RemoteInfo): number => builds.get(name) ?? 0;

/** Calls back whenever a remote's build is replaced. */
export function onBuild(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/**
 * A remote under development was built anew: its code, texts and styles are loaded again and what it
 * draws is drawn from them, without loading the document (docs/adr/0011). What was typed is kept.
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
  builds.set(info.name, buildOf(info) + 1);
  for (const tell of watchers) tell();
}

/** What has not come by then says so; it still appears when it comes. */
const PATIENCE = 15_000;

/** What a remote's modules export, by what they bring. */
const EXPORTS = { pages: 'Page', widgets: 'Widget', panels: 'Panel' } as const;

/** Something that a remote draws. */
export interface Part {
  readonly info: RemoteInfo;
  readonly kind: keyof typeof EXPORTS;
  readonly name: string;
}

type Drawn<P> = Promise<{ default: ComponentType<P> }>;

/**
 * Why something did not come although its remote's entry runs. A page's chunk that is gone because
 * another release is served now was replaced while the tab was open: one reload brings the new one, and
 * what was typed is kept (quality "Reliable"). A mere piece of a page is not worth a reload.
 */
export async function explain({ info, kind }: Part, error: unknown): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  if (isChunkError(error)) {
    const now = await rediscover(info);
    if (now.failure) return now.failure;
    if (await isReplaced(now)) {
      // Once per release: a reload that did not help must not become a loop.
      const release = `${info.name}:${now.contributions.version}:${loadedEntry(info)}`;
      if (kind === 'pages' && firstTimeInTab(`reload:${release}`)) {
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

/** Code and texts of one part of a remote. */
export async function fetchPart<P>({ info, kind, name }: Part): Drawn<P> {
  const module = await loadRemoteModule(info);
  const parts: Readonly<Record<string, (() => Promise<object>) | undefined>> = module[kind] ?? {};
  const part = parts[name];
  if (!part) throw new RemoteFailure(info.name, 'missing');
  const [found] = await Promise.all([part(), textsOnce(info.name, module)]);
  const drawn = (found as Readonly<Record<string, ComponentType<P>>>)[EXPORTS[kind]];
  if (drawn === undefined)
    throw new TypeError(`${info.name}: "${name}" exports no ${EXPORTS[kind]}`);
  return { default: drawn };
}

let opening = 0;

/** Whether somebody waits for a part at this moment. */
export const isOpening = (): boolean => opening > 0;

async function counted<T>(load: () => Promise<T>): Promise<T> {
  opening += 1;
  try {
    return await load();
  } finally {
    opening -= 1;
  }
}

/** The same for somebody who waits for it: in good time, or with what is wrong; how it went is reported. */
export const openPart = <P>(part: Part): Drawn<P> =>
  counted(() =>
    measured(part.info, () =>
      withTimeout(
        fetchPart<P>(part),
        PATIENCE,
        () => new RemoteFailure(part.info.name, 'timeout'),
      ).catch(async (error: unknown) => {
        throw await explain(part, error);
      }),
    ),
  );
