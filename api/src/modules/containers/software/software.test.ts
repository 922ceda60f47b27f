import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { SYSTEM } from '../../../kernel/index.ts';
import { type Person, type TestApp, untilWaiting } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  betaRelease,
  draftRelease,
  markStable,
  packageForm,
  stableRelease,
} from '../testing/software.ts';
import {
  begin,
  build,
  done,
  makeWorld,
  modelBody,
  received,
  type World,
} from '../testing/world.ts';

/** Releases, updates, rollouts and recalls (domain-containers 2.1, 2.12). */
let test_: TestApp;
let world: World;
let engineer: Person;
let technician: Person;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
  engineer = await test_.as('engineer-manager');
  technician = await test_.as('technician');
});

/** A world whose model has no release yet. */
async function freshModel(): Promise<World> {
  const code = `S${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
  const model = expectData(
    await world.chief.post('/product_models', modelBody(world.typeId, code)),
  );
  expectData(
    await world.chief.put(`/product_models/${model.id}/bom`, {
      version: model.version,
      items: [{ partId: world.bolt, quantity: 1 }],
    }),
  );
  return { ...world, modelId: model.id, prefix: code };
}
const seen = async (id: string) => expectData(await world.admin.get(`/products/${id}`));
const release = async (id: string) => expectData(await world.admin.get(`/product_softwares/${id}`));
const code = (answer: { body: { code?: string } }) => answer.body.code;
const faults = (answer: { body: { errors?: { field: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map((fault) => [fault.field, fault.code]);

const ask = async (
  by: Person,
  id: string,
  body: { readonly softwareId: string; readonly reason?: string },
) => by.post(`/products/${id}/software`, { version: (await seen(id)).version, ...body });
const updateOf = async (productId: string) =>
  expectData(await world.admin.get(`/product_software_updates?productId=${productId}`))[0];
const step = async (by: Person, productId: string, [action, reason]: readonly string[]) => {
  const { id, version } = await updateOf(productId);
  return by.post(`/product_software_updates/${id}/${action}`, {
    version,
    ...(reason ? { reason } : {}),
  });
};
/** Brings a release to a container, to its end. */
async function give(productId: string, softwareId: string, reason?: string): Promise<void> {
  expectData(await ask(engineer, productId, { softwareId, ...(reason ? { reason } : {}) }));
  expectData(await step(technician, productId, ['start']));
  expectData(await step(technician, productId, ['apply']));
}

describe('a release', () => {
  it('keeps its file as it was sent, with its size and SHA-256', async () => {
    const { modelId } = await freshModel();
    const content = gzipSync('the firmware');
    const form = packageForm(
      { productModelIds: modelId, versionNo: '1.0.0', releaseNotes: 'First' },
      content,
    );
    const made = expectData(await engineer.post('/product_softwares', form.body, form.extra));
    expect(made).toMatchObject({
      status: 'draft',
      file: {
        fileName: 'package.gz',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    });
    const fileFor = (by: Person) => by.get(`/product_softwares/${made.id}/file`);
    // A draft is not published yet: its file is for people who make releases.
    expect((await fileFor(technician)).status).toBe(403);
    expect((await fileFor(engineer)).raw.equals(content)).toBe(true);
    expectData(
      await engineer.post(`/product_softwares/${made.id}/publish`, { version: made.version }),
    );
    const file = await fileFor(technician);
    expect([file.status, file.raw.equals(content)]).toEqual([200, true]);
  });

  it('refuses what is no package by its content, and a number that a model has already', async () => {
    const { modelId } = await freshModel();
    const fields = { productModelIds: modelId, versionNo: '1.0.0', releaseNotes: 'First' };
    const script = packageForm(fields, Buffer.from('#!/bin/sh\nrm -rf /\n'));
    const refused = await engineer.post('/product_softwares', script.body, script.extra);
    expect([refused.status, faults(refused)]).toEqual([415, [['file[0]', 'SOFTWARE_TYPE']]]);
    await draftRelease(engineer, { models: [modelId], versionNo: '1.0.0' });
    const twice = packageForm(fields);
    const again = await engineer.post('/product_softwares', twice.body, twice.extra);
    expect([again.status, faults(again)]).toEqual([422, [['versionNo', 'VERSION_TAKEN']]]);
  });

  it('is stable only with proof or a reason, and supersedes the one before', async () => {
    const { modelId } = await freshModel();
    const first = await betaRelease(engineer, { models: [modelId], versionNo: '1.0.0' });
    const unproven = await markStable(engineer, first, null);
    expect([unproven.status, code(unproven)]).toEqual([409, 'STABLE_UNPROVEN']);
    expectData(await markStable(engineer, first));
    const second = await stableRelease(engineer, { models: [modelId], versionNo: '1.1.0' });
    expect([(await release(first.id)).status, (await release(second.id)).status]).toEqual([
      'superseded',
      'stable',
    ]);
    const latest = expectData(
      await technician.get(`/product_softwares/latest?productModelId=${modelId}`),
    );
    expect(latest).toMatchObject([{ productModelId: modelId, software: { versionNo: '1.1.0' } }]);
  });

  it('stays the stable one of a model that the next release is not for', async () => {
    const [a, b] = [(await freshModel()).modelId, (await freshModel()).modelId];
    const both = await stableRelease(engineer, { models: [a, b], versionNo: '2.0.0' });
    await stableRelease(engineer, { models: [a], versionNo: '2.1.0' });
    expect(await release(both.id)).toMatchObject({ status: 'stable', stableFor: [b] });
  });

  it('is the only stable one, whoever marks others at the same moment', async () => {
    const { modelId } = await freshModel();
    const betas = [];
    for (let minor = 0; minor < 6; minor += 1) {
      betas.push(await betaRelease(engineer, { models: [modelId], versionNo: `3.${minor}.0` }));
    }
    const answers = await Promise.all(betas.map((beta) => markStable(engineer, beta)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { rows } = await test_.app.pg.query<{ status: string; stable: boolean }>(
      `select s.status, sm.is_stable as stable from product_softwares s
       join product_software_models sm on sm.software_id = s.id where sm.product_model_id = $1`,
      [modelId],
    );
    expect(rows.filter(({ stable }) => stable)).toHaveLength(1);
    expect(rows.filter(({ status }) => status === 'stable')).toHaveLength(1);
  });

  it('is made by engineers, marked and recalled by their manager alone', async () => {
    const { modelId } = await freshModel();
    const beta = await betaRelease(engineer, { models: [modelId], versionNo: '1.0.0' });
    expect((await markStable(technician, beta)).status).toBe(403);
    const recalled = await technician.post(`/product_softwares/${beta.id}/withdraw`, {
      version: beta.version,
      reason: 'Not mine',
    });
    expect(recalled.status).toBe(403);
  });
});

describe('an update', () => {
  it('changes what a container runs only when it was applied, and comes back', async () => {
    const own = await freshModel();
    const { id } = await begin(own);
    const first = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
    expect((await seen(id)).softwareOutdated).toBe(true);
    await give(id, first.id);
    expect(await seen(id)).toMatchObject({
      software: { versionNo: '1.0.0' },
      softwareOutdated: false,
    });
    const second = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.1.0' });
    expect((await seen(id)).softwareOutdated).toBe(true);
    expectData(await ask(technician, id, { softwareId: second.id }));
    expectData(await step(technician, id, ['start']));
    expect(await seen(id)).toMatchObject({
      software: { versionNo: '1.0.0' },
      targetSoftware: { versionNo: '1.1.0' },
    });
    expectData(await step(technician, id, ['fail', 'The power went out']));
    expect(await seen(id)).toMatchObject({
      software: { versionNo: '1.0.0' },
      targetSoftware: null,
    });
    expectData(await step(technician, id, ['retry']));
    expectData(await step(technician, id, ['start']));
    expectData(await step(technician, id, ['apply']));
    expect((await seen(id)).software.versionNo).toBe('1.1.0');
    expectData(await step(technician, id, ['rollback', 'The note reader stops']));
    expect(await seen(id)).toMatchObject({
      software: { versionNo: '1.0.0' },
      softwareOutdated: true,
    });
    const { tracking } = {
      tracking: expectData(await world.admin.get(`/products/${id}/tracking`)),
    };
    expect(
      tracking
        .filter(({ kind }: { kind: string }) => kind === 'software')
        .map(({ what }: { what: string }) => what),
    ).toEqual(['rolledBack', 'applied']);
  });

  it('is refused where the release does not fit', async () => {
    const own = await freshModel();
    const { id } = await begin(own);
    const models = [own.modelId];
    const other = await stableRelease(engineer, {
      models: [(await freshModel()).modelId],
      versionNo: '1.0.0',
    });
    const draft = await draftRelease(engineer, { models, versionNo: '1.0.0' });
    const beta = await betaRelease(engineer, { models, versionNo: '1.1.0' });
    const newer = await stableRelease(engineer, { models, versionNo: '2.0.0', minHardwareRev: 2 });
    const older = await stableRelease(engineer, { models, versionNo: '0.9.0' });
    const refusal = async (by: Person, softwareId: string) =>
      faults(await ask(by, id, { softwareId }));
    expect(await refusal(engineer, other.id)).toEqual([['softwareId', 'NOT_FOR_MODEL']]);
    expect(await refusal(engineer, draft.id)).toEqual([['softwareId', 'RELEASE_NOT_USABLE']]);
    expect(await refusal(technician, beta.id)).toEqual([['softwareId', 'BETA_NOT_ALLOWED']]);
    expect(await refusal(engineer, newer.id)).toEqual([['softwareId', 'HARDWARE_TOO_OLD']]);
    await give(id, beta.id);
    expect(await refusal(engineer, beta.id)).toEqual([['softwareId', 'RUNS_ALREADY']]);
    expect(await refusal(engineer, older.id)).toEqual([['reason', 'DOWNGRADE_REASON']]);
    await give(id, older.id, 'The beta loses sales');
    const now = await release(beta.id);
    expectData(
      await engineer.post(`/product_softwares/${beta.id}/withdraw`, {
        version: now.version,
        reason: 'It loses sales',
      }),
    );
    expect(await refusal(engineer, beta.id)).toEqual([['softwareId', 'RELEASE_NOT_USABLE']]);
    // What it ran before was recalled: there is no way back to it.
    const back = await step(engineer, id, ['rollback', 'As it was']);
    expect([back.status, code(back)]).toEqual([409, 'NO_WAY_BACK']);
  });

  it('is one at a time', async () => {
    const own = await freshModel();
    const { id } = await begin(own);
    const { id: softwareId } = await stableRelease(engineer, {
      models: [own.modelId],
      versionNo: '1.0.0',
    });
    expectData(await ask(engineer, id, { softwareId }));
    const second = await ask(engineer, id, { softwareId });
    expect([second.status, code(second)]).toEqual([409, 'UPDATE_OPEN']);
  });

  it('comes before production is completed, where the model has a stable release', async () => {
    const other = await makeWorld(test_);
    const made = await stableRelease(engineer, { models: [other.modelId], versionNo: '1.0.0' });
    const doc = await build(other);
    const early = await other.chief.post(`/products/${doc.id}/complete`, { version: doc.version });
    expect([early.status, code(early)]).toEqual([409, 'SOFTWARE_MISSING']);
    await give(doc.id, made.id);
    const finished = await done(other.chief, await seen(doc.id), { action: 'complete' });
    expect(finished.status).toBe('awaitingReceipt');
  });
});

it('is behind in a container that is begun after its model has a stable release', async () => {
  const own = await freshModel();
  const made = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
  const { id } = await begin(own);
  expect(await seen(id)).toMatchObject({ software: null, softwareOutdated: true });
  await give(id, made.id);
  expect((await seen(id)).softwareOutdated).toBe(false);
});

it('is judged once, whoever marks the release that a container gets at that moment', async () => {
  const own = await freshModel();
  const { id } = await begin(own);
  const models = [own.modelId];
  const first = await stableRelease(engineer, { models, versionNo: '1.0.0' });
  await give(id, first.id);
  const next = await betaRelease(engineer, { models, versionNo: '2.0.0' });
  expectData(await ask(engineer, id, { softwareId: next.id }));
  expectData(await step(technician, id, ['start']));

  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holding = test_.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await ctx.pg.query('select from products where id = $1 for update', [id]);
    held.resolve();
    await free.promise;
  });
  await held.promise;
  const applying = step(technician, id, ['apply']);
  await untilWaiting(test_, 1);
  const marking = markStable(engineer, next);
  await untilWaiting(test_, 2);
  free.resolve();
  await holding;
  expect([(await applying).status, (await marking).status]).toEqual([200, 200]);
  expect(await seen(id)).toMatchObject({
    software: { versionNo: '2.0.0' },
    softwareOutdated: false,
  });
});

describe('a rollout', () => {
  it('queues what fits, names what does not, and carries on with steps for many', async () => {
    const own = await freshModel();
    const fleet = [];
    for (let count = 0; count < 30; count += 1) fleet.push((await begin(own)).id);
    const stranger = (await begin(await freshModel())).id;
    const first = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
    const open = fleet[0] ?? '';
    expectData(await ask(engineer, open, { softwareId: first.id }));
    const made = expectData(
      await engineer.post('/software_rollouts', {
        softwareId: first.id,
        productIds: [...fleet, stranger],
      }),
    );
    expect(made).toMatchObject({ total: 31, waiting: 31 });
    await test_.runJobs();
    const path = `/software_rollouts/${made.id}`;
    expect(expectData(await engineer.get(path))).toMatchObject({
      waiting: 0,
      queued: 29,
      failed: 2,
    });
    const failures = expectData(
      await engineer.get(`/product_software_updates?rolloutId=${made.id}&status=failed`),
    );
    expect(failures.map(({ error }: { error: string }) => error).sort()).toEqual([
      'Another update of this container is not finished yet.',
      'This release is not for the model of the container.',
    ]);
    expectData(await technician.post(`${path}/report`, { action: 'start' }));
    const [unlucky] = expectData(
      await technician.get(`/product_software_updates?rolloutId=${made.id}&status=inProgress`),
    );
    expectData(
      await technician.post(`${path}/report`, {
        action: 'fail',
        updateIds: [unlucky.id],
        reason: 'No network',
      }),
    );
    expect(expectData(await technician.post(`${path}/report`, { action: 'apply' }))).toMatchObject({
      done: 28,
      applied: 28,
      failed: 3,
      refused: [],
    });
    const retried = expectData(await technician.post(`${path}/report`, { action: 'retry' }));
    expect(retried).toMatchObject({ done: 1, queued: 1 });
    expect(retried.refused.map(({ code: why }: { code: string }) => why).sort()).toEqual([
      'NOT_FOR_MODEL',
      'UPDATE_OPEN',
    ]);
    // Nothing ran before, so nothing can be gone back to.
    const back = expectData(
      await technician.post(`${path}/report`, { action: 'rollback', reason: 'Sales are lost' }),
    );
    expect(back.refused.map(({ code: why }: { code: string }) => why)).toContain('NO_WAY_BACK');
    const second = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.1.0' });
    const next = expectData(
      await engineer.post('/software_rollouts', {
        softwareId: second.id,
        productIds: fleet.slice(2, 5),
      }),
    );
    await test_.runJobs();
    for (const action of ['start', 'apply', 'rollback']) {
      expectData(
        await technician.post(`/software_rollouts/${next.id}/report`, {
          action,
          reason: 'As told',
        }),
      );
    }
    expect(expectData(await engineer.get(`/software_rollouts/${next.id}`)).rolledBack).toBe(3);
  });
});

it('a person begins so many rollouts a day, and as many the next day', async () => {
  const own = await freshModel();
  const { id } = await begin(own);
  const release = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
  const zealous = await test_.as('engineer-manager');
  const roll = (by = zealous, locale = 'en') =>
    by.post(
      '/software_rollouts',
      { softwareId: release.id, productIds: [id] },
      { headers: { 'accept-language': locale } },
    );
  for (let count = 0; count < 20; count += 1) expect((await roll()).status).toBe(201);
  // Two at once do not pass together either.
  const refused = await Promise.all([roll(zealous, 'en'), roll(zealous, 'th')]);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'TOO_MANY_ROLLOUTS'],
    [409, 'TOO_MANY_ROLLOUTS'],
  ]);
  expect(refused.map(({ body }) => body.message)).toEqual([
    expect.stringMatching(/20 rollouts a day/),
    expect.stringMatching(/วันละ 20 ครั้ง/),
  ]);
  // It is each person's own limit.
  expect((await roll(engineer)).status).toBe(201);
  clock.advance(86_400_000);
  expect((await roll()).status).toBe(201);
});

it('tells whoever asked for an update, alone or in a rollout, that it failed and why', async () => {
  const own = await freshModel();
  const made = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
  const alone = await begin(own);
  const inRollout = await begin(own);
  expectData(await ask(engineer, alone.id, { softwareId: made.id }));
  const rollout = expectData(
    await engineer.post('/software_rollouts', {
      softwareId: made.id,
      productIds: [inRollout.id],
    }),
  );
  await test_.runJobs();
  expectData(await step(technician, alone.id, ['fail', 'No connection']));
  expectData(
    await technician.post(`/software_rollouts/${rollout.id}/report`, {
      action: 'fail',
      reason: 'The disk is full',
    }),
  );
  const failures = async (by: Person) => {
    const heard: readonly Record<'title' | 'category' | 'description' | 'action', string>[] =
      expectData(await by.get('/notifications?limit=100'));
    return heard.filter(({ action }) => action.includes('/container-warehouse-update-software/'));
  };
  const said = (container: { readonly id: string }, description: string) =>
    expect.objectContaining({
      category: 'alert',
      description,
      action: expect.stringContaining(container.id),
    });
  expect(await failures(engineer)).toEqual(
    expect.arrayContaining([said(alone, 'No connection'), said(inRollout, 'The disk is full')]),
  );
  expect((await failures(technician)).filter(({ action }) => action.includes(alone.id))).toEqual(
    [],
  );
});

describe('a recall', () => {
  it('flags the containers that run the release, and alerts whoever updates them', async () => {
    const own = await freshModel();
    const made = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
    const { id } = await begin(own);
    await give(id, made.id);
    const now = await release(made.id);
    expectData(
      await engineer.post(`/product_softwares/${made.id}/withdraw`, {
        version: now.version,
        reason: 'It charges twice',
      }),
    );
    expect(await seen(id)).toMatchObject({
      software: { versionNo: '1.0.0', status: 'withdrawn' },
      softwareOutdated: true,
    });
    const running = expectData(await technician.get(`/products?softwareId=${made.id}`));
    expect(running.map((row: { id: string }) => row.id)).toEqual([id]);
    const heard = expectData(await technician.get('/notifications'));
    expect(heard.some(({ title }: { title: string }) => title.includes('1.0.0'))).toBe(true);
  });

  it('is given to no container whose update still waits, and says so', async () => {
    const own = await freshModel();
    const made = await stableRelease(engineer, { models: [own.modelId], versionNo: '1.0.0' });
    const { id } = await begin(own);
    expectData(await ask(engineer, id, { softwareId: made.id }));
    expect((await updateOf(id)).allowedActions).toContain('start');
    const { version } = await release(made.id);
    expectData(
      await engineer.post(`/product_softwares/${made.id}/withdraw`, {
        version,
        reason: 'It fails',
      }),
    );
    expect((await updateOf(id)).allowedActions).not.toContain('start');
    const begun = await step(technician, id, ['start']);
    expect([begun.status, code(begun)]).toEqual([409, 'RELEASE_NOT_USABLE']);
    expectData(await step(technician, id, ['fail', 'It was recalled']));
  });
});

it('keeps models without software as they were', async () => {
  const doc = await received(world);
  expect(doc).toMatchObject({ status: 'inWarehouse', software: null, softwareOutdated: false });
});
