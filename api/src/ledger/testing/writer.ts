import { v7 } from 'uuid';
import { createPool, pgOf } from '../../db/pool.ts';
import { postMoves } from '../posting.ts';
import { inTransaction } from './run.ts';

/**
 * A server under load, for the test that kills it: posts documents until it dies and names each on
 * its output once its commit was acknowledged. Arguments: address, from, to, items.
 */
const [url = '', from = '', to = '', ...items] = process.argv.slice(2);
const pool = createPool(url, { max: 8, name: 'boxyard-writer' });

async function write(): Promise<void> {
  for (;;) {
    const docId = v7();
    await inTransaction(pool, (pg) =>
      postMoves(pg, {
        docType: 'receipt',
        docId,
        action: 'post',
        now: new Date(),
        postedBy: null,
        moves: items.map((itemId) => ({ itemId, quantity: 2, from, to, unitCost: '3.5' })),
      }),
    );
    process.stdout.write(`${docId}\n`);
  }
}

await pgOf(pool).query('select 1');
await Promise.all(Array.from({ length: 8 }, write));
