import pg from 'pg';

/** A connection of its own to a database, for tests that put rows beside the program or hold some. */
export async function clientOf(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
