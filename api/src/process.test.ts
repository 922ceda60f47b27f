import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive, startEmbedded } from './db/embedded.ts';

/** The server as a process of its own on its own database: quality "Reliable". */
const MAIN = join(import.meta.dirname, 'main.ts');
const dir = mkdtempSync(join(tmpdir(), 'boxyard-process-'));
chmodSync(dir, 0o711);
const children = new Set<ChildProcess>();

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  readonly ended: Promise<number | null>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

function launch(port: number, env: Record<string, string> = {}): Served {
  const { DATABASE_URL: _external, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...inherited,
      NODE_ENV: 'test',
      BOXYARD_DEMO: 'off',
      DATA_DIR: dir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      children.delete(child);
      resolve(code);
    });
  });
  return { child, url: `http://127.0.0.1:${port}`, output: () => text, ended };
}

async function serve(env?: Record<string, string>): Promise<Served> {
  const served = launch(await freePort(), env);
  const deadline = Date.now() + 90_000;
  for (;;) {
    const answer = await fetch(`${served.url}/readyz`).catch(() => null);
    if (answer?.ok) return served;
    if (Date.now() > deadline || served.child.exitCode !== null) throw new Error(served.output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  const left = await startEmbedded(dir);
  await left.stop();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);

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

async function knownAddresses(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url.replace(/\/postgres$/, '/boxyard') });
  await client.connect();
  const { rows } = await client.query<{ email: string }>('select email from users');
  await client.end();
  return new Set(rows.map(({ email }) => email));
}

describe('the server process', () => {
  it('refuses a second server on its folder and names the first', async () => {
    const first = await serve();
    const second = launch(await freePort());
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`(process ${first.child.pid}) already works on ${dir}`);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
  }, 60_000);

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
  }, 60_000);

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
    const asked = Date.now();
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
    // Before the stop is called late and the database ends under whoever still uses it.
    expect(Date.now() - asked).toBeLessThan(14_000);
    expect(served.output()).not.toMatch(/Stopping failed|ECONNRESET/);
  }, 60_000);

  it('loses no acknowledged write when it and the database are killed together', async () => {
    const served = await serve();
    const acknowledged: string[] = [];
    let writing = true;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; writing; n += 1) {
        const email = `writer${writer}.${n}@test.example`;
        if (await signUp(served.url, email)) acknowledged.push(email);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    // A busy machine needs longer for the same writes.
    for (let waited = 0; acknowledged.length <= 5 && waited < 40_000; waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const database = await startEmbedded(dir);
    process.kill(database.pid, 'SIGKILL');
    served.child.kill('SIGKILL');
    writing = false;
    await Promise.all([...writers, served.ended]);
    expect(acknowledged.length).toBeGreaterThan(5);

    const again = await startEmbedded(dir);
    const known = await knownAddresses(again.url);
    await again.stop();
    expect(acknowledged.filter((email) => !known.has(email))).toEqual([]);
  }, 90_000);

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
