import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** A zip file that cannot be read, or that unfolds into more than it may. */
export class ZipError extends Error {}

interface Entry {
  readonly method: number;
  readonly packed: Buffer;
}

export interface Zip {
  readonly names: readonly string[];
  /** One file of it, unpacked; undefined where there is none of that name. */
  read(name: string): Buffer | undefined;
}

/**
 * Opens a zip file by its central directory. Nothing is unpacked until it is read, and then no more
 * than `maxBytes` in all: a small file can unfold into one that fills the memory.
 * @throws ZipError whatever is wrong with it
 */
export function openZip(zip: Buffer, maxBytes: number): Zip {
  const entries = guarded(() => directoryOf(zip));
  let left = maxBytes;
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const content = guarded(() =>
        entry.method === DEFLATED
          ? inflateRawSync(entry.packed, { maxOutputLength: Math.max(left, 1) })
          : entry.packed,
      );
      left -= content.length;
      if (left < 0) throw new ZipError('unfolds into too much');
      return content;
    },
  };
}

/** Offsets come from the file: one that leads outside of it is a fault of the file. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError((error as Error).message);
  }
}

function directoryOf(zip: Buffer): Map<string, Entry> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new ZipError('no zip file');
  const entries = new Map<string, Entry>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipError('broken directory');
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(name, {
      method: zip.readUInt16LE(at + 10),
      packed: zip.subarray(start, start + size),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
