import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Registry } from '@boxyard/shared/contract';
import type { FastifyInstance } from 'fastify';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { builtPlaces } from './static.ts';

const root = mkdtempSync(join(tmpdir(), 'boxyard-static-'));
const script = 'export const answer = 42;\n'.repeat(100);
const registry: Registry = { 'remote-x': { entry: '/e.json', contributions: '/c.json' } };

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

let test: TestApp;
let server: FastifyInstance;
beforeAll(async () => {
  put('secret.json', 'secret');
  put('host/index.html', '<meta name="csp-nonce" content="__CSP_NONCE__">');
  put('host/remotes.json', JSON.stringify(registry));
  put('host/favicon.svg', '<svg/>');
  put('host/.hidden.js', 'secret');
  put('host/assets/main.0123456789.js', script);
  put('host/assets/main.0123456789.js.br', brotliCompressSync(script));
  put('host/assets/main.0123456789.js.gz', gzipSync(script));
  put('remote-x/mf-manifest.json', '{"name":"remote-x"}');
  put('remote-x/assets/page.abcdef0123.css', 'p{}');
  const remotesDir = join(root, 'deployed');
  const remote = (name: string, file: string) => {
    const built = builtPlaces(remotesDir, root).remote(name, file);
    return built.startsWith(remotesDir) ? built : join(root, name);
  };
  test = await createTestApp({
    places: { host: join(root, 'host'), remote },
    config: { remotesDir },
  });
  server = test.server;
});
afterAll(async () => {
  await test?.close();
  rmSync(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

it('sends hashed files for ever, in the encoding that the build left', async () => {
  const plain = await get('/assets/main.0123456789.js');
  expect(plain.payload).toBe(script);
  expect(plain.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  const small = await get('/assets/main.0123456789.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': plain.headers['content-type'],
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  const older = await get('/assets/main.0123456789.js', { 'accept-encoding': 'gzip' });
  expect(older.headers['content-encoding']).toBe('gzip');
  const uncompressed = await get('/remotes/remote-x/assets/page.abcdef0123.css', {
    'accept-encoding': 'br',
  });
  expect(uncompressed.headers['content-encoding']).toBeUndefined();
  expect(uncompressed.payload).toBe('p{}');
});

it('asks again for names that stay, and says when nothing changed', async () => {
  const manifest = await get('/remotes/remote-x/mf-manifest.json');
  expect(manifest.json()).toEqual({ name: 'remote-x' });
  expect(manifest.headers['cache-control']).toBe('no-cache');
  const again = await get('/remotes/remote-x/mf-manifest.json', {
    'if-none-match': String(manifest.headers.etag),
  });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  expect((await get('/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
});

it('never keeps the registry', async () => {
  const answer = await get('/remotes.json');
  expect(answer.json()).toEqual(registry);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('serves what was deployed beside the builds, and allows its origin, without a restart', async () => {
  const scripts = async () =>
    /script-src ([^;]*?) ?;/.exec(String((await get('/')).headers['content-security-policy']))?.[1];
  expect(await scripts()).toBe("'self' 'wasm-unsafe-eval'");
  const row = { entry: 'https://parts.example/e.json', contributions: '/c.json' };
  put('deployed/remotes.json', JSON.stringify({ 'remote-y': row }));
  put('deployed/remote-x/1.0.0-0123456789/page.js', 'deployed');
  expect((await get('/remotes.json')).json()).toEqual({ ...registry, 'remote-y': row });
  expect(await scripts()).toBe("'self' 'wasm-unsafe-eval' https://parts.example");
  expect((await get('/remotes/remote-x/1.0.0-0123456789/page.js')).payload).toBe('deployed');
  expect((await get('/remotes/remote-x/mf-manifest.json')).json()).toEqual({ name: 'remote-x' });
  // Half a file is no registry: what was good stays.
  put('deployed/remotes.json', '{"remote-y":');
  expect((await get('/remotes.json')).json()).toEqual({ ...registry, 'remote-y': row });
  rmSync(join(root, 'deployed'), { recursive: true });
});

it.each(['/', '/index.html', '/warehouse/parts', '/a/b/'])(
  'answers %s with the page and a nonce of its own',
  async (url) => {
    const [first, second] = [await get(url), await get(url)];
    expect(first.payload).toMatch(/content="[\w-]{22}"/);
    expect(second.payload).not.toBe(first.payload);
    expect(first.headers['cache-control']).toBe('no-cache');
  },
);

it('answers HEAD without a body', async () => {
  const answer = await server.inject({ method: 'HEAD', url: '/assets/main.0123456789.js' });
  expect([answer.statusCode, answer.payload]).toEqual([200, '']);
  expect(Number(answer.headers['content-length'])).toBe(script.length);
});

it.each([
  '/assets/none.0123456789.js',
  '/assets/none',
  '/assets/',
  '/assets',
  '/none.png',
  '/.hidden.js',
  '/assets//main.0123456789.js',
  '/assets/..%2f..%2fsecret.json',
  '/..%2fsecret.json',
  '/..%5csecret.json',
  '/%00.js',
  '/remotes/remote-x/',
  '/remotes/remote-x/none.js',
  '/remotes/remote-x/assets',
  '/remotes/remote-x/..%2fsecret.json',
  '/remotes/remote-none/mf-manifest.json',
  '/remotes/host/index.html',
  '/remotes/..%2fhost/index.html',
  '/remotes/remote-x',
])('has no file at %s', async (url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.payload]).toEqual([404, 'Not found']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('answers unknown calls as the API does, never with a page', async () => {
  const answer = await get('/api/v1/nothing/here');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  const wrongVerb = await get('/api/v1/auth/signin');
  expect([wrongVerb.statusCode, wrongVerb.headers.allow]).toEqual([405, 'POST']);
});
