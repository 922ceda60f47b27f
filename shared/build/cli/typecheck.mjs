// `npm run typecheck`: browser code, server code and journeys, each against its own library. What was
// found is kept in `.cache/types` with the hash of each file, so that a later run looks at what changed
// and what follows from it.
import { join } from 'node:path';
import { bin, pinnedNode, root, run } from './run.mjs';

const projects = ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.e2e.json'];
const kept = (project) => [
  '--incremental',
  ...['--tsBuildInfoFile', join(root, '.cache', 'types', project)],
];
const results = await Promise.all(
  projects.map((project) =>
    run(pinnedNode(), [bin('typescript7', 'tsc'), '-p', project, ...kept(project)]),
  ),
);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
