import { DAY } from '@boxyard/shared/domain/service/fieldDay.ts';
import { clientsClaim } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { findNeeded, isHashed, isReleaseIndex, SHELL_DOCUMENT } from './files.ts';

/**
 * Service worker of the shell, for people who work where there is no network (ADR 0140). The page of a
 * technician's day registers it; nobody else has one. It touches no call of the API: what it keeps is the
 * same for everybody, and is removed at sign-out.
 */
declare const self: {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
};

/** A message of a page; the worker lives until what it waits for has ended. */
interface WorkerMessage extends MessageEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The network counts for so long, in seconds; only then does what was kept. */
const DOCUMENT_SECONDS = 5;
const FACTS_SECONDS = 3;

const documents = new NetworkFirst({
  cacheName: DAY,
  networkTimeoutSeconds: DOCUMENT_SECONDS,
  // One document serves every address of the shell; the one that came for another address is not kept.
  plugins: [
    {
      cacheKeyWillBeUsed: async () => SHELL_DOCUMENT,
      cacheWillUpdate: async () => null,
    },
  ],
});

const indexes = new NetworkFirst({
  cacheName: DAY,
  networkTimeoutSeconds: FACTS_SECONDS,
  plugins: [{ cacheWillUpdate: async () => null }],
});

/** Files whose names tell one build from another never change. */
const hashed = new CacheFirst({
  cacheName: DAY,
  // Only what the day needs is kept, and only by `keepFiles`.
  plugins: [{ cacheWillUpdate: async () => null }],
});

const isOwn = ({ origin }: URL): boolean => origin === self.location.origin;

registerRoute(new NavigationRoute(documents, { denylist: [/^\/api\//] }));
registerRoute(({ url }) => isOwn(url) && isReleaseIndex(url.pathname), indexes);
registerRoute(({ url }) => isOwn(url) && isHashed(url.pathname), hashed);

async function readJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await (await caches.open(DAY)).put(path, answer.clone());
  return answer.json();
}

/** Number of sign-outs: files that were being kept for the session before are given up. */
let signOuts = 0;
/** The last call of `keepFiles`: the next one begins after it. */
let keeping: Promise<unknown> = Promise.resolve();

async function forgetFiles(): Promise<void> {
  signOuts += 1;
  await caches.delete(DAY);
}

/** Keeps what the day's page needs of the releases that are live now, and nothing of earlier ones. */
async function keepFiles({ path, remote }: KeepMessage): Promise<void> {
  const before = signOuts;
  try {
    await fillCache({ path, remote, isOver: () => signOuts !== before });
  } finally {
    if (signOuts !== before) await caches.delete(DAY);
  }
}

async function fillCache({
  path,
  remote,
  isOver,
}: KeepMessage & { readonly isOver: () => boolean }): Promise<void> {
  const document = await fetch(path, { cache: 'no-store', credentials: 'omit' });
  if (!document.ok) throw new Error(`${path} answered ${document.status}`);
  const { files, indexes } = await findNeeded(await document.clone().text(), remote, readJson);
  const cache = await caches.open(DAY);
  const kept = await cache.keys();
  const has = new Set(kept.map(({ url }) => new URL(url).pathname));
  for (const file of files) {
    if (isOver()) throw new Error('signed out');
    // One after the other: the day's own calls come first on a slow line.
    if (!has.has(file)) await cache.add(file);
  }
  await cache.put(SHELL_DOCUMENT, document);
  // Last of all: until the new files are whole, the earlier ones serve.
  const isNeeded = (file: string) =>
    files.has(file) || indexes.has(file) || file === SHELL_DOCUMENT;
  await Promise.all(
    kept.filter(({ url }) => !isNeeded(new URL(url).pathname)).map((one) => cache.delete(one)),
  );
}

interface KeepMessage {
  /** Address of the day's page, and the remote that brings it. */
  readonly path: string;
  readonly remote: string;
}

self.addEventListener('message', (event) => {
  if (event.data === null) {
    event.waitUntil(forgetFiles());
    return;
  }
  const reply = event.ports[0];
  const keep = () => keepFiles(event.data as KeepMessage);
  const done = keeping.then(keep, keep);
  keeping = done;
  event.waitUntil(
    done.then(
      () => reply?.postMessage('kept'),
      (error: unknown) => reply?.postMessage(String(error)),
    ),
  );
});

// A new worker takes over at once: it serves the same kinds of files in the same way.
self.addEventListener('install', () => void self.skipWaiting());
clientsClaim();
