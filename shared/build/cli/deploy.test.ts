import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deployRemote, rollBack } from './deploy.ts';

let root: string;
let to: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boxyard-deploy-'));
  to = join(root, 'served');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const on = (day: number, url = '/remotes') => ({ to, url, now: at(day) });
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const registry = () => json(join(to, 'remotes.json'));

/** A build of a remote with one page, whose code is `code`. */
function build(name: string, code: string, page = `${name}-page`): string {
  const dist = join(root, name);
  const put = (file: string, content: string) => {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), content);
  };
  rmSync(dist, { recursive: true, force: true });
  put('assets/remoteEntry.0123456789.js', code);
  put('assets/remoteEntry.0123456789.js.map', 'not for the public');
  put(
    'mf-manifest.json',
    JSON.stringify({
      metaData: { remoteEntry: { path: 'assets/', name: 'remoteEntry.0123456789.js' } },
    }),
  );
  put(
    'contributions.json',
    JSON.stringify({
      name,
      version: '1.2.0',
      contract: 1,
      pages: [{ name: page, path: `/${page}`, title: { en: 'P', th: 'พ' }, page }],
    }),
  );
  return dist;
}

it('puts a build where the registry points, with the hash of what is fetched by name', () => {
  const { release, isNew } = deployRemote(build('remote-x', 'one'), on(1));
  expect([release, isNew]).toEqual([expect.stringMatching(/^1\.2\.0-[0-9a-f]{10}$/), true]);
  const row = registry()['remote-x'];
  expect(row).toMatchObject({
    entry: `/remotes/remote-x/${release}/mf-manifest.json`,
    contributions: `/remotes/remote-x/${release}/contributions.json`,
    release,
  });
  expect(Object.keys(row.integrity)).toEqual([
    'mf-manifest.json',
    'contributions.json',
    'assets/remoteEntry.0123456789.js',
  ]);
  const folder = join(to, 'remote-x', release);
  expect(readFileSync(join(folder, 'assets/remoteEntry.0123456789.js'), 'utf8')).toBe('one');
  expect(existsSync(join(folder, 'assets/remoteEntry.0123456789.js.map'))).toBe(false);
  // printf one | openssl dgst -sha384 -binary | base64
  expect(row.integrity['assets/remoteEntry.0123456789.js']).toBe(
    'sha384-Xby+2wDRMaKeBZP5dvK0N5QpOSORmtQnZt6Bf+yCSmJieZ/sjQTLmxfEjo6ukSZY',
  );
});

it('leaves the other remotes, and what an operator wrote beside an address, as they are', () => {
  deployRemote(build('remote-x', 'one'), on(1));
  const rows = registry();
  rows['remote-x'].enabled = false;
  writeFileSync(join(to, 'remotes.json'), JSON.stringify(rows));
  deployRemote(build('remote-y', 'one'), on(1, 'https://parts.example/r/'));
  expect(registry()['remote-x']).toEqual(rows['remote-x']);
  expect(registry()['remote-y'].entry).toMatch(/^https:\/\/parts\.example\/r\/remote-y\/1\.2\.0-/);
  deployRemote(build('remote-x', 'two'), on(2));
  expect(registry()['remote-x'].enabled).toBe(false);
});

it('does nothing when that build is live already', () => {
  const first = deployRemote(build('remote-x', 'one'), on(1));
  expect(deployRemote(build('remote-x', 'one'), on(2))).toEqual({ ...first, isNew: false });
});

it('goes back to the release before, and forward again', () => {
  const one = deployRemote(build('remote-x', 'one'), on(1)).release;
  const two = deployRemote(build('remote-x', 'two'), on(2)).release;
  expect(rollBack('remote-x', on(3))).toBe(one);
  expect(registry()['remote-x'].release).toBe(one);
  expect(rollBack('remote-x', on(3))).toBe(two);
});

it('says so when there is nothing to go back to', () => {
  deployRemote(build('remote-x', 'one'), on(1));
  expect(() => rollBack('remote-x', on(1))).toThrow('remote-x has no earlier release');
});

it('keeps what open tabs run for a week, and no longer', () => {
  const releases = ['one', 'two', 'three'].map(
    (code, index) => deployRemote(build('remote-x', code), on(1 + index * 6)).release,
  );
  const kept = () => readdirSync(join(to, 'remote-x')).filter((name) => name.startsWith('1.2.0'));
  // The first was replaced on the 7th, the third came on the 13th.
  expect(kept().sort()).toEqual([...releases].sort());
  const last = deployRemote(build('remote-x', 'four'), on(15)).release;
  expect(kept().sort()).toEqual([...releases.slice(1), last].sort());
});

it('refuses a page that another remote has, naming both', () => {
  deployRemote(build('remote-x', 'one', 'gears'), on(1));
  expect(() => deployRemote(build('remote-y', 'one', 'gears'), on(1))).toThrow(
    'remote-y: "gears" (/gears) is a page of remote-x already',
  );
  // The table of routes speaks for remotes that are not released to this folder.
  expect(() => deployRemote(build('remote-y', 'one', 'suppliers'), on(1))).toThrow(
    'remote-y: "suppliers" (/suppliers) is a page of remote-warehouse already',
  );
  expect(Object.keys(registry())).toEqual(['remote-x']);
  expect(existsSync(join(to, 'remote-y'))).toBe(false);
});

it('refuses what is no build, and a registry that it cannot read', () => {
  expect(() => deployRemote(join(root, 'nothing'), on(1))).toThrow('holds no build');
  mkdirSync(to);
  writeFileSync(join(to, 'remotes.json'), '{"remote-x": 1}');
  expect(() => deployRemote(build('remote-x', 'one'), on(1))).toThrow('is no registry');
});

it('takes over from a deployment that died half-way', () => {
  const lock = join(to, '.deploying');
  mkdirSync(lock, { recursive: true });
  const long = new Date(Date.now() - 120_000);
  utimesSync(lock, long, long);
  expect(deployRemote(build('remote-x', 'one'), on(1)).isNew).toBe(true);
  expect(existsSync(lock)).toBe(false);
});
