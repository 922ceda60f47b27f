// `npm run new:remote -- NAME --thai TITLE [--in DIR]`: a remote with one page and its test, here or in another workspace.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, root, run } from './run.mjs';
import { newRemote } from './scaffold.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { in: { type: 'string', default: root }, thai: { type: 'string' } },
  });
  const place = resolve(values.in);
  const { remote, path } = await newRemote({
    root: place,
    name: positionals[0],
    thai: values.thai,
  });
  await run(bin('@biomejs/biome', 'biome'), ['format', '--write', remote], {
    cwd: place,
    capture: true,
  });
  console.log(`Made ${remote} with a page at ${path}. Next:`);
  console.log('  npm run packages');
  console.log(`  npm run build -- ${remote}`);
  console.log(`  grant "${remote.replace('remote-', '')}:view" to the roles that may open it`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
