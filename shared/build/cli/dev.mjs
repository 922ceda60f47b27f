// `npm run dev -- [remote …]`: server, host and the named remotes, each rebuilt when its files change. The
// host is served by webpack-dev-server on 8081, everything else comes from the server on 8080 (or on PORT
// and the port after it). One remote alone: `npm run dev --prefix remote-x`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bin, childEnv, markDone, pinnedNode, root, webApps } from './run.mjs';

const remotes = process.argv.slice(2);
const unknown = remotes.find((name) => !webApps().includes(name));
if (unknown) {
  console.error(`There is no "${unknown}"; the remotes are: ${webApps().slice(1).join(', ')}`);
  process.exit(1);
}

await build();
// What the watch builds write is no production build: the next start makes one again.
for (const name of remotes) markDone(`build-${name}`, 'development');
const webpack = bin('webpack-cli');
const children = [
  { cwd: root, args: ['--watch', 'api/src/main.ts'] },
  { cwd: join(root, 'host'), args: [webpack, 'serve', '--mode', 'development'] },
  ...remotes.map((name) => ({
    cwd: join(root, name),
    args: [webpack, 'watch', '--mode', 'development'],
  })),
].map(({ cwd, args }) => spawn(pinnedNode(), args, { cwd, env: childEnv(), stdio: 'inherit' }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
