import { SYSTEM } from '../kernel/index.ts';
import { keptSums } from '../modules/index.ts';
import { comparedSums } from '../workflow/index.ts';
import { withServer } from './withServer.ts';

/** Compares the sums that reports read with the rows they are of, names what differs, and ends with 1 then. */
await withServer(async (app) => {
  const found = await app.transaction({ actor: SYSTEM }, (ctx) => comparedSums(ctx, keptSums));
  if (found.length === 0) {
    process.stdout.write('The sums of reports agree with their rows.\n');
    return;
  }
  for (const { figure, detail } of found) {
    process.stderr.write(`${figure}: ${JSON.stringify(detail)}\n`);
  }
  throw new Error(
    `${found.length} sums differ from their rows. npm run sums:rebuild makes them anew.`,
  );
});
