import { RemoteFailure } from './failure.ts';
import { discoverRemotes, type RemoteInfo } from './registry.ts';
import { applyRelease, findReleases } from './releases.ts';

jest.mock('./registry.ts', () => ({
  ...jest.requireActual('./registry.ts'),
  discoverRemotes: jest.fn(),
}));
const live = jest.mocked(discoverRemotes);

const infoOf = (name: string, version: string, changes: Partial<RemoteInfo> = {}): RemoteInfo => ({
  name,
  entry: `/remotes/${name}/mf-manifest.json`,
  contributionsUrl: `/remotes/${name}/contributions.json`,
  contributions: { name, version, contract: 1, pages: [] },
  failure: undefined,
  ...changes,
});

test('a release is found once, until there is another or the first is back', async () => {
  const known = [infoOf('remote-a', '1'), infoOf('remote-b', '1')];
  const found = async (...now: RemoteInfo[]) => {
    live.mockResolvedValue(now);
    return (await findReleases(known)).map(({ name }) => name);
  };
  expect(await found(...known)).toEqual([]);
  expect(await found(infoOf('remote-a', '2'), infoOf('remote-b', '1'))).toEqual(['remote-a']);
  expect(await found(infoOf('remote-a', '2'), infoOf('remote-b', '1'))).toEqual([]);
  expect(await found(infoOf('remote-a', '3'))).toEqual(['remote-a']);
  expect(await found(...known)).toEqual([]);
  expect(applyRelease('remote-a', 'http://localhost/a')).toBeNull();
  expect(await found(infoOf('remote-a', '1', { release: '1-abc' }))).toEqual(['remote-a']);
});

test('what cannot be read is no release', async () => {
  const failure = new RemoteFailure('remote-c', 'unreachable');
  live.mockResolvedValue([infoOf('remote-c', '2', { failure })]);
  expect(await findReleases([infoOf('remote-c', '1')])).toEqual([]);
  live.mockResolvedValue([infoOf('remote-c', '2')]);
  expect(await findReleases([infoOf('remote-c', '', { failure })])).toEqual([]);
});

test('it waits while something is unsaved', async () => {
  live.mockResolvedValue([infoOf('remote-d', '2')]);
  await findReleases([infoOf('remote-d', '1')]);
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', stay);
  expect(applyRelease('remote-d', 'http://localhost/d')).toBeNull();
  window.removeEventListener('beforeunload', stay);
  // jsdom does not load documents, and says so.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(applyRelease('remote-d', 'http://localhost/d')).toBeInstanceOf(Promise);
  expect(applyRelease('remote-d', 'http://localhost/d')).toBeNull();
  said.mockRestore();
});

test('other remotes stay as they are', () => {
  expect(applyRelease('remote-e', 'http://localhost/e')).toBeNull();
});
