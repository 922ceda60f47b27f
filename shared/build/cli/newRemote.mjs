// `pnpm new:remote NAME`: a remote with one page and its test.
import { bin, PNPM, root, run } from './run.mjs';
import { newRemote } from './scaffold.ts';

try {
  const { remote, path } = newRemote({ root, name: process.argv[2] });
  await run(bin('@biomejs/biome', 'biome'), ['format', '--write', remote], { capture: true });
  console.log(`Made ${remote} with a page at ${path}. Next:`);
  console.log(`  npx -y ${PNPM} install`);
  console.log(`  pnpm build ${remote}`);
  console.log(`  grant "${remote.replace('remote-', '')}:view" to the roles that may open it`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
