import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readConfig } from '../../config.ts';
import { type Fault, filesUrlOf, type S3Server, startS3 } from '../../testing/s3Server.ts';
import { diskFileStore } from './disk.ts';
import type { FileStore } from './fileStore.ts';
import { type S3Options, type S3Place, s3FileStore } from './s3.ts';

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const small = Buffer.from('a small file');
/** Beyond what is held in memory while it is checked. */
const large = Buffer.alloc(5 * 1024 * 1024, 'large ');

const placeOf = (url: string): S3Place => {
  const { filesPlace } = readConfig({ DATA_DIR: '/tmp/nowhere', FILES_URL: url });
  if (filesPlace === null) throw new Error('no place');
  return filesPlace;
};

let directory = '';
let server: S3Server;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'boxyard-files-'));
  server = await startS3();
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const bucket = (options: S3Options = {}, url = filesUrlOf(server)): FileStore =>
  s3FileStore(placeOf(url), { pause: 1, ...options });
const stores: [string, () => FileStore][] = [
  ['a folder', () => diskFileStore(directory)],
  ['a bucket', () => bucket()],
  ['a bucket of its own', () => bucket({}, filesUrlOf(server, ''))],
];

async function put(store: FileStore, content: Buffer | Readable): Promise<string> {
  const received = await store.receive(content);
  await store.keep(received);
  await received.drop();
  return received.sha256;
}

async function listed(store: FileStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of store.list()) ids.push(...some.map(({ id }) => id));
  return ids;
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describe.each(stores)('files in %s', (_name, make) => {
  it('come back as they were put, from a buffer and from a stream, under their checksum', async () => {
    const store = make();
    const ids = [
      await put(store, small),
      await put(store, Readable.from([large.subarray(0, 100), large.subarray(100)])),
    ];
    expect(ids).toEqual([sha256(small), sha256(large)]);
    expect((await buffer(await store.get(sha256(small)))).equals(small)).toBe(true);
    expect((await buffer(await store.get(sha256(large)))).equals(large)).toBe(true);
    expect(await store.sizeOf(sha256(large))).toBe(large.length);
  });

  it('are one file where the content is the same', async () => {
    const store = make();
    await put(store, small);
    await put(store, Readable.from([small]));
    expect(await listed(store)).toEqual([sha256(small)]);
  });

  it('are listed in the order of their names, and nothing else is', async () => {
    const store = make();
    await store.setOwner('a database');
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(store, Buffer.from(`file ${n}`))),
    );
    expect(await listed(store)).toEqual([...ids].sort());
    const sizes: number[] = [];
    for await (const some of store.list()) sizes.push(...some.map(({ size }) => size));
    expect(sizes).toEqual(ids.map(() => 6));
  });

  it('are gone once removed, and may be removed again', async () => {
    const store = make();
    const id = await put(store, small);
    await store.remove(id);
    await store.remove(id);
    expect(await store.sizeOf(id)).toBeNull();
    await expect(store.get(id)).rejects.toMatchObject({ statusCode: 404, code: 'FILE_MISSING' });
  });

  it('belong to whoever said so last', async () => {
    const store = make();
    expect(await store.owner()).toBeNull();
    await store.setOwner('one');
    await store.setOwner('another');
    expect(await store.owner()).toBe('another');
  });

  it.each([
    '../../etc/passwd',
    '..',
    '',
    'a/b',
    'A'.repeat(64),
    `${'a'.repeat(63)}/`,
    'boxyard-store',
  ])('are none under %j, and nobody is asked', async (id) => {
    const store = make();
    await expect(store.get(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(store.remove(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(store.sizeOf(id)).rejects.toMatchObject({ statusCode: 404 });
    expect(server.asked).toEqual([]);
  });

  it('leave nothing behind when their source breaks off', async () => {
    const store = make();
    const before = new Set(await readdir(tmpdir()));
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(store.receive(Readable.from(broken()))).rejects.toThrow('connection lost');
    expect(await filesIn(directory)).toEqual([]);
    expect(server.objects.size).toBe(0);
    const left = (await readdir(tmpdir())).filter((name) => !before.has(name));
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a folder', () => {
  it('gives out nothing that is not what was stored', async () => {
    const store = diskFileStore(directory);
    const id = await put(store, small);
    await writeFile(join(directory, id.slice(0, 2), id), 'a small fake');
    await expect(store.get(id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    await put(store, small);
    expect((await buffer(await store.get(id))).equals(small)).toBe(true);
  });

  it('still reads files that were stored under a random name', async () => {
    const store = diskFileStore(directory);
    const id = await put(store, small);
    const random = 'ab'.repeat(16);
    const [from, to] = [join(directory, id.slice(0, 2), id), join(directory, 'ab', random)];
    await mkdir(join(directory, 'ab'), { recursive: true });
    await rename(from, to);
    expect((await buffer(await store.get(random))).equals(small)).toBe(true);
  });

  it('forgets what was received long ago and never kept', async () => {
    const store = diskFileStore(directory);
    const old = await store.receive(Readable.from([small]));
    const fresh = await store.receive(Readable.from([large]));
    const [oldPath, freshPath] = [old, fresh].map(
      ({ source }) => (source as { path: string }).path,
    );
    const { mtimeMs } = await stat(freshPath ?? '');
    await utimes(oldPath ?? '', 0, 0);
    await store.forgetReceived(new Date(mtimeMs - 3_600_000));
    expect(await filesIn(directory)).toEqual([freshPath?.split('/').at(-1)]);
  });
});

describe('a bucket', () => {
  it('is asked with a signature that fits, and with no other', async () => {
    const id = await put(bucket(), small);
    const url = filesUrlOf(server);
    for (const wrong of [
      url.replace('AKIATEST', 'AKIAOTHER'),
      url.replace('secret', 'guess'),
      url.replace('eu-test-1', 'eu-test-2'),
    ]) {
      const store = bucket({}, wrong);
      await expect(store.get(id)).rejects.toMatchObject({
        code: 'FILES_UNAVAILABLE',
        isRefusal: true,
      });
      await expect(put(store, large)).rejects.toMatchObject({ isRefusal: true });
    }
    expect([...server.objects.keys()]).toEqual([`boxyard/files/${id.slice(0, 2)}/${id}`]);
  });

  it('that does not exist is a mistake, not a lot of missing files', async () => {
    const store = bucket({}, filesUrlOf(server).replace('parts-office', 'nowhere'));
    await expect(put(store, small)).rejects.toMatchObject({ isRefusal: true });
    await expect(listed(store)).rejects.toMatchObject({ isRefusal: true });
  });

  it('that is busy for a moment is asked again', async () => {
    server.fail('PUT', 'busy', 2);
    await put(bucket(), small);
    expect(await listed(bucket())).toEqual([sha256(small)]);
    expect(server.asked.filter((one) => one.startsWith('PUT')).length).toBe(3);
  });

  it.each<[Fault, string, number]>([
    ['busy', 'FILES_UNAVAILABLE', 3],
    ['refused', 'FILES_UNAVAILABLE', 1],
    ['silent', 'FILES_UNAVAILABLE', 1],
    ['truncated', 'FILES_UNAVAILABLE', 3],
    ['wrong', 'FILE_DAMAGED', 3],
  ])('that is %s while a file is read makes %s, after %d tries', async (fault, code, tries) => {
    const store = bucket({ patience: fault === 'silent' ? 3000 : 60_000 });
    for (const content of [small, large]) {
      const id = await put(bucket(), content);
      server.fail('GET', fault);
      server.asked.length = 0;
      await expect(store.get(id)).rejects.toMatchObject({ code });
      expect(server.asked.length).toBe(tries);
      server.fail('GET', null);
      expect((await buffer(await bucket().get(id))).equals(content)).toBe(true);
    }
  });

  it.each<Fault>(['busy', 'refused', 'silent'])(
    'that is %s while a file is stored holds nothing of it',
    async (fault) => {
      server.fail('PUT', fault);
      const store = bucket({ patience: fault === 'silent' ? 200 : 60_000 });
      await expect(put(store, small)).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' });
      expect(server.objects.size).toBe(0);
    },
  );

  it('that cannot be reached says so', async () => {
    const url = filesUrlOf({ url: 'http://127.0.0.1:9' });
    await expect(put(bucket({}, url), small)).rejects.toMatchObject({
      code: 'FILES_UNAVAILABLE',
      isRefusal: false,
    });
  });
});
