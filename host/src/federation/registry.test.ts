import { isFlagOn, setFlags } from '@boxyard/shared/runtime/flags.ts';
import { offerManifests, takeManifest } from './published.ts';
import { discoverAtStart, discoverRemotes } from './registry.ts';

const page = {
  name: 'claim',
  path: '/warehouse-management/claim',
  title: { en: 'Claims', th: 'เคลม' },
  page: 'claim',
};
const good = { name: 'remote-warehouse', version: '1.0.0', contract: 1, pages: [page] };
const row = {
  entry: '/remotes/remote-warehouse/mf-manifest.json',
  contributions: '/remotes/remote-warehouse/contributions.json',
};

/** A server of JSON by path; a missing path cannot be reached. */
function serve(files: Record<string, unknown>) {
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL) => {
    const path = String(input);
    if (!(path in files)) throw new TypeError('Failed to fetch');
    return { ok: true, status: 200, json: async () => files[path] } as Response;
  });
}

beforeEach(() => localStorage.clear());

test('a remote contributes its pages by JSON alone', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good });
  const [remote] = await discoverRemotes();
  expect(remote?.contributions.pages).toEqual([page]);
  expect(remote?.failure).toBeUndefined();
});

test('remotes.json is never taken from the browser cache', async () => {
  serve({ '/remotes.json': {} });
  await discoverRemotes();
  expect(fetch).toHaveBeenCalledWith(
    '/remotes.json',
    expect.objectContaining({ cache: 'no-store' }),
  );
});

test('a remote that cannot be reached keeps the pages of its last good copy and says why', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good });
  await discoverRemotes();
  serve({ '/remotes.json': { 'remote-warehouse': row } });
  const [remote] = await discoverRemotes();
  expect(remote?.contributions.pages).toEqual([page]);
  expect(remote?.failure?.kind).toBe('unreachable');
});

test('one never reached before is known by the table of routes', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row } });
  const [remote] = await discoverRemotes();
  expect(remote?.contributions.pages.map(({ path }) => path)).toContain(
    '/warehouse-management/categories',
  );
  expect(remote?.failure?.kind).toBe('unreachable');
});

test('the registry itself survives a server that is down', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good });
  await discoverRemotes();
  serve({});
  const [remote] = await discoverRemotes();
  expect(remote?.name).toBe('remote-warehouse');
});

test('a remote of another contract costs its own pages only', async () => {
  const other = { entry: '/b/mf-manifest.json', contributions: '/b/contributions.json' };
  serve({
    '/remotes.json': { 'remote-warehouse': row, 'remote-admin': other },
    [row.contributions]: good,
    [other.contributions]: { ...good, name: 'remote-admin', contract: 2 },
  });
  const remotes = await discoverRemotes();
  expect(remotes.map(({ failure }) => failure?.kind)).toEqual([undefined, 'contract']);
});

test('a remote switched off in the registry does not exist', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': { ...row, enabled: false } } });
  expect(await discoverRemotes()).toEqual([]);
});

test('a remote with a page that another has is refused and named; the other keeps it', async () => {
  const other = { entry: '/b/mf-manifest.json', contributions: '/b/contributions.json' };
  const own = { ...page, name: 'garages', path: '/fleet/garages' };
  const sameAddress = { ...page, name: 'claims-of-fleet' };
  const said = jest.spyOn(console, 'error').mockReturnValue();
  serve({
    '/remotes.json': { 'remote-warehouse': row, 'remote-fleet': other },
    [row.contributions]: good,
    [other.contributions]: { ...good, name: 'remote-fleet', pages: [sameAddress, own] },
  });
  const [first, second] = await discoverRemotes();
  expect([first?.contributions.pages, first?.failure]).toEqual([[page], undefined]);
  expect([second?.contributions.pages, second?.failure?.kind]).toEqual([[own], 'collision']);
  expect(said).toHaveBeenCalledWith(
    'remote-fleet: page "claims-of-fleet" (/warehouse-management/claim) belongs to remote-warehouse',
  );
});

test('what answers with a page of HTML is told apart from what does not answer', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good });
  await discoverRemotes();
  serve({ '/remotes.json': { 'remote-warehouse': row } });
  const { fetch: registryOnly } = globalThis;
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL) => {
    if (input !== row.contributions) return registryOnly(input);
    const json = async () => JSON.parse('<!doctype html>');
    return { ok: true, status: 200, json } as Response;
  });
  const [remote] = await discoverRemotes();
  expect(remote?.failure?.kind).toBe('malformed');
  expect(remote?.contributions.pages).toEqual([page]);
});

test('a slow remote keeps nobody waiting where its last good copy serves', async () => {
  serve({ '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good });
  await discoverRemotes();
  jest.useFakeTimers();
  const { fetch: quick } = globalThis;
  globalThis.fetch = jest.fn((input: RequestInfo | URL) =>
    input === row.contributions ? new Promise<never>(() => undefined) : quick(input),
  );
  const found = discoverRemotes();
  await jest.advanceTimersByTimeAsync(1000);
  const [remote] = await found;
  expect(remote?.failure?.kind).toBe('timeout');
  expect(remote?.contributions.pages).toEqual([page]);
  jest.useRealTimers();
});

test('contributions that are not what was published are refused and named', async () => {
  const integrity = { 'contributions.json': 'sha384-c' };
  serve({
    '/remotes.json': { 'remote-warehouse': { ...row, integrity } },
    [row.contributions]: good,
  });
  const { fetch: anyHash } = globalThis;
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.integrity) throw new TypeError('Failed to fetch');
    return anyHash(input);
  });
  const [remote] = await discoverRemotes();
  expect(remote?.failure?.kind).toBe('integrity');
});

const title = { en: 'Low stock', th: 'สต็อกต่ำ' };
const widget = { name: 'low-stock', title, span: 'third', height: 200 };

test('a widget that another remote has is refused and named; what nobody disputes stays', async () => {
  const other = { entry: '/b/mf-manifest.json', contributions: '/b/contributions.json' };
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const own = { ...widget, name: 'cars' };
  serve({
    '/remotes.json': { 'remote-warehouse': row, 'remote-fleet': other },
    [row.contributions]: { ...good, widgets: [widget] },
    [other.contributions]: {
      name: 'remote-fleet',
      version: '1',
      contract: 1,
      pages: [],
      widgets: [widget, own],
    },
  });
  const [first, second] = await discoverRemotes();
  expect(first?.contributions.widgets).toEqual([widget]);
  expect([second?.contributions.widgets, second?.failure?.kind]).toEqual([[own], 'collision']);
  expect(said).toHaveBeenCalledWith('remote-fleet: widget "low-stock" belongs to remote-warehouse');
});

test('flags are those of the registry, each remote its own, and follow it', async () => {
  const flagged = { ...good, widgets: [{ ...widget, flag: 'stock' }] };
  const registry = (flags: Record<string, boolean>) => ({
    '/remotes.json': { 'remote-warehouse': { ...row, flags } },
    [row.contributions]: flagged,
  });
  setFlags({});
  serve(registry({ stock: true, labels: false }));
  const [remote] = await discoverRemotes();
  expect(remote?.contributions.widgets?.[0]?.flag).toBe('remote-warehouse:stock');
  expect(isFlagOn('remote-warehouse:stock')).toBe(true);
  expect(isFlagOn('remote-warehouse:labels')).toBe(false);
  expect(isFlagOn('remote-else:stock')).toBe(false);
  serve(registry({}));
  await discoverRemotes();
  expect(isFlagOn('remote-warehouse:stock')).toBe(false);
});

describe('what the document carries', () => {
  const other = { entry: '/b/mf-manifest.json', contributions: '/b/contributions.json' };
  const both = { 'remote-warehouse': row, 'remote-admin': other };
  const carry = (start: object) => {
    document.body.innerHTML = '<script type="application/json" id="start"></script>';
    const block = document.getElementById('start') as HTMLElement;
    block.textContent = JSON.stringify({
      remotes: both,
      contributions: {},
      manifests: {},
      files: [],
      texts: { en: [], th: [] },
      ...start,
    });
  };
  const asked = () => (fetch as jest.Mock).mock.calls.map(([url]) => url);

  test('is not asked for; what the server could not read is', async () => {
    carry({ contributions: { 'remote-warehouse': good } });
    serve({ [other.contributions]: { ...good, name: 'remote-admin', pages: [] } });
    const remotes = await discoverAtStart();
    expect(remotes.map(({ name, failure }) => [name, failure?.kind])).toEqual([
      ['remote-warehouse', undefined],
      ['remote-admin', undefined],
    ]);
    expect(remotes[0]?.contributions.pages).toEqual([page]);
    expect(asked()).toEqual([other.contributions]);
  });

  test('is judged as if it had been fetched, and kept as the last good copy', async () => {
    carry({
      contributions: { 'remote-warehouse': good, 'remote-admin': { ...good, contract: 2 } },
    });
    serve({});
    const [, refused] = await discoverAtStart();
    expect(refused?.failure?.kind).toBe('contract');
    expect((await discoverRemotes())[0]?.contributions.pages).toEqual([page]);
  });

  test('counts once, and not where it is no answer', async () => {
    const files = { '/remotes.json': { 'remote-warehouse': row }, [row.contributions]: good };
    carry({ contributions: { 'remote-warehouse': { ...good, version: '0.9.0' } } });
    serve({ ...files, [other.contributions]: { ...good, name: 'remote-admin', pages: [] } });
    expect((await discoverAtStart())[0]?.contributions.version).toBe('0.9.0');
    expect((await discoverAtStart())[0]?.contributions.version).toBe('1.0.0');
    document.body.innerHTML = '<script type="application/json" id="start">{"remotes":</script>';
    expect((await discoverAtStart())[0]?.contributions.version).toBe('1.0.0');
  });

  test('brings the manifest of an address, for the first who asks', () => {
    offerManifests({ [row.entry]: { name: 'given' } });
    const address = new URL(row.entry, location.href).href;
    expect(takeManifest(address)).toEqual({ name: 'given' });
    expect(takeManifest(address)).toBeUndefined();
  });
});
