// `npm start`: from a clean checkout to a running Boxyard; needs Node 20+ and npm, nothing else.
// `--production`: no demonstration data, and a weak or missing secret is refused.
// The server makes its data while the pages are built, and serves when both are there (docs/adr/0092).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { childEnv, install, pinnedNode, root } from './run.mjs';

/** How long the server may take to finish its work and stop its database. */
const STOP_TIMEOUT = 20_000;
const windows = process.platform === 'win32';
const production = process.argv.includes('--production');
const began = Date.now();
const since = (time) => `${((Date.now() - time) / 1000).toFixed(1)} s`;

/** Node 26.10 may never end a process whose compiler thread waits for a collection at that moment. */
const ENDS = '--no-concurrent-sparkplug';

/** Runs the server in a process group of its own, so that nothing it started outlives it. */
function serve() {
  const child = spawn(pinnedNode(), [ENDS, 'api/src/main.ts'], {
    cwd: root,
    env: childEnv({ PAGES_FOLLOW: '1', ...(production ? { NODE_ENV: 'production' } : {}) }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: !windows,
  });
  const killGroup = (signal) => {
    try {
      process.kill(windows ? child.pid : -child.pid, signal);
    } catch {
      // The group is gone, which is what was wanted.
    }
  };
  let code = null;
  const stop = (withCode) => {
    if (code !== null) return;
    code = withCode;
    child.kill('SIGTERM');
    setTimeout(() => killGroup('SIGKILL'), STOP_TIMEOUT).unref();
  };
  const onSignal = () => {
    // A second Ctrl-C means now.
    if (code === null) stop(0);
    else killGroup('SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  const ended = new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new Error(`The server could not be started: ${error.message}`)),
    );
    child.on('exit', (own) => {
      killGroup('SIGTERM');
      resolve(code ?? own ?? 1);
    });
  });
  return { child, stop, ended };
}

/** An empty data folder: its database is made while the pages are built. */
const isFirst = () =>
  !production &&
  !process.env.DATABASE_URL &&
  !existsSync(join(root, process.env.DATA_DIR ?? '.data', 'postgres.secret'));

/**
 * The data is told one call after another, and takes longest: whatever processor it leaves free is the
 * build's. Where a system does not let us say so, they share.
 */
function standBack() {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
  // Of its own accord Linux lets a build go on for milliseconds when a statement's answer has come.
  if (process.platform === 'linux')
    spawnSync('/bin/sh', ['-c', `chrt -i -p 0 ${process.pid}`], { stdio: 'ignore' });
}

/** Builds what has changed; `ended` answers the exit code. */
function buildPages() {
  const child = spawn(pinnedNode(), ['shared/build/cli/buildChanged.mjs', '--quick'], {
    cwd: root,
    env: childEnv(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}

async function start() {
  console.log('1/3 Packages …');
  await install();
  console.log(`1/3 Packages: there after ${since(began)}. Next: pages and data, side by side.`);
  const first = isFirst();
  const server = serve();
  let isDataThere = false;
  server.child.on('message', ({ data, ready }) => {
    isDataThere ||= data !== undefined;
    if (ready) console.log(`3/3 Started in ${since(began)}.`);
  });
  // The server runs already, as it always does; from here on this process and the build stand back.
  if (first) standBack();
  const building = Date.now();
  const pages = buildPages();
  const code = await Promise.race([pages.ended, server.ended]);
  pages.stop();
  if (code === 0 && server.child.connected) {
    const next = isDataThere ? 'the server opens' : 'the rest of the data';
    console.log(`2/3 Pages: built in ${since(building)}. Next: ${next}.`);
    server.child.send({ built: true });
  } else server.stop(code);
  return server.ended;
}

try {
  process.exit(await start());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
