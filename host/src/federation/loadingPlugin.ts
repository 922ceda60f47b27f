import { registerPlugins, satisfy } from '@module-federation/enhanced/runtime';
import { version } from 'react';
import { RemoteFailure } from './failure.ts';
import { integrityOf, isAltered, type Published, takeManifest } from './published.ts';

/** Nothing is asked for again while it may still come; a line that is dead is given up by then. */
const GIVE_UP = 60_000;

interface Loading {
  readonly info: Published & { readonly name: string };
  /** What the manifest showed. */
  failure?: RemoteFailure;
  /** Address of the entry script, once it is asked for. */
  script?: string;
}
const loadings = new Map<string, Loading>();

interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string } };
  readonly shared: readonly { readonly name: string; readonly requiredVersion?: unknown }[];
}

const isManifest = (value: unknown): value is Manifest => {
  const { metaData, shared } = (value ?? {}) as Partial<Manifest>;
  return typeof metaData?.remoteEntry?.name === 'string' && Array.isArray(shared);
};

/** Whether a row of a manifest asks for a React that is not the shell's. */
const isOtherReact = ({ name, requiredVersion }: Manifest['shared'][number]): boolean =>
  /^react(-dom)?(\/|$)/.test(name) &&
  typeof requiredVersion === 'string' &&
  requiredVersion !== '' &&
  !satisfy(version, requiredVersion);

/** A manifest, if it is one and what it demands is here. */
function checked(info: Loading['info'], manifest: unknown): Manifest {
  if (!isManifest(manifest)) throw new RemoteFailure(info.name, 'malformed');
  const other = manifest.shared.find(isOtherReact);
  if (other) {
    const told = new Error(`${other.name} ${other.requiredVersion}, here ${version}`);
    throw new RemoteFailure(info.name, 'react', told);
  }
  return manifest;
}

/** The manifest, if it is the published one: that of the document, or as the remote has it now. */
async function fetchManifest({ info }: Loading, url: string): Promise<Response> {
  const given = takeManifest(url);
  if (given !== undefined) return Response.json(checked(info, given));
  const fail = (kind: RemoteFailure['kind'], cause?: unknown) =>
    new RemoteFailure(info.name, kind, cause);
  const integrity = integrityOf(info, url);
  const answer = await fetch(url, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(GIVE_UP),
    ...(integrity === undefined ? {} : { integrity }),
  }).catch(async (error: unknown) => {
    if (error instanceof DOMException) throw fail('timeout', error);
    throw fail((await isAltered(url, integrity)) ? 'integrity' : 'unreachable', error);
  });
  if (!answer.ok) throw fail('unreachable', new Error(`${url} answered ${answer.status}`));
  const manifest: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  checked(info, manifest);
  return answer;
}

/** The script element of an entry: the browser refuses another than the published one. */
function entryScript(loading: Loading, url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  // Else a browser tells nothing of errors in a script of another origin, and checks no hash.
  script.crossOrigin = 'anonymous';
  script.fetchPriority = 'high';
  const integrity = integrityOf(loading.info, url);
  if (integrity !== undefined) script.integrity = integrity;
  return script;
}

let isRegistered = false;

/** From now on the federation runtime loads this remote under these eyes. */
export function watchLoading(name: string, info: Loading['info']): void {
  loadings.set(name, { info });
  if (isRegistered) return;
  isRegistered = true;
  registerPlugins([
    {
      name: 'published-remotes',
      fetch: (url, _init, remote) => {
        const loading = remote && loadings.get(remote.name);
        if (!loading) return undefined;
        return fetchManifest(loading, url).catch((error: unknown) => {
          if (error instanceof RemoteFailure) loading.failure = error;
          throw error;
        });
      },
      createScript: ({ url, remoteInfo }) => {
        const loading = remoteInfo && loadings.get(remoteInfo.name);
        if (!loading) return undefined;
        loading.script = url;
        return { script: entryScript(loading, url), timeout: GIVE_UP };
      },
    },
  ]);
}

/** What went wrong in the last attempt, as far as the files themselves show it. */
export async function failureWhileLoading(name: string): Promise<RemoteFailure | undefined> {
  const loading = loadings.get(name);
  if (loading?.failure) return loading.failure;
  if (loading?.script === undefined) return undefined;
  const { info, script } = loading;
  const isOther = await isAltered(script, integrityOf(info, script));
  return isOther ? new RemoteFailure(info.name, 'integrity') : undefined;
}
