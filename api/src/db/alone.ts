import pg from 'pg';

/** Any number, the same for every server, and another than that of the migrations. */
const LOCK = 4_207_002;

/**
 * Does `work` while no other server on the same database does the like: migrations, seeds and
 * demonstration data of a first start are written once, whoever begins. `waits` is called where
 * another server is at it. The lock ends with its connection, however this process ends.
 */
export async function aloneOn<T>(
  databaseUrl: string,
  { waits, work }: { readonly waits: () => void; readonly work: () => Promise<T> },
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'boxyard start',
    // A firewall must not end the silent connection while a first start takes its minutes.
    keepAlive: true,
  });
  // A lost connection is said by the statement that it breaks; what runs meanwhile has its own.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock($1) as got',
      [LOCK],
    );
    if (rows[0]?.got !== true) {
      waits();
      await client.query('select pg_advisory_lock($1)', [LOCK]);
    }
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
