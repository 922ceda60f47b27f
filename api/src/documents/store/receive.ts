import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** A content that was taken whole and not stored yet. */
export interface Received {
  /** Checksum of the content: its name in the store. */
  readonly sha256: string;
  readonly size: number;
  /** The content, or the file that holds it. */
  readonly source: Buffer | { readonly path: string };
  /** Removes what was received; after it was stored, too. */
  drop(): Promise<void>;
}

/**
 * Takes a content whole: a buffer as it is, a stream into a file of `folder` that is on the disk when
 * this answers. The name of a content is its checksum, which is known at its end only.
 */
export async function receive(content: Buffer | Readable, folder: string): Promise<Received> {
  if (Buffer.isBuffer(content)) {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { sha256, size: content.length, source: content, drop: async () => undefined };
  }
  const path = join(folder, `${randomUUID()}.part`);
  const drop = () => rm(path, { force: true });
  try {
    return { ...(await writeDurably(path, content)), source: { path }, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Writes a content to a new file, which survives a power cut when this answers. */
export async function writeDurably(
  path: string,
  content: AsyncIterable<Buffer | Uint8Array | string>,
): Promise<{ readonly sha256: string; readonly size: number }> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk as Uint8Array);
      hash.update(bytes);
      size += bytes.length;
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/** Checksum of what can be read from here. */
export async function checksumOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
