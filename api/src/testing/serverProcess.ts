import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

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

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Waits until a server answers that it is ready; throws what it said where it ended. */
export async function ready(served: Served): Promise<Served> {
  const deadline = Date.now() + 90_000;
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
    const child = spawn(process.execPath, [MAIN], {
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
