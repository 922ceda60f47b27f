// `npm run deploy:remote -- NAME --to DIR [--url ADDRESS] [--from FOLDER] [--rollback]`: releases a built remote
// by itself; `--from` is the remote's folder where it is not one of this workspace.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deployRemote, rollBack } from './deploy.ts';
import { checkManifest } from './manifests.mjs';
import { root } from './run.mjs';

const USE = 'npm run deploy:remote -- NAME --to DIR [--url ADDRESS] [--from FOLDER] [--rollback]';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      url: { type: 'string', default: '/remotes' },
      from: { type: 'string' },
      rollback: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (!name || !values.to) throw new Error(`Name the remote and the folder: ${USE}`);
  const deployment = { to: resolve(values.to), url: values.url, now: new Date() };
  if (values.rollback) {
    console.log(`${name} is back at ${rollBack(name, deployment)}`);
  } else {
    const folder = resolve(values.from ?? join(root, name));
    const problems = checkManifest(name, folder);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const { release, isNew } = deployRemote(join(folder, 'dist'), deployment);
    console.log(isNew ? `${name} ${release} is live` : `${name} ${release} was live already`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
