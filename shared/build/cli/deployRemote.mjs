// `pnpm deploy:remote NAME --to DIR [--url ADDRESS] [--rollback]`: releases a built remote by itself.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deployRemote, rollBack } from './deploy.ts';
import { checkManifest } from './manifests.mjs';
import { root } from './run.mjs';

const USE = 'pnpm deploy:remote NAME --to DIR [--url ADDRESS] [--rollback]';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      url: { type: 'string', default: '/remotes' },
      rollback: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (!name || !values.to) throw new Error(`Name the remote and the folder: ${USE}`);
  const deployment = { to: resolve(values.to), url: values.url, now: new Date() };
  if (values.rollback) {
    console.log(`${name} is back at ${rollBack(name, deployment)}`);
  } else {
    const problems = checkManifest(name);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const { release, isNew } = deployRemote(join(root, name, 'dist'), deployment);
    console.log(isNew ? `${name} ${release} is live` : `${name} ${release} was live already`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
