import { integrityOf, isAltered } from './published.ts';

const row = {
  entry: 'https://parts.example/r/remote-parts/1.0.0-ab/mf-manifest.json',
  integrity: { 'mf-manifest.json': 'sha384-m', 'assets/remoteEntry.js': 'sha384-e' },
};

test('a file must have the hash that the registry names for it', () => {
  expect(integrityOf(row, row.entry)).toBe('sha384-m');
  const script = 'https://parts.example/r/remote-parts/1.0.0-ab/assets/remoteEntry.js';
  expect(integrityOf(row, script)).toBe('sha384-e');
});

test('what a registry with hashes does not name was not published', () => {
  expect(integrityOf(row, 'https://parts.example/r/remote-parts/1.0.0-ab/other.js')).toMatch(
    /^sha384-A+$/,
  );
});

test('without hashes nothing is checked', () => {
  expect(integrityOf({ entry: row.entry }, row.entry)).toBeUndefined();
});

test.each([
  ['comes, but only without the hash', { plain: true, hashed: false }, true],
  ['does not come at all', { plain: false, hashed: false }, false],
  ['comes with the hash this time', { plain: true, hashed: true }, false],
])('a refused file that %s', async (_what, { plain, hashed }, altered) => {
  globalThis.fetch = jest.fn(async (_url, init?: RequestInit) => {
    if (init?.integrity ? hashed : plain) return { ok: true } as Response;
    throw new TypeError('Failed to fetch');
  });
  expect(await isAltered('/x.js', 'sha384-x')).toBe(altered);
});
