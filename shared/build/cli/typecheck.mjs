// `npm run typecheck`: browser code, server code and journeys, each against its own library.
import { bin, pinnedNode, run } from './run.mjs';

const projects = ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.e2e.json'];
const results = await Promise.all(
  projects.map((project) => run(pinnedNode(), [bin('typescript7', 'tsc'), '-p', project])),
);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
