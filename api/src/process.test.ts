import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive, startEmbedded } from './db/embedded.ts';
import { pgOf } from './db/pool.ts';
import { hashPassword, newId, type Pg } from './kernel/index.ts';
import { ensureSystemPlaces, verifyStock } from './ledger/index.ts';
import { plantModel } from './modules/containers/testing/planted.ts';
import { freePort, serverProcesses } from './testing/serverProcess.ts';
import { until } from './testing/streams.ts';

/** The server as a process of its own on its own database: quality "Reliable". */
const dir = mkdtempSync(join(tmpdir(), 'boxyard-process-'));
chmodSync(dir, 0o711);
const { launch, serve, killAll } = serverProcesses({ DATA_DIR: dir });

afterAll(async () => {
  killAll();
  const left = await startEmbedded(dir);
  await left.stop();
  rmSync(dir, { recursive: true, force: true });
});

const signUp = async (url: string, email: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/api/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, firstName: 'A', lastName: 'B', password: 'long enough here' }),
    });
    return response.ok;
  } catch {
    return false;
  }
};

/** Reads and writes the database of a server as it is, running or not. */
async function onDatabase<T>(url: string, work: (pg: Pg) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url.replace(/\/postgres$/, '/boxyard'), max: 1 });
  try {
    return await work(pgOf(pool));
  } finally {
    await pool.end();
  }
}

const knownAddresses = (url: string): Promise<Set<string>> =>
  onDatabase(url, async (pg) => {
    const { rows } = await pg.query<{ email: string }>('select email from users');
    return new Set(rows.map(({ email }) => email));
  });

const PASSWORD = 'correct horse battery';

/** A warehouse of containers, a model, and two people who look after them. */
const furnish = (url: string) =>
  onDatabase(url, async (pg) => {
    const [companyId, warehouseId, now] = [newId(), newId(), new Date()];
    await pg.query(
      `insert into companies (id, code, name_th, name_en, tax_id, branch_type, branch_code, address, created_at, updated_at)
       values ($1, 'KILL', 'บริษัท', 'Company', '0105552029681', 'headOffice', '00000', '{}', $2, $2)`,
      [companyId, now],
    );
    await ensureSystemPlaces(pg, { companyId, now });
    await pg.query(
      `insert into warehouses (id, company_id, code, name, kind, holds, created_at, updated_at)
       values ($1, $2, 'YARD', 'Yard', 'main', 'both', $3, $3)`,
      [warehouseId, companyId, now],
    );
    const hash = await hashPassword(PASSWORD, { memoryCost: 256, timeCost: 1 });
    for (const name of ['maker', 'taker']) {
      await pg.query(
        `insert into users (id, username, email, first_name, last_name, role_id, status, password_hash, created_at, updated_at)
         select $1, $2, $2, $3, 'Tester', id, 'active', $4, $5, $5 from roles where name = 'system-admin'`,
        [newId(), `${name}@test.example`, name, hash, now],
      );
    }
    const { modelId } = await plantModel({ app: { pg } } as never);
    return { warehouseId, modelId };
  });

/** What the calls of containers answer, as far as it is read here. */
interface Answered {
  readonly accessToken: string;
  readonly data: {
    readonly id: string;
    readonly version: number;
    readonly status: string;
    readonly serialNumber: string;
    readonly related: readonly { readonly id: string }[];
    readonly items: readonly { readonly id: string }[];
  };
}
const answered = async (response: Response): Promise<Answered> =>
  (await response.json()) as Answered;

/** Calls the server as one of them; what is not acknowledged throws. */
async function signedIn(url: string, name: string) {
  const send = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return answered(response);
  };
  const { accessToken } = await send('/auth/signin', {
    email: `${name}@test.example`,
    password: PASSWORD,
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    post: async (path: string, body: object) => (await send(path, body, accessToken)).data,
    get: async (path: string) =>
      (await answered(await fetch(`${url}/api/v1${path}`, { headers }))).data,
  };
}

/** Builds containers and takes them into the warehouse until the server is gone, and notes each step that it said was done. */
async function keepBuilding(
  url: string,
  { warehouseId, modelId }: { readonly warehouseId: string; readonly modelId: string },
  note: (productId: string, status: string) => void,
): Promise<void> {
  const [maker, taker] = [await signedIn(url, 'maker'), await signedIn(url, 'taker')];
  const build = async (n: number) => {
    const made = await maker.post('/products', {
      serialNumber: `KILLED-${n}`,
      productModelId: modelId,
      warehouseId,
      name: 'Built while the server is killed',
      condition: 'new',
      deviationReason: 'Nothing is built in',
    });
    note(made.id, made.status);
    const done = await maker.post(`/products/${made.id}/complete`, { version: made.version });
    note(made.id, done.status);
    const path = `/warehouse-receives/${done.related[0]?.id}`;
    const receipt = await taker.get(path);
    await taker.post(`${path}/approve`, {
      version: receipt.version,
      lines: [
        {
          itemId: receipt.items[0]?.id,
          lineStatus: 'accepted',
          scannedSerial: made.serialNumber,
          conditionIn: 'new',
        },
      ],
    });
    note(made.id, 'inWarehouse');
  };
  for (let n = 1; ; n += 1) await build(n);
}

describe('the server process', () => {
  it('refuses a second server on its folder and names the first', async () => {
    const first = await serve();
    const second = launch(await freePort());
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`(process ${first.child.pid}) already works on ${dir}`);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });

  it('takes over the database that a killed server left, and stops it when it ends', async () => {
    const killed = await serve();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const left = await startEmbedded(dir);
    expect(left.adopted).toBe(true);
    expect(isAlive(left.pid)).toBe(true);

    const next = await serve();
    expect(next.output()).toContain('is taken over');
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(isAlive(left.pid)).toBe(false);
  });

  it('ends in order while a mail is on its way to a server that never answers', async () => {
    const reached = Promise.withResolvers<void>();
    const silent = createServer((socket) => {
      socket.unref();
      reached.resolve();
    }).listen(0, '127.0.0.1');
    silent.unref();
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const served = await serve({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await signUp(served.url, 'waits@test.example');
    // Whose address is known gets a mail that says so.
    await signUp(served.url, 'waits@test.example');
    await reached.promise;
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
    // A stop that waits for the mail is called late: the database ends under whoever still uses it.
    expect(served.output()).not.toMatch(/Stopping failed|ECONNRESET/);
  });

  it('loses no acknowledged write when it and the database are killed together', async () => {
    const served = await serve();
    const database = await startEmbedded(dir);
    const acknowledged: string[] = [];
    const steps = new Map<string, string[]>();
    let writing = true;
    let fault: unknown;
    const builder = keepBuilding(served.url, await furnish(database.url), (id, status) =>
      steps.set(id, [...(steps.get(id) ?? []), status]),
    ).catch((error: unknown) => {
      // Whatever happens once it is killed.
      if (writing) fault = error;
    });
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; writing; n += 1) {
        const email = `writer${writer}.${n}@test.example`;
        if (await signUp(served.url, email)) acknowledged.push(email);
      }
    });
    const isEnough = () => acknowledged.length > 10 && steps.size > 5;
    await until(() => isEnough() || fault !== undefined);
    writing = false;
    process.kill(database.pid, 'SIGKILL');
    served.child.kill('SIGKILL');
    await Promise.all([...writers, builder, served.ended]);
    expect(fault).toBeUndefined();

    const again = await startEmbedded(dir);
    const known = await knownAddresses(again.url);
    const { logged, drift } = await onDatabase(again.url, async (pg) => {
      const { rows } = await pg.query<{ id: string; status: string }>(
        `select product_id as id, to_status as status from product_status_log where axis = 'lifecycle'`,
      );
      return { logged: rows, drift: (await verifyStock(pg)).drift };
    });
    await again.stop();
    expect(acknowledged.filter((email) => !known.has(email))).toEqual([]);
    const kept = new Set(logged.map(({ id, status }) => `${id} ${status}`));
    const said = [...steps].flatMap(([id, some]) => some.map((status) => `${id} ${status}`));
    expect(said.filter((step) => !kept.has(step))).toEqual([]);
    // What was never acknowledged is there whole or not at all.
    expect(drift).toEqual([]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT is "eighty"'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address beginning with postgres://'],
    [{ NODE_ENV: 'production' }, 'AUTH_SECRET is missing'],
    [{ NODE_ENV: 'production', AUTH_SECRET: 'secret' }, 'AUTH_SECRET is too weak'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have 10'],
  ])('refuses %o with a sentence', async (env, sentence) => {
    const served = launch(await freePort(), env as Record<string, string>);
    expect(await served.ended).toBe(1);
    expect(served.output()).toContain(sentence);
  });
});
