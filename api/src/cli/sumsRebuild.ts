import { refreshSums } from '../jobs/tasks.ts';
import { SYSTEM } from '../kernel/index.ts';
import { keptSums } from '../modules/index.ts';
import { withServer } from './withServer.ts';

/**
 * Makes the sums that reports read anew, beside a running server as well: until they are there, reports
 * are added up from their rows.
 */
await withServer(async (app) => {
  for (const { name, rebuild } of keptSums) {
    await app.transaction({ actor: SYSTEM }, rebuild);
    process.stdout.write(`${name} …\n`);
  }
  await refreshSums(app);
  process.stdout.write('The sums of reports are made anew.\n');
});
