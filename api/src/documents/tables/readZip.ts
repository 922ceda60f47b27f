import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Why a zip file is refused: it is broken, unpacks into more than allowed, or has a password. */
export type ZipFault = 'broken' | 'large' | 'locked';

export class ZipError extends Error {
  readonly fault: ZipFault;

  constructor(fault: ZipFault, message: string = fault) {
    super(message);
    this.name = 'ZipError';
    this.fault = fault;
  }
}

export interface ZipLimits {
  /** Of everything that is read from the file, unpacked. */
  readonly bytes: number;
  /** Files inside. */
  readonly entries: number;
}

export interface Zip {
  readonly names: readonly string[];
  /** One file of it, unpacked piece by piece; nothing where there is none of that name. */
  read(name: string): AsyncGenerator<Buffer>;
  /** One whole file of it, unpacked; undefined where there is none of that name. */
  content(name: string): Promise<Buffer | undefined>;
}

/**
 * Opens a zip file. Nothing is unpacked until it is read, and then no more than `limits.bytes` in
 * all. Sizes and checksums that the file states are compared with what it holds.
 * @throws ZipError whatever is wrong with it
 */
export async function openZip(zip: Buffer, limits: ZipLimits): Promise<Zip> {
  const { file, entries } = await directoryOf(zip, limits.entries);
  let left = limits.bytes;

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted()) throw new ZipError('locked');
    if (entry.uncompressedSize > left) throw new ZipError('large');
    let sum = 0;
    for await (const piece of piecesOf(file, entry)) {
      left -= piece.length;
      // The size that the file states may be a lie; yauzl refuses that too, when it has read on.
      if (left < 0) throw new ZipError('large');
      sum = crc32(piece, sum);
      yield piece;
    }
    if (sum !== entry.crc32) throw new ZipError('broken', 'wrong checksum');
  }

  return {
    names: [...entries.keys()],
    read,
    content: async (name) => {
      if (!entries.has(name)) return undefined;
      const pieces: Buffer[] = [];
      for await (const piece of read(name)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

/** Errors of the library and of zlib are faults of the file. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('broken', (error as Error).message);
  }
}

const directoryOf = (zip: Buffer, max: number) =>
  guarded(async () => {
    const file = await fromBufferPromise(zip, { lazyEntries: true, validateEntrySizes: true });
    if (file.entryCount > max) throw new ZipError('large');
    const entries = new Map<string, Entry>();
    for await (const entry of file.eachEntry()) {
      // Two files of one name: programs disagree about which of them counts.
      if (entries.has(entry.fileName)) throw new ZipError('broken', 'a name appears twice');
      entries.set(entry.fileName, entry);
    }
    return { file, entries };
  });

async function* piecesOf(file: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream: Readable = await guarded(() => file.openReadStreamPromise(entry));
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await guarded(() => pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}
