// `npm start`: from a clean checkout to a running Boxyard; needs Node 20+ and npm, nothing else.
// `--production`: no demonstration data, and a weak or missing secret is refused.
import { spawn } from 'node:child_process';
import { childEnv, install, pinnedNode, root, run } from './run.mjs';

/** How long the server may take to finish its work and stop its database. */
const STOP_TIMEOUT = 20_000;
const windows = process.platform === 'win32';

/** Runs the server in a process group of its own, so that nothing it started outlives it. */
function serve(production) {
  const child = spawn(pinnedNode(), ['api/src/main.ts'], {
    cwd: root,
    env: childEnv(production ? { NODE_ENV: 'production' } : {}),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !windows,
  });
  const killGroup = (signal) => {
    try {
      process.kill(windows ? child.pid : -child.pid, signal);
    } catch {
      // The group is gone, which is what was wanted.
    }
  };
  let stopping = false;
  const stop = () => {
    // A second Ctrl-C means now.
    if (stopping) return killGroup('SIGKILL');
    stopping = true;
    child.kill('SIGTERM');
    setTimeout(() => killGroup('SIGKILL'), STOP_TIMEOUT).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  child.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => {
    killGroup('SIGTERM');
    process.exit(stopping ? 0 : (code ?? 1));
  });
}

try {
  await install();
  const { code } = await run(pinnedNode(), ['shared/build/cli/buildChanged.mjs']);
  if (code !== 0) process.exit(code);
  serve(process.argv.includes('--production'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
