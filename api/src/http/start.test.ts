import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { contract, type Registry, type Start } from '@boxyard/shared/contract';
import type { FastifyInstance } from 'fastify';
import { createTestApp, type TestApp } from '../testing/index.ts';

const root = mkdtempSync(join(tmpdir(), 'boxyard-start-'));
const put = (path: string, content: unknown): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
};

const contributed = (name: string, path: string, title = 'Cars') => ({
  name,
  version: '1.0.0',
  contract: 1,
  pages: [
    {
      name: `${name}-cars`,
      path,
      title: { en: title, th: 'รถ' },
      page: null,
      list: { call: name === 'remote-fleet' ? 'suppliers.list' : 'cars.list' },
    },
  ],
});
const manifest = { metaData: { remoteEntry: { path: 'assets/', name: 'entry.0123456789.js' } } };
const rowOf = (name: string, more: Partial<Registry[string]> = {}) => ({
  entry: `/remotes/${name}/mf-manifest.json`,
  contributions: `/remotes/${name}/contributions.json`,
  ...more,
});

/** A remote as it is built, with one page at a path. */
function putRemote(name: string, path: string, title?: string): Record<string, string> {
  const hashes = {
    'contributions.json': put(`${name}/contributions.json`, contributed(name, path, title)),
    'mf-manifest.json': put(`${name}/mf-manifest.json`, manifest),
  };
  put(`${name}/preloads.json`, {
    texts: { en: ['assets/en.js'], th: ['assets/th.js'] },
    pages: {
      [`${name}-cars`]: { files: ['assets/page.js', 'assets/page.css'], asks: ['kit/parts/list'] },
    },
  });
  return hashes;
}

let test: TestApp;
let server: FastifyInstance;
const startOf = async (path: string): Promise<Start> =>
  (await server.inject({ url: `/start.json?path=${encodeURIComponent(path)}` })).json();

beforeAll(async () => {
  put('host/index.html', '<head><!-- start --></head>');
  put('host/preloads.json', {
    layers: { theme: ['assets/list.js'], 'kit/parts/list': ['assets/list.js', 'assets/more.js'] },
  });
  const hashes = putRemote('remote-fleet', '/fleet/:id', '</script><b>');
  putRemote('remote-off', '/off/cars');
  putRemote('remote-forged', '/forged/cars');
  putRemote('remote-misnamed', '/misnamed/cars');
  put('remote-misnamed/contributions.json', contributed('remote-other', '/misnamed/cars'));
  put('remote-broken/contributions.json', '{');
  const registry: Registry = {
    'remote-fleet': rowOf('remote-fleet', {
      integrity: { ...hashes, 'assets/entry.0123456789.js': 'sha384-entry' },
    }),
    'remote-off': rowOf('remote-off', { enabled: false }),
    'remote-forged': rowOf('remote-forged', { integrity: { 'contributions.json': 'sha384-no' } }),
    'remote-misnamed': rowOf('remote-misnamed'),
    'remote-broken': rowOf('remote-broken'),
    'remote-far': {
      entry: 'https://far.example/m.json',
      contributions: 'https://far.example/c.json',
    },
    'remote-sly': rowOf('remote-sly', {
      contributions: '/remotes/remote-fleet/../host/index.html',
    }),
  };
  put('host/remotes.json', registry);
  test = await createTestApp({
    places: { host: join(root, 'host'), remote: (name) => join(root, name) },
  });
  server = test.server;
});
afterAll(async () => {
  await test?.close();
  rmSync(root, { recursive: true, force: true });
});

it('names what an address needs: manifest, entry, the layers of the host, page, texts', async () => {
  const start = await startOf('/fleet/17?tab=2#top');
  expect(start.manifests).toEqual({ '/remotes/remote-fleet/mf-manifest.json': manifest });
  expect(start.files).toEqual([
    {
      href: '/remotes/remote-fleet/assets/entry.0123456789.js',
      as: 'script',
      cors: true,
      integrity: 'sha384-entry',
    },
    { href: '/assets/list.js', as: 'script' },
    { href: '/assets/more.js', as: 'script' },
    { href: '/remotes/remote-fleet/assets/page.js', as: 'script' },
    { href: '/remotes/remote-fleet/assets/page.css', as: 'style' },
  ]);
  expect(start.texts.th).toEqual([{ href: '/remotes/remote-fleet/assets/th.js', as: 'script' }]);
});

it('tells the row of the list that the page asks for first, as far as a request needs it', async () => {
  const { path, list } = contract['suppliers.list'];
  const { filters, sorts, defaultSort } = list;
  const { lists } = await startOf('/fleet/17');
  expect(lists).toMatchObject({
    'suppliers.list': { path, list: { filters, sorts, defaultSort } },
  });
  expect((await startOf('/seventh')).lists).toEqual({});
  expect((await startOf('/nowhere')).lists).toEqual({});
});

it.each(['/', '/fleet', '/fleet/1/2', '/off/cars', '/forged/cars', '/misnamed/cars', '/nowhere'])(
  'names no files for %s, which is no page of a remote that may be believed',
  async (path) => {
    expect(await startOf(path)).toMatchObject({ manifests: {}, files: [] });
  },
);

it('leaves to the browser what is off, forged, misnamed, broken or elsewhere', async () => {
  const start = await startOf('/fleet/1');
  expect(Object.keys(start.contributions)).toEqual(['remote-fleet']);
  expect(Object.keys(start.remotes)).toHaveLength(7);
});

it('follows what is released, without a restart', async () => {
  const before = (await startOf('/seventh')).contributions;
  expect(before).not.toHaveProperty('remote-broken');
  putRemote('remote-broken', '/seventh');
  const start = await startOf('/seventh');
  expect(start.contributions).toHaveProperty('remote-broken');
  expect(start.files[0]?.href).toBe('/remotes/remote-broken/assets/entry.0123456789.js');
});

it('stands in the document of a page as data that cannot end its element', async () => {
  const answer = await server.inject({ url: '/fleet/17', headers: { 'accept-encoding': 'br' } });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
  const html = brotliDecompressSync(answer.rawPayload).toString();
  const [, block = ''] =
    /<script type="application\/json" id="start">(.*?)<\/script>/.exec(html) ?? [];
  expect(block).not.toContain('<');
  expect(JSON.parse(block)).toEqual(await startOf('/fleet/17'));
  expect(html).toContain(
    '<link rel="preload" as="script" href="/remotes/remote-fleet/assets/entry.0123456789.js" crossorigin integrity="sha384-entry" />',
  );
  expect(html.match(/<link /g)).toHaveLength(5);
});

it('is the same for everybody, and nobody keeps it', async () => {
  const person = await test.as('auditor');
  const asked = (headers: Record<string, string>) =>
    server.inject({ url: '/start.json?path=/fleet/1', headers });
  const known = await asked({ authorization: `Bearer ${person.token}` });
  expect(known.payload).toBe((await asked({})).payload);
  expect(known.headers['cache-control']).toBe('no-store');
});

it.each(['/login', '/logout', '/forgot-password', '/register/'])(
  'is not in the document of %s, which asks for it while somebody types',
  async (url) => {
    expect((await server.inject({ url })).payload).toBe('<head></head>');
  },
);
