import { SYSTEM } from '../kernel/index.ts';
import { verifiedStock } from '../modules/warehouse/index.ts';
import { withServer } from './withServer.ts';

/**
 * Holds the stock's balances, reservations, values and chain of moves against each other, and names
 * what does not agree (domain-warehouse 3.1: reported, never mended by itself). Ends with 1 then.
 */
await withServer(async (app) => {
  const { ok, moves, drift } = await app.transaction({ actor: SYSTEM }, verifiedStock);
  if (ok) {
    process.stdout.write(`The stock of ${moves} moves agrees with itself.\n`);
    return;
  }
  for (const { invariant, detail } of drift) {
    process.stderr.write(`${invariant}: ${JSON.stringify(detail)}\n`);
  }
  throw new Error(
    `${drift.length} figures do not agree. docs/deploy.md ("Stock") says what the letters mean.`,
  );
});
