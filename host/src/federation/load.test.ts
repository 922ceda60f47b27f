import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteFailure } from './failure.ts';
import { loadRemoteModule, remoteOfScript } from './load.ts';
import type { RemoteInfo } from './registry.ts';

jest.mock('@module-federation/enhanced/runtime', () => ({
  getInstance: jest.fn(),
  loadRemote: jest.fn(),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
  satisfy: (version: string, range: string) => range === `^${version}`,
}));

interface Plugin {
  fetch(url: string, init: object, remote: { name: string }): Promise<Response> | undefined;
  createScript(args: { url: string; remoteInfo: { name: string } }): { script: HTMLScriptElement };
}
let plugin: Plugin;
jest.mocked(registerPlugins).mockImplementation((plugins) => {
  plugin = plugins?.[0] as unknown as Plugin;
});

let count = 0;
/** A remote never seen before: what is loaded is remembered. */
function remote(changes: Partial<RemoteInfo> = {}): RemoteInfo {
  count += 1;
  const name = `remote-p${count}`;
  return {
    name,
    entry: `/remotes/${name}/mf-manifest.json`,
    contributionsUrl: `/remotes/${name}/contributions.json`,
    contributions: { name, version: '1.0.0', contract: 1, pages: [] },
    failure: undefined,
    ...changes,
  };
}

const entryName = 'assets/remoteEntry.js';
const manifest = (shared: object[] = []) => ({
  metaData: { remoteEntry: { name: entryName } },
  shared,
});
const good = { remote: { contract: 1, pages: {}, i18n: async () => ({}) } };

/** What the runtime does: it asks its hooks for the manifest, then for the script. */
function runtime({ name, entry }: RemoteInfo, outcome: () => unknown): void {
  jest.mocked(loadRemote).mockImplementation(async () => {
    const remoteInfo = { name: name.replaceAll('-', '_') };
    await (await plugin.fetch(entry, {}, remoteInfo))?.json();
    plugin.createScript({
      url: new URL(entryName, new URL(entry, location.href)).href,
      remoteInfo,
    });
    return outcome();
  });
}

const serve = (answers: (url: string, init?: RequestInit) => unknown) => {
  globalThis.fetch = jest.fn(async (url, init) => {
    const body = answers(String(url), init);
    if (body === undefined) throw new TypeError('Failed to fetch');
    const json = async () => {
      if (typeof body === 'string') throw new SyntaxError('Unexpected token <');
      return body;
    };
    const answer = { ok: true, json, clone: () => answer };
    return answer as unknown as Response;
  });
};

const fails =
  (message: string, more: object = {}) =>
  () => {
    throw Object.assign(new Error(message), more);
  };
const kindOf = (info: RemoteInfo) =>
  loadRemoteModule(info).then(
    () => 'loaded',
    (failure: RemoteFailure) => failure.kind,
  );

beforeEach(() => serve(() => manifest()));

test('a remote that loads is known by its scripts', async () => {
  const info = remote();
  runtime(info, () => good);
  expect(await kindOf(info)).toBe('loaded');
  expect(remoteOfScript(`${location.origin}/remotes/${info.name}/assets/1.js`)).toBe(info.name);
  expect(remoteOfScript(`${location.origin}/assets/shell.js`)).toBeUndefined();
});

test.each([
  ['does not come', fails('#RUNTIME-008 ScriptNetworkError: unreachable'), 'unreachable'],
  ['does not come in a minute', fails('ScriptNetworkError: "x" timed out.'), 'timeout'],
  ['throws', fails('#RUNTIME-008 ScriptExecutionError: it threw'), 'broken'],
  ['exposes nothing', () => null, 'broken'],
  [
    'misses a part',
    fails('Loading chunk 1 failed.', { name: 'ChunkLoadError', type: 'error' }),
    'unreachable',
  ],
  [
    'has a part that is none',
    fails('Loading chunk 1', { name: 'ChunkLoadError', type: 'missing' }),
    'broken',
  ],
  ['is of another contract', () => ({ remote: { ...good.remote, contract: 2 } }), 'contract'],
  [
    'shares no such React',
    fails('Version 19 of shared singleton module react does not satisfy'),
    'react',
  ],
])('a script that %s', async (_what, outcome, kind) => {
  const info = remote();
  runtime(info, outcome);
  expect(await kindOf(info)).toBe(kind);
});

test.each([
  ['HTML', '<!doctype html>', 'malformed'],
  ['JSON of something else', { hello: 1 }, 'malformed'],
  [
    'one that demands another React',
    manifest([{ name: 'react', requiredVersion: '^18.3.1' }]),
    'react',
  ],
  ['none', undefined, 'unreachable'],
])('a manifest that is %s stops a remote before its code runs', async (_what, body, kind) => {
  const info = remote();
  const run = jest.fn(() => good);
  runtime(info, run);
  serve(() => body);
  expect(await kindOf(info)).toBe(kind);
  expect(run).not.toHaveBeenCalled();
});

test('another script than the published one is named as such', async () => {
  const integrity = { 'mf-manifest.json': 'sha384-m', [entryName]: 'sha384-e' };
  const info = remote({ integrity });
  // The browser refuses the script by its hash, and says no more than that it did not come.
  serve((_url, init) => (init?.integrity === 'sha384-e' ? undefined : manifest()));
  runtime(info, fails('ScriptNetworkError: unreachable'));
  expect(await kindOf(info)).toBe('integrity');
});

test('the browser is given the hashes to check', async () => {
  const integrity = { 'mf-manifest.json': 'sha384-m', [entryName]: 'sha384-e' };
  const info = remote({ integrity });
  let script: HTMLScriptElement | undefined;
  runtime(info, () => {
    const remoteInfo = { name: info.name.replaceAll('-', '_') };
    const url = new URL(entryName, new URL(info.entry, location.href)).href;
    ({ script } = plugin.createScript({ url, remoteInfo }));
    return good;
  });
  await loadRemoteModule(info);
  expect(fetch).toHaveBeenCalledWith(
    info.entry,
    expect.objectContaining({ integrity: 'sha384-m' }),
  );
  expect(script?.integrity).toBe('sha384-e');
  expect(script?.crossOrigin).toBe('anonymous');
});

test('after a failure everything is asked for anew', async () => {
  const info = remote();
  runtime(info, fails('ScriptExecutionError'));
  expect(await kindOf(info)).toBe('broken');
  serve((url) => (url.endsWith('contributions.json') ? info.contributions : manifest()));
  runtime(info, () => good);
  expect(await kindOf(info)).toBe('loaded');
  expect(jest.mocked(registerRemotes).mock.lastCall?.[1]).toEqual({ force: true });
});

test('what is still on its way is not asked for twice', async () => {
  const info = remote();
  let come: (value: unknown) => void = () => undefined;
  runtime(info, () => new Promise((resolve) => (come = resolve)));
  const first = loadRemoteModule(info);
  expect(loadRemoteModule(info)).toBe(first);
  await new Promise((resolve) => setTimeout(resolve));
  come(good);
  expect(await first).toBe(good.remote);
  expect(loadRemote).toHaveBeenCalledTimes(1);
});
