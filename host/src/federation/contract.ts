import { completeContract, endpointOf } from '@boxyard/shared/client';
import { loadRemoteModule } from './load.ts';
import type { RemoteInfo } from './registry.ts';

/** The whole table of calls, which the shell itself does not need. */
export async function loadContract(): Promise<void> {
  const { contract } = await import('@boxyard/shared/contract/index.ts');
  completeContract(contract);
}

const isKnown = (key: string): boolean => {
  try {
    return endpointOf(key) !== undefined;
  } catch {
    return false;
  }
};

/** Makes a call usable: the host's table has it, or that of the remote, which may be newer. */
export async function ensureCall(key: string, info: RemoteInfo): Promise<void> {
  if (!isKnown(key)) await loadContract();
  if (!isKnown(key)) await loadRemoteModule(info);
}
