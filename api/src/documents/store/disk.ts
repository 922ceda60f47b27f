import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  FileDamagedError,
  FileMissingError,
  type FileStore,
  type HeldFile,
  idOf,
  isChecksum,
  OWNER_FILE,
  pathOf,
} from './fileStore.ts';
import { checksumOf, type Received, receive, writeDurably } from './receive.ts';

/** Where contents wait that come as streams; on the same disk, so that storing is a renaming. */
const INCOMING = 'incoming';

/** Keeps files under `directory`, spread over 256 folders. Several servers may share it. */
export function diskFileStore(directory: string): FileStore {
  const placeOf = (id: string): string => join(directory, pathOf(id));
  const incoming = join(directory, INCOMING);

  const keep = async ({ sha256, source }: Received): Promise<void> => {
    const path = placeOf(sha256);
    await mkdir(dirname(path), { recursive: true });
    if (Buffer.isBuffer(source)) {
      const waiting = await receiveBuffer(source, incoming);
      await rename(waiting, path);
    } else await rename(source.path, path);
    await syncDirectory(dirname(path));
  };

  return {
    place: directory,
    receive: (content) => receive(content, incoming),
    keep,

    async get(id) {
      const handle = await opened(placeOf(id), id);
      try {
        if (isChecksum(id)) {
          const content = handle.createReadStream({ autoClose: false, start: 0 });
          if ((await checksumOf(content)) !== id) throw new FileDamagedError(id);
        }
        return createReadStream('', { fd: handle, start: 0 });
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async sizeOf(id) {
      const found = await stat(placeOf(id)).catch(orMissing);
      return found?.size ?? null;
    },

    async remove(id) {
      await rm(placeOf(id), { force: true });
    },

    async *list() {
      const folders = ((await readdir(directory).catch(orMissing)) ?? []).sort();
      for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        const names = (await readdir(join(directory, folder))).sort();
        const held = await Promise.all(names.map((name) => heldFile(`${folder}/${name}`)));
        yield held.filter((one) => one !== null);
      }
    },

    owner: async () =>
      (await readFile(join(directory, OWNER_FILE), 'utf8').catch(orMissing)) ?? null,

    async setOwner(owner) {
      const draft = await receiveBuffer(Buffer.from(owner), incoming);
      await rename(draft, join(directory, OWNER_FILE));
      await syncDirectory(directory);
    },

    async forgetReceived(before) {
      for (const name of (await readdir(incoming).catch(orMissing)) ?? []) {
        const path = join(incoming, name);
        const found = await stat(path).catch(orMissing);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
  };

  async function heldFile(path: string): Promise<HeldFile | null> {
    const id = idOf(path);
    const found = id === null ? null : await stat(join(directory, path)).catch(orMissing);
    return found && id !== null ? { id, size: found.size, at: found.mtime } : null;
  }
}

async function receiveBuffer(content: Buffer, folder: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.part`);
  try {
    await writeDurably(path, asyncOf(content));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function* asyncOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

async function opened(path: string, id: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    orMissing(error);
    throw new FileMissingError(id);
  }
}

/** undefined where there is nothing of that name. */
function orMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Without this the name may be gone after a power cut though the content is there. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; its file systems journal names by themselves.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
