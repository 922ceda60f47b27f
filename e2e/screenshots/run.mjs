// `npm run screenshots`: builds what changed and writes a picture of every page in every look;
// with --readme only the few that the README shows.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../../shared/build/cli/chromium.mjs';
import { bin, childEnv, install, pinnedNode, root, run } from '../../shared/build/cli/run.mjs';

await install();
const { code: built } = await run(pinnedNode(), ['shared/build/cli/buildChanged.mjs']);
if (built !== 0) process.exit(built);
const forReadme = process.argv.includes('--readme');
// A part of them, chosen by SHOTS, is taken over the others.
if (!process.env.SHOTS && !forReadme)
  rmSync(join(root, 'test-results', 'screenshots'), { recursive: true, force: true });
const { code } = await run(
  pinnedNode(),
  [
    bin('@playwright/test', 'playwright'),
    'test',
    '-c',
    'e2e/screenshots.config.ts',
    forReadme ? 'readme.shots' : 'pages.shots',
    ...process.argv.slice(2).filter((one) => one !== '--readme'),
  ],
  { env: childEnv({ CHROMIUM_PATH: await chromium() }) },
);
if (code === 0) {
  console.log(`The pictures are in ${forReadme ? 'docs/pictures' : 'test-results/screenshots'}.`);
}
process.exitCode = code;
