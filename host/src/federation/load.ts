import { CONTRACT_MAJOR } from '@boxyard/shared/contract/remote.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';
import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { isChunkError, RemoteFailure } from './failure.ts';
import { failureWhileLoading, watchLoading } from './loadingPlugin.ts';
import { folderOf } from './published.ts';
import { type RemoteInfo, rediscover } from './registry.ts';

/** Pause before the one silent second attempt. */
const RETRY_PAUSE = 400;

const loaded = new Map<string, Promise<RemoteModule>>();
const failedBefore = new Set<string>();
/** Folders whose scripts run in this tab, also those of a release that was replaced since. */
const running = new Map<string, string>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Name of a remote in the federation runtime, which takes no hyphens. */
const federationName = (name: string): string => name.replaceAll('-', '_');

/** After a failure the runtime keeps what it has; `force` makes it forget. */
function register(info: RemoteInfo, name: string): void {
  const force = failedBefore.has(name);
  // What an earlier container has loaded would count as loaded by the next, which may be another build.
  if (force) Reflect.deleteProperty(globalThis, `webpackChunk${name}`);
  registerRemotes([{ name, entry: new URL(info.entry, location.href).href }], { force });
}

/** What the runtime's error means; what its hooks have seen says more than its words. */
async function classify(info: RemoteInfo, name: string, error: unknown): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  const seen = await failureWhileLoading(name);
  if (seen) return seen;
  if (isChunkError(error) && error.type !== 'missing') {
    return new RemoteFailure(info.name, 'unreachable', error);
  }
  const message = error instanceof Error ? error.message : '';
  if (message.includes('ScriptNetworkError')) {
    const kind = message.includes('timed out') ? 'timeout' : 'unreachable';
    return new RemoteFailure(info.name, kind, error);
  }
  // A demand of `strictVersion` that only the running script makes (build/federation.cjs).
  if (/singleton module react\b/.test(message)) {
    return new RemoteFailure(info.name, 'react', error);
  }
  return new RemoteFailure(info.name, 'broken', error);
}

async function attempt(info: RemoteInfo): Promise<RemoteModule> {
  const name = federationName(info.name);
  watchLoading(name, info);
  register(info, name);
  try {
    const found = await loadRemote<{ remote?: RemoteModule }>(`${name}/remote`);
    if (!found?.remote) throw new RemoteFailure(info.name, 'broken');
    // The gate of architecture 4: code of another major would fail later and worse.
    if (found.remote.contract !== CONTRACT_MAJOR) throw new RemoteFailure(info.name, 'contract');
    failedBefore.delete(name);
    running.set(folderOf(info.entry), info.name);
    return found.remote;
  } catch (error) {
    failedBefore.add(name);
    throw await classify(info, name, error);
  }
}

/** After a failure the registry may name another place by now. */
async function whereItIsNow(info: RemoteInfo): Promise<RemoteInfo> {
  if (!info.failure && !failedBefore.has(federationName(info.name))) return info;
  const now = await rediscover(info);
  const isRefused = now.failure?.kind === 'contract' || now.failure?.kind === 'integrity';
  if (now.failure && isRefused) throw now.failure;
  return now;
}

async function load(info: RemoteInfo): Promise<RemoteModule> {
  if (info.failure?.kind === 'collision') throw info.failure;
  const now = await whereItIsNow(info);
  return attempt(now).catch(async (failure: RemoteFailure) => {
    if (failure.kind !== 'unreachable') throw failure;
    await pause(RETRY_PAUSE);
    return attempt(now);
  });
}

/** A remote's module, loaded once; a failure is forgotten, so that the next call tries again. */
export function loadRemoteModule(info: RemoteInfo): Promise<RemoteModule> {
  const known = loaded.get(info.name);
  if (known) return known;
  const loading = load(info);
  loaded.set(info.name, loading);
  loading.catch(() => loaded.delete(info.name));
  return loading;
}

/** Loads everything of a remote anew at the next call: what is here cannot be used. */
export function forgetRemoteModule({ name }: RemoteInfo): void {
  loaded.delete(name);
  failedBefore.add(federationName(name));
}

/** Address of the remote's entry that this tab runs, if it has run any. */
export const loadedEntry = (info: RemoteInfo): string | undefined =>
  getInstance()?.moduleCache.get(federationName(info.name))?.remoteInfo.entry;

/** Name of the remote that a script which runs in this tab belongs to. */
export function remoteOfScript(address: string): string | undefined {
  for (const [folder, name] of running) if (address.startsWith(folder)) return name;
  return undefined;
}
