import { pino } from 'pino';
import { compose } from '../../../compose.ts';
import { systemClock } from '../../../kernel/index.ts';
import { testConfig } from '../../../testing/database.ts';
import { issueInvoice } from '../invoices/actions.ts';

/**
 * A server that bills and collects until it is killed: each invoice is issued once in a transaction
 * that gives up, then for good, paid and verified. Each line names what was acknowledged. Arguments:
 * address of the database, company, customer, who enters, who verifies.
 */
const [url = '', companyId = '', customerId = '', clerkId = '', accountantId = ''] =
  process.argv.slice(2);
const { runtime } = await compose({
  config: testConfig(),
  databaseUrl: url,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  prepare: false,
  strictAnswers: false,
  rateLimits: false,
  connections: { write: 8, read: 2 },
});
const { app } = runtime;
const clerk = { actor: await app.actorOf(clerkId) };
const accountant = { actor: await app.actorOf(accountantId) };
const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

interface Answer {
  readonly data: {
    readonly id: string;
    readonly version: number;
    readonly documentNo: string;
    readonly receiptNo: string;
  };
}

async function collect(): Promise<void> {
  for (;;) {
    const { data: draft } = (await app.call(clerk, 'invoices.create', {
      body: {
        companyId,
        customerId,
        dueDate,
        taxPoint: 'delivery',
        vatMode: 'exclusive',
        items: [{ description: 'Shelf', quantity: 1, unitPrice: '100.0000' }],
      },
    })) as unknown as Answer;
    const input = { params: { id: draft.id }, body: { version: draft.version } };
    await app
      .transaction(clerk, async (ctx) => {
        await issueInvoice(ctx, input);
        throw new Error('given up');
      })
      .catch((error: Error) => {
        if (error.message !== 'given up') throw error;
      });
    const { data: invoice } = (await app.call(clerk, 'invoices.issue', input)) as unknown as Answer;
    process.stdout.write(`${invoice.documentNo}\n`);
    const { data: payment } = (await app.call(clerk, 'payments.create', {
      body: {
        customerId,
        method: 'cash',
        paidAt: new Date().toISOString(),
        amount: '107.00',
        allocations: [{ invoiceId: invoice.id, amount: '107.00' }],
      },
    })) as unknown as Answer;
    const { data: verified } = (await app.call(accountant, 'payments.verify', {
      params: { id: payment.id },
      body: { version: payment.version },
    })) as unknown as Answer;
    process.stdout.write(`${verified.receiptNo}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, collect));
