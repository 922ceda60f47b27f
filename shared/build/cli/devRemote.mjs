// `npm run dev --prefix remote-x`: one remote alone, served from an origin of its own to any running host
// whose override panel is given the address (docs/add-a-remote.md).
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { bin, childEnv, pinnedNode, run } from './run.mjs';

const FIRST_PORT = 4701;

const dir = process.cwd();
const name = basename(dir);
const remotes = readdirSync(dirname(dir)).filter((folder) => folder.startsWith('remote-'));
const port = process.env.PORT ?? String(FIRST_PORT + remotes.sort().indexOf(name));
console.log(
  `${name} is at http://localhost:${port}. In a running host open Settings, "Remotes of this`,
);
console.log(`browser", or add to its address: ?override=${name}@http://localhost:${port}`);
const args = [bin('webpack-cli'), 'serve', '--mode', 'development'];
const { code } = await run(pinnedNode(), args, { cwd: dir, env: childEnv({ PORT: port }) });
process.exitCode = code;
