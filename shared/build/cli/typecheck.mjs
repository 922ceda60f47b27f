// `npm run typecheck`: browser code, server code and journeys, each against its own library.
import { bin, pinnedNode, run } from './run.mjs';

// Each keeps what it has compared for itself: four, as many as there are by default, come near the
// compiler's limit of comparisons with the tables and calls of all areas.
const CHECKERS = ['--checkers', '8'];
const projects = ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.e2e.json'];
const results = await Promise.all(
  projects.map((project) =>
    run(pinnedNode(), [bin('typescript7', 'tsc'), '-p', project, ...CHECKERS]),
  ),
);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
