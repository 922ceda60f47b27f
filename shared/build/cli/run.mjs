// What the commands share. Runs on any Node from 20 on, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');
export const PNPM = 'pnpm@12.21.0';
const windows = process.platform === 'win32';

/** The Node of package.json, which carries its binary through the registry. */
export const pinnedNode = () =>
  join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** Path of a package's executable script, to be run by the pinned Node. */
export function bin(name, command = name) {
  const dir = join(root, 'node_modules', name);
  const { bin: found } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return join(dir, typeof found === 'string' ? found : found[command]);
}

/** Environment of child processes: the pinned Node first on the path, and where it keeps compiled code. */
export const childEnv = (extra = {}) => ({
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
  ...process.env,
  PATH: `${dirname(pinnedNode())}${windows ? ';' : ':'}${process.env.PATH ?? ''}`,
  ...extra,
});

/** Runs a program to its end; resolves with exit code and, when captured, its output. */
export function run(command, args, { cwd = root, env = childEnv(), capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell: windows && !command.endsWith('.exe'),
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
    });
    child.stderr?.on('data', (data) => {
      output += data;
    });
    const stop = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, stop);
      resolve({ code: code ?? (signal ? 1 : 0), signal, output });
    });
  });
}

/** Every file below a path (or the path itself), sorted, without what is generated. */
function files(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.cache', '.data'].includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => files(join(path, name)));
}

/** Hash of the content of files and folders below the root; tests do not count. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => files(join(root, path)))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const stampFile = (name) => join(root, 'node_modules', '.boxyard', name);

/** Whether a step was last done for exactly this hash. */
export const isDone = (name, hash) =>
  existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash;

export function markDone(name, hash) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

/** Folders of the workspace that hold an app with a web build: the host and every remote. */
export const webApps = () => [
  'host',
  ...readdirSync(root).filter((name) => existsSync(join(root, name, 'contributions.ts'))),
];

/** Installs the pinned dependencies where they changed, by the pinned pnpm. */
export async function install() {
  const manifests = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  const apps = readdirSync(root).map((name) => join(name, 'package.json'));
  const hash = hashOf([...manifests, ...apps.filter((path) => existsSync(join(root, path)))]);
  if (isDone('install', hash) && existsSync(pinnedNode())) return;
  console.log('Installing dependencies …');
  const args = ['-y', PNPM, 'install', '--frozen-lockfile'];
  const { code } = await run('npx', args, { env: process.env });
  if (code !== 0) throw new Error('the dependencies could not be installed; see above');
  markDone('install', hash);
}
