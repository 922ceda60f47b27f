import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Node 26.10 may never end a process whose compiler thread waits for a collection at that moment: the
 * main thread waits for the thread and the thread for it. Seen when a server was stopped while it started.
 */
const NO_CONCURRENT_COMPILER = '--no-concurrent-sparkplug';
const MAIN = join(import.meta.dirname, '../main.ts');

/** A server as a process of its own. */
export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  /** Resolves once it has said so. */
  said(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** Servers of a suite: what it started ends with it. */
export interface ServerProcesses {
  /** Starts one and does not wait for it. */
  launch(port: number, env?: Readonly<Record<string, string>>): Served;
  /** Starts one and waits until it answers. */
  serve(env?: Readonly<Record<string, string>>): Promise<Served>;
  killAll(): void;
}

/**
 * Below those that systems give to whoever calls out (from 32768 on Linux): a port of theirs that was
 * free a moment ago may be some connection's end by the time the server has started.
 */
const PORTS = { first: 20_000, each: 1500, workers: 8 } as const;
/** Workers of one run take ports of their own. */
const ownPorts =
  PORTS.first + (Number(process.env.JEST_WORKER_ID ?? 0) % PORTS.workers) * PORTS.each;
let taken = process.pid;

export async function freePort(): Promise<number> {
  for (let left = PORTS.each; left > 0; left -= 1) {
    taken += 1;
    const port = ownPorts + (taken % PORTS.each);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error(`no port is free from ${ownPorts} on`);
}

/** Waits until a server answers that it is ready; throws what it said where it ended. */
export async function ready(served: Served): Promise<Served> {
  const deadline = Date.now() + 240_000;
  for (;;) {
    const answer = await fetch(`${served.url}/readyz`).catch(() => null);
    if (answer?.ok) return served;
    if (Date.now() > deadline || served.child.exitCode !== null) throw new Error(served.output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Servers with these settings besides each one's own; none has an external database unless named. */
export function serverProcesses(settings: Readonly<Record<string, string>>): ServerProcesses {
  const children = new Set<ChildProcess>();
  const launch: ServerProcesses['launch'] = (port, env = {}) => {
    const { DATABASE_URL: _external, ...inherited } = process.env;
    const child = spawn(process.execPath, [NO_CONCURRENT_COMPILER, MAIN], {
      env: {
        ...inherited,
        NODE_ENV: 'test',
        BOXYARD_DEMO: 'off',
        PORT: String(port),
        LOG_LEVEL: 'error',
        ...settings,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let text = '';
    const waiting = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (const look of waiting) look();
      });
    }
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        children.delete(child);
        resolve(code);
      });
    });
    const said = (words: string) =>
      new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (!text.includes(words)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        ended.then(() => reject(new Error(`It ended without "${words}":\n${text}`)));
        look();
      });
    return { child, url: `http://127.0.0.1:${port}`, output: () => text, said, ended };
  };
  return {
    launch,
    serve: async (env) => ready(launch(await freePort(), env)),
    killAll: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
