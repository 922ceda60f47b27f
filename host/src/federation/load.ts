import { CONTRACT_MAJOR } from '@boxyard/shared/contract/remote.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';
import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { RemoteFailure, withTimeout } from './failure.ts';
import { type RemoteInfo, rediscover } from './registry.ts';

/** A remote's code that has not come by then counts as failed. */
const LOAD_TIMEOUT = 15_000;
/** Pause before the one silent second attempt. */
const RETRY_PAUSE = 400;

const loaded = new Map<string, Promise<RemoteModule>>();
const failedBefore = new Set<string>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Name of a remote in the federation runtime, which takes no hyphens. */
const federationName = (name: string): string => name.replaceAll('-', '_');

async function attempt(info: RemoteInfo): Promise<RemoteModule> {
  const name = federationName(info.name);
  // After a failure the runtime keeps the rejected promise; `force` makes it forget.
  registerRemotes([{ name, entry: new URL(info.entry, location.href).href }], {
    force: failedBefore.has(name),
  });
  try {
    const loading = loadRemote<{ remote: RemoteModule }>(`${name}/remote`);
    const found = await withTimeout(
      loading,
      LOAD_TIMEOUT,
      () => new RemoteFailure(info.name, 'timeout'),
    );
    if (!found) throw new RemoteFailure(info.name, 'unreachable');
    failedBefore.delete(name);
    return found.remote;
  } catch (error) {
    failedBefore.add(name);
    throw error instanceof RemoteFailure
      ? error
      : new RemoteFailure(info.name, 'unreachable', error);
  }
}

async function load(info: RemoteInfo): Promise<RemoteModule> {
  if (info.failure?.kind === 'collision') throw info.failure;
  if (info.failure?.kind === 'contract') {
    const again = await rediscover(info);
    if (again.failure) throw again.failure;
  }
  const found = await attempt(info).catch(async () => {
    await pause(RETRY_PAUSE);
    return attempt(info);
  });
  // The gate of architecture 4: code of another major would fail later and worse.
  if (found.contract !== CONTRACT_MAJOR) throw new RemoteFailure(info.name, 'contract');
  return found;
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

/** Address of the remote's entry that this tab runs, if it has run any. */
export const loadedEntry = (info: RemoteInfo): string | undefined =>
  getInstance()?.moduleCache.get(federationName(info.name))?.remoteInfo.entry;
