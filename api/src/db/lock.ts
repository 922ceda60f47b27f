import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another server works on the same folder. */
export class DataDirBusy extends Error {}

/**
 * A socket name that belongs to the folder. The operating system frees it when the process dies,
 * however it dies; where socket files stay behind (macOS), a dead one does not answer.
 */
function socketOf(dataDir: string): string {
  const digest = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  if (process.platform === 'linux') return `\0boxyard-${digest}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\boxyard-${digest}`;
  return join(tmpdir(), `boxyard-${digest}.sock`);
}

/** The pid of the server that holds the socket, or null when nobody answers. */
const holderOf = (path: string): Promise<string | null> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(answer === '' ? null : answer));
  });

const listen = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ path, exclusive: true }, () => resolve(true));
  });

/** Holds the folder until `release`, or says who holds it. */
export async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true });
  const path = socketOf(dataDir);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  server.unref();
  if (!(await listen(server, path))) {
    const holder = await holderOf(path);
    if (holder !== null || process.platform !== 'darwin') {
      throw new DataDirBusy(
        `Another server (process ${holder ?? 'unknown'}) already works on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(path, { force: true });
    if (!(await listen(server, path))) {
      throw new DataDirBusy(`Another server has just started on ${dataDir}; stop it first.`);
    }
  }
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
