import { findNeeded, isHashed, isReleaseIndex, namedFiles } from './files.ts';

const DOCUMENT = `<script src="/entry/boot.836d4fd594.js" data-shell="/entry/base.1c761cee25.js /assets/shell.b4f280489f.js"></script>
<link rel="preload" href="/remotes/remote-x/0.1.0-3f29a1c04b/assets/809.b3f0e2d5c3.js"><a href="/assets/plain.js">`;

const manifest = {
  metaData: { remoteEntry: { path: 'assets/', name: 'remoteEntry.eedb8df206.js' } },
  exposes: [{ assets: { js: { sync: ['assets/remote.15ed596cd2.js'], async: [] }, css: {} } }],
};

const answers: Readonly<Record<string, unknown>> = {
  '/files.json': ['/assets/list.ebd57c1b33.js'],
  '/remotes.json': {
    'remote-x': {
      entry: '/remotes/remote-x/0.1.0-3f29a1c04b/mf-manifest.json',
      contributions: '/remotes/remote-x/0.1.0-3f29a1c04b/contributions.json',
    },
    'remote-y': { entry: '/remotes/remote-y/mf-manifest.json', contributions: '/gone.json' },
  },
  '/remotes/remote-x/0.1.0-3f29a1c04b/mf-manifest.json': manifest,
  '/remotes/remote-x/0.1.0-3f29a1c04b/contributions.json': { name: 'remote-x' },
};

const readJson = async (path: string): Promise<unknown> => {
  if (!(path in answers)) throw new Error(path);
  return answers[path];
};

test('a day needs the shell, the files of its page and the release that is live, and no other remote', async () => {
  const { files, indexes } = await findNeeded(DOCUMENT, 'remote-x', readJson);
  expect([...files].sort()).toEqual([
    '/assets/list.ebd57c1b33.js',
    '/assets/shell.b4f280489f.js',
    '/entry/base.1c761cee25.js',
    '/entry/boot.836d4fd594.js',
    '/remotes/remote-x/0.1.0-3f29a1c04b/assets/809.b3f0e2d5c3.js',
    '/remotes/remote-x/0.1.0-3f29a1c04b/assets/remote.15ed596cd2.js',
    '/remotes/remote-x/0.1.0-3f29a1c04b/assets/remoteEntry.eedb8df206.js',
  ]);
  expect([...indexes].sort()).toEqual([
    '/files.json',
    '/remotes.json',
    '/remotes/remote-x/0.1.0-3f29a1c04b/contributions.json',
    '/remotes/remote-x/0.1.0-3f29a1c04b/mf-manifest.json',
  ]);
});

test('only what never changes is served before the network is asked', () => {
  expect(namedFiles(DOCUMENT)).not.toContain('/assets/plain.js');
  expect(['/assets/shell.b4f280489f.js', '/worker.js', '/index.html'].map(isHashed)).toEqual([
    true,
    false,
    false,
  ]);
  expect(
    ['/remotes.json', '/remotes/remote-x/mf-manifest.json', '/api/v1/x.json'].map(isReleaseIndex),
  ).toEqual([true, true, false]);
});
