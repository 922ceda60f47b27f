import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { diskFileStore } from '../documents/store/disk.ts';
import { s3FileStore } from '../documents/store/s3.ts';
import { requestBody } from '../modules/purchasing/testing/documents.ts';
import { createTestApp, manualClock, type TestApp } from '../testing/index.ts';
import { attachPicture } from '../testing/photo.ts';
import { type Fault, filesUrlOf, type S3Server, startS3 } from '../testing/s3Server.ts';
import { expectData, makeWorld, type World } from '../workflow/testing/world.ts';
import { SYSTEM } from './actor.ts';
import { newId } from './sql.ts';
import { StoredFiles } from './storedFiles.ts';

const DAY = 86_400_000;
// Behind the real time that the store writes to its files, until a test sets it forward.
const clock = manualClock(new Date());
let server: S3Server;
let test: TestApp;
let world: World;
const bucketOf = (prefix?: string) => {
  const { filesPlace } = readConfig({ FILES_URL: filesUrlOf(server, prefix) });
  if (filesPlace === null) throw new Error('no place');
  return s3FileStore(filesPlace, { pause: 1, patience: 60_000 });
};
beforeAll(async () => {
  server = await startS3();
  test = await createTestApp({ clock, fileStore: bucketOf() });
  world = await makeWorld(test);
});
afterAll(async () => {
  await test?.close();
  await server.close();
});
beforeEach(async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) server.fail(method, null);
});

const count = async (table: string): Promise<number> => {
  const { rows } = await test.app.pg.query<{ n: number }>(`select count(*) as n from ${table}`);
  return Number(rows[0]?.n);
};
const request = async (): Promise<string> => {
  const { id } = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
  return `/purchase_requests/${id}`;
};
/** Attaches the picture of all tests; answers where it is fetched and under which name it is stored. */
async function attached(document: string) {
  const [file] = expectData(await attachPicture(world.asker, document)) as unknown as {
    readonly id: string;
  }[];
  const { rows } = await test.app.pg.query<{ storage_key: string }>(
    'select f.storage_key from attachments a join files f on f.id = a.file_id where a.id = $1',
    [file?.id],
  );
  return { path: `/attachments/${file?.id}`, key: String(rows[0]?.storage_key) };
}
const objectOf = (key: string): string => `boxyard/files/${key.slice(0, 2)}/${key}`;
const textKey = (text: string): string => createHash('sha256').update(text).digest('hex');
const alerts = async (): Promise<string[]> =>
  (
    await test.app.db
      .selectFrom('notifications')
      .select('descriptionEn')
      .where('userId', '=', world.admin.userId)
      .where('category', '=', 'alert')
      .execute()
  ).map(({ descriptionEn }) => descriptionEn);
const runCheck = async () => {
  await test.app.addJob('checkFiles', {});
  await test.runJobs();
  return test.runtime.files.latest();
};

describe('files in an object store', () => {
  it('are attached and fetched; the same content twice is stored once', async () => {
    const [first, second] = [await attached(await request()), await attached(await request())];
    expect(second.key).toBe(first.key);
    const content = server.objects.get(objectOf(first.key))?.content as Buffer;
    expect(createHash('sha256').update(content).digest('hex')).toBe(first.key);
    for (const { path } of [first, second]) {
      const answer = await world.asker.get(path);
      expect([answer.status, answer.raw.equals(content)]).toEqual([200, true]);
    }
    expect(await count(`files where storage_key = '${first.key}'`)).toBe(2);
    expect(await count(`stored_files where key = '${first.key}'`)).toBe(1);
  });

  it.each<Fault>(['busy', 'refused'])(
    'are not half attached to anything while the store is %s',
    async (fault) => {
      const document = await request();
      const tables = ['files', 'attachments', 'activity_logs', 'history'];
      const before = await Promise.all(tables.map(count));
      server.fail('PUT', fault);
      const { status, body, headers } = await attachPicture(world.asker, document);
      expect([status, body.code]).toEqual([503, 'FILES_UNAVAILABLE']);
      expect(body.message).toContain('nothing was saved');
      expect(headers['retry-after']).toBe('30');
      expect(await Promise.all(tables.map(count))).toEqual(before);
    },
  );

  it('do not leave while they are not what was stored, in the words of either language', async () => {
    const { path, key } = await attached(await request());
    for (const [fault, code] of [
      ['wrong', 'FILE_DAMAGED'],
      ['truncated', 'FILES_UNAVAILABLE'],
    ] as const) {
      server.fail('GET', fault);
      const { status, body, headers } = await world.asker.get(path);
      expect([status, body.code]).toEqual([fault === 'wrong' ? 500 : 503, code]);
      expect(headers['content-disposition']).toBeUndefined();
    }
    server.fail('GET', null);
    const kept = server.objects.get(objectOf(key));
    server.objects.delete(objectOf(key));
    const thai = await world.asker.get(path, { headers: { 'accept-language': 'th' } });
    expect([thai.status, thai.body.code]).toEqual([404, 'FILE_MISSING']);
    expect(thai.body.message).toContain('ไม่พบไฟล์');
    if (kept) server.objects.set(objectOf(key), kept);
  });
});

describe('the check of files and rows', () => {
  it('finds nothing where all is well, and says so to those who measure', async () => {
    await attached(await request());
    expect(await runCheck()).toMatchObject({ missing: 0, damaged: 0, left: 0, names: [] });
    const metrics = await test.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(metrics.payload).toMatch(/^stored_files\{state="all"\} [1-9]/m);
    expect(metrics.payload).toMatch(/^stored_files\{state="missing"\} 0/m);
    expect((await test.server.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  it('tells those who manage everything of a file that is gone or cut, once a day', async () => {
    const { key } = await attached(await request());
    const kept = server.objects.get(objectOf(key));
    server.objects.delete(objectOf(key));
    expect(await runCheck()).toMatchObject({ missing: 1, damaged: 0, names: ['box.png'] });
    await runCheck();
    expect(await alerts()).toEqual([expect.stringContaining('1 missing and 0 damaged')]);
    expect((await test.server.inject('/readyz')).json()).toEqual({
      status: 'ready',
      files: 'incomplete',
    });
    server.objects.set(objectOf(key), { content: Buffer.from('x'), at: new Date() });
    expect(await runCheck()).toMatchObject({ missing: 0, damaged: 1 });
    if (kept) server.objects.set(objectOf(key), kept);
    expect(await runCheck()).toMatchObject({ missing: 0, damaged: 0 });
  });

  it('removes after a day what nothing refers to, and nothing else', async () => {
    const { key } = await attached(await request());
    const rolledBack = test.app.transaction({ actor: SYSTEM }, async (ctx) => {
      await ctx.app.files.put(Buffer.from('of a document that was refused'));
      throw new Error('refused');
    });
    await expect(rolledBack).rejects.toThrow('refused');
    const unused = textKey('of a document that was refused');
    const stranger = objectOf(textKey('nobody knows me'));
    server.objects.set(stranger, { content: Buffer.from('nobody knows me'), at: new Date() });
    server.objects.set('boxyard/files/notes.txt', { content: small, at: new Date(0) });
    expect(await runCheck()).toMatchObject({ removed: 0 });
    // A day from now, not from the start of the suite: the store dates its objects itself.
    clock.set(new Date(Date.now() + DAY + 60_000));
    expect(await runCheck()).toMatchObject({ removed: 2, missing: 0 });
    const left = [...server.objects.keys()];
    expect(left).toContain(objectOf(key));
    expect(left).toContain('boxyard/files/notes.txt');
    expect(left).not.toContain(objectOf(unused));
    expect(left).not.toContain(stranger);
    expect(await count(`stored_files where key = '${unused}'`)).toBe(0);
  });

  it('leaves what somebody is about to use, though it lay unused for days', async () => {
    const content = Buffer.from('stored, forgotten, and stored again');
    const { id } = await test.app.files.put(content);
    clock.advance(3 * DAY);
    await test.app.transaction({ actor: SYSTEM }, async (ctx) => {
      await ctx.app.files.put(content);
      // Another server checks meanwhile.
      await test.runtime.files.check();
      await ctx.db
        .insertInto('files')
        .values({
          id: newId(),
          fileName: 'again.txt',
          mime: 'text/plain',
          size: content.length,
          sha256: id,
          storageKey: id,
          createdAt: clock.now(),
          createdBy: null,
        })
        .execute();
    });
    clock.advance(3 * DAY);
    await test.runtime.files.check();
    expect(server.objects.has(objectOf(id))).toBe(true);
  });

  it('cannot lose a row that something refers to, whatever is asked of the database', async () => {
    const { key } = await attached(await request());
    await expect(
      test.app.pg.query('delete from stored_files where key = $1', [key]),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('removes nothing where so much is strange that the store must be another one', async () => {
    const strangers = Array.from({ length: 120 }, (_, n) => `of another server ${n}`);
    for (const text of strangers) {
      const place = objectOf(textKey(text));
      server.objects.set(place, { content: Buffer.from(text), at: new Date(0) });
    }
    expect(await runCheck()).toMatchObject({ left: 120 });
    expect(await alerts()).toContainEqual(expect.stringContaining('120 files belong to no record'));
    for (const text of strangers) {
      expect(server.objects.delete(objectOf(textKey(text)))).toBe(true);
    }
  });

  it('is not begun against the store of another database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boxyard-wrong-'));
    try {
      await expect(filesOn(test, folder).check()).rejects.toThrow(`are not in ${folder}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is given up where the store cannot be asked: nothing is called missing', async () => {
    const before = await test.runtime.files.latest();
    server.fail('GET', 'busy');
    await expect(test.runtime.files.check()).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' });
    expect(await test.runtime.files.latest()).toEqual(before);
  });
});

describe('a store', () => {
  it('belongs to one database, and a database to one store', async () => {
    const folders = [
      await mkdtemp(join(tmpdir(), 'boxyard-a-')),
      await mkdtemp(join(tmpdir(), 'boxyard-b-')),
    ];
    const [mine = '', other = ''] = folders;
    const at = (directory: string, own = test) => filesOn(own, directory);
    await test.app.pg.query(`delete from settings where key = 'fileStore'`);
    await at(mine).claim();
    await at(mine).claim();
    await expect(at(other).claim()).rejects.toThrow(`are not in ${other}`);
    const another = await createTestApp({ clock });
    try {
      await expect(filesOn(another, mine).claim()).rejects.toThrow('belong to another database');
      await filesOn(another, other).claim();
      await expect(at(other).claim()).rejects.toThrow('are not in');
    } finally {
      await another.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
});

const small = Buffer.from('left by hand');
const filesOn = ({ app, runtime }: TestApp, directory: string) =>
  new StoredFiles({
    store: diskFileStore(directory),
    db: app.db,
    pg: app.pg,
    transaction: (work) => runtime.app.transaction({ actor: SYSTEM }, work),
    clock,
    log: app.log,
  });
