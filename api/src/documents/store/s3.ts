import { randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readXml } from '../tables/readXml.ts';
import {
  FileDamagedError,
  FileMissingError,
  type FileStore,
  FilesUnavailableError,
  type HeldFile,
  idOf,
  isChecksum,
  OWNER_FILE,
  pathOf,
} from './fileStore.ts';
import { type Received, receive, writeDurably } from './receive.ts';

/** A bucket, and what opens it. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  /** Folder in the bucket, with a slash at its end; empty: the bucket itself. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Options {
  /** Milliseconds that the store has for an answer; more for a large content. */
  readonly patience?: number;
  /** Milliseconds before the second try; the third waits twice as long. */
  readonly pause?: number;
}

const TRIES = 3;
/** A line of a megabyte each second is a slow one between two computing centres. */
const MS_PER_BYTE = 1 / 1000;
/** Contents up to here are held in memory while they are checked, larger ones in a file. */
const IN_MEMORY = 4 * 1024 * 1024;
/** An answer of a thousand names. */
const MAX_ANSWER = 8 * 1024 * 1024;

/** The store had its time; asking again would double the wait. */
class Late extends Error {}

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly sha256?: string;
  readonly body?: () => Promise<Blob | Uint8Array>;
  readonly size?: number;
}

/** Keeps files in a bucket that speaks S3, addressed by path, so that any endpoint will do. */
export function s3FileStore(place: S3Place, { patience = 10_000, pause = 200 }: S3Options = {}) {
  const { accessKeyId, secretAccessKey, region } = place;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = `${place.endpoint}/${place.bucket}`;

  /** One try: the request on its way, and its answer once `read` has it, each within its time. */
  const once = async <T>(asked: Asked, read: (answer: Response) => Promise<T>): Promise<T> => {
    const url = new URL(asked.path === '' ? base : `${base}/${place.prefix}${asked.path}`);
    for (const [name, value] of Object.entries(asked.query ?? {})) {
      url.searchParams.set(name, value);
    }
    const body = await asked.body?.();
    const request = await aws.sign(url.href, {
      method: asked.method,
      redirect: 'manual',
      ...(asked.sha256 === undefined ? {} : { headers: { 'x-amz-content-sha256': asked.sha256 } }),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    const late = new AbortController();
    const within = (size: number) =>
      setTimeout(() => late.abort(new Late()), patience + size * MS_PER_BYTE);
    let timer = within(asked.size ?? 0);
    try {
      const answer = await fetch(request, { signal: late.signal });
      clearTimeout(timer);
      timer = within(Number(answer.headers.get('content-length') ?? 0));
      if (answer.ok || answer.status === 404) return await read(answer);
      await answer.body?.cancel();
      throw new FilesUnavailableError(
        `${place.endpoint} answers ${answer.status} to ${asked.method}`,
        { isRefusal: answer.status < 500 && answer.status !== 429 },
      );
    } finally {
      clearTimeout(timer);
    }
  };

  /**
   * Asks, and again where the store is busy, breaks off or answers wrongly; `read` has the answer, also
   * one that says there is nothing. All calls may be repeated: a content lies under its checksum.
   */
  const ask = async <T>(asked: Asked, read: (answer: Response) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(asked, read);
      } catch (error) {
        if (error instanceof FileMissingError) throw error;
        const isKnown = error instanceof FilesUnavailableError || error instanceof FileDamagedError;
        const isFinal =
          error instanceof Late || (error instanceof FilesUnavailableError && error.isRefusal);
        if (!isFinal && attempt < TRIES) {
          await sleep(pause * attempt);
          continue;
        }
        if (isKnown) throw error;
        throw new FilesUnavailableError(`${place.endpoint} does not answer`, { cause: error });
      }
    }
  };

  const contentOf = async (id: string, answer: Response): Promise<Readable> => {
    if (answer.status === 404) {
      await answer.body?.cancel();
      throw new FileMissingError(id);
    }
    const content = Readable.fromWeb(answer.body as never) as AsyncIterable<Buffer>;
    const size = Number(answer.headers.get('content-length') ?? Number.NaN);
    if (size <= IN_MEMORY) {
      const received = await receive(await collected(content, IN_MEMORY), tmpdir());
      if (isChecksum(id) && received.sha256 !== id) throw new FileDamagedError(id);
      return Readable.from([received.source as Buffer]);
    }
    const path = join(tmpdir(), `boxyard-${randomUUID()}`);
    const drop = () => rm(path, { force: true });
    try {
      const { sha256 } = await writeDurably(path, content);
      if (isChecksum(id) && sha256 !== id) throw new FileDamagedError(id);
    } catch (error) {
      await drop();
      throw error;
    }
    return createReadStream(path).once('close', () => void drop());
  };

  const put = (path: string, { sha256, size, source }: Received) =>
    ask(
      {
        method: 'PUT',
        path,
        sha256,
        size,
        body: async () => (Buffer.isBuffer(source) ? source : openAsBlob(source.path)),
      },
      expectDone,
    );

  /** A bucket that is none answers 404 to everything: no file is missing there. */
  const expectDone = async (answer: Response): Promise<void> => {
    await answer.body?.cancel();
    if (answer.ok) return;
    throw new FilesUnavailableError(`There is no bucket ${place.bucket} at ${place.endpoint}`, {
      isRefusal: true,
    });
  };

  const page = (after: string | null) =>
    ask(
      {
        method: 'GET',
        path: '',
        query: {
          'list-type': '2',
          prefix: place.prefix,
          ...(after === null ? {} : { 'continuation-token': after }),
        },
      },
      async (answer) => {
        if (!answer.ok) await expectDone(answer);
        const content = Readable.fromWeb(answer.body as never) as AsyncIterable<Buffer>;
        return readListing(await collected(content, MAX_ANSWER));
      },
    );

  const store: FileStore = {
    place: `${base}/${place.prefix}`,
    receive: (content) => receive(content, tmpdir()),
    keep: (received) => put(pathOf(received.sha256), received),
    get: async (id) => {
      const path = pathOf(id);
      return ask({ method: 'GET', path }, (answer) => contentOf(id, answer));
    },
    sizeOf: async (id) =>
      ask({ method: 'HEAD', path: pathOf(id) }, async (answer) =>
        answer.ok ? Number(answer.headers.get('content-length')) : null,
      ),
    remove: async (id) =>
      ask({ method: 'DELETE', path: pathOf(id) }, async (answer) => {
        await answer.body?.cancel();
      }),
    async *list() {
      for (let after: string | null = null; ; ) {
        const { files, next } = await page(after);
        yield files.flatMap(({ key, size, at }): HeldFile[] => {
          const id = idOf(key.slice(place.prefix.length));
          return id === null ? [] : [{ id, size, at }];
        });
        if (next === null) return;
        after = next;
      }
    },
    owner: () =>
      ask({ method: 'GET', path: OWNER_FILE }, async (answer) =>
        answer.ok ? await answer.text() : null,
      ),
    setOwner: async (owner) => put(OWNER_FILE, await receive(Buffer.from(owner), tmpdir())),
    // They lie in the folder of this machine's temporary files, which it empties itself.
    forgetReceived: async () => undefined,
  };
  return store;
}

async function collected(content: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw new Error('the answer is longer than it said');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface Listing {
  readonly files: readonly { readonly key: string; readonly size: number; readonly at: Date }[];
  /** null: this was the last page. */
  readonly next: string | null;
}

/** The answer of ListObjectsV2. */
async function readListing(content: Buffer): Promise<Listing> {
  const files: { key: string; size: number; at: Date }[] = [];
  let one: Record<string, string> = {};
  let next: string | null = null;
  let isCut = false;
  let text = '';
  await readXml(Readable.from([content]), {
    open: (name) => {
      text = '';
      if (name === 'Contents') one = {};
    },
    text: (more) => {
      text += more;
    },
    close: (name) => {
      if (name === 'Contents') {
        files.push({
          key: one.Key ?? '',
          size: Number(one.Size),
          at: new Date(one.LastModified ?? Number.NaN),
        });
      } else if (name === 'NextContinuationToken') next = text;
      else if (name === 'IsTruncated') isCut = text === 'true';
      else one[name] = text;
    },
  });
  return { files, next: isCut ? next : null };
}
