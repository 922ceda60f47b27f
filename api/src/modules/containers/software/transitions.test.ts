import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { betaRelease, draftRelease, markStable, stableRelease } from '../testing/software.ts';
import { containerState } from '../testing/state.ts';
import { begin, makeWorld, modelBody, type World } from '../testing/world.ts';

/** Every state × action of releases and updates (domain-containers 7.1). */
let test_: TestApp;
let world: World;
let auditor: Person;
/** Two releases that a container may go to and come back from. */
let releases: readonly string[];
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
    const models = [world.modelId];
    const made = [];
    for (const versionNo of ['1.0.0', '1.1.0']) {
      made.push((await betaRelease(world.admin, { models, versionNo })).id);
    }
    releases = made;
  },
  { atEnd: true },
);

const REASON = 'As the table says';

interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

describe('a release', () => {
  const step = callsOn<Doc>('/product_softwares');
  let models = 0;
  /** Of a model of its own, so that no other release is in its way. */
  const asked = async () => {
    models += 1;
    const code = `T${models}${Math.random().toString(36).slice(2, 7).toUpperCase()}`;
    const model = expectData(
      await world.chief.post('/product_models', modelBody(world.typeId, code)),
    );
    return { models: [model.id], versionNo: '1.0.0' };
  };
  const seen = async (id: string) => expectData(await world.admin.get(`/product_softwares/${id}`));
  const make: TransitionTable<Doc>['make'] = {
    draft: async () => draftRelease(world.admin, await asked()),
    beta: async () => betaRelease(world.admin, await asked()),
    stable: async () => stableRelease(world.admin, await asked()),
    superseded: async () => {
      const what = await asked();
      const { id } = await stableRelease(world.admin, what);
      await stableRelease(world.admin, { ...what, versionNo: '2.0.0' });
      return seen(id);
    },
    withdrawn: async () => {
      const { id, version } = await betaRelease(world.admin, await asked());
      return expectData(
        await world.admin.post(`/product_softwares/${id}/withdraw`, { version, reason: REASON }),
      );
    },
  };
  const walk: TransitionTable<Doc> = {
    path: ({ id }) => `/product_softwares/${id}`,
    machine: softwareMachine,
    make,
    perform: {
      update: async (by, doc, extra) => {
        const { productModels } = await seen(doc.id);
        return by.patch(
          `/product_softwares/${doc.id}`,
          {
            version: doc.version,
            productModelIds: productModels.map(({ id }: { id: string }) => id).join(','),
            versionNo: '1.0.1',
            releaseNotes: 'Other notes',
          },
          extra,
        );
      },
      publish: step.call('publish'),
      stable: (by, doc, extra) =>
        by.patch(
          `/product_softwares/${doc.id}/stable`,
          { version: doc.version, overrideReason: REASON },
          extra,
        ),
      withdraw: step.call('withdraw', { reason: REASON }),
    },
    seen,
    admin: () => world.admin,
    auditor: () => auditor,
    withoutFiles: true,
  };
  testTransitions(walk);

  testReversals(walk, {
    state: () => containerState(test_.app),
    by: () => world.admin,
    // What containers run changes with their updates; no container has the model of these.
    still: ['update', 'publish', 'stable'],
    perform: {
      // A newer release becomes the stable one.
      supersede: async (by, doc) => {
        const { productModels } = await seen(doc.id);
        const models = productModels.map(({ id }: { id: string }) => id);
        const newer = await betaRelease(by, { models, versionNo: '3.0.0' });
        return by.patch(`/product_softwares/${newer.id}/stable`, {
          version: newer.version,
          overrideReason: REASON,
        });
      },
    },
  });

  it('that was superseded is marked stable again, which takes the marking back', async () => {
    const first = await make.superseded?.();
    if (!first) throw new Error('made above');
    const again = expectData(await markStable(world.admin, first, null));
    expect(again.status).toBe('stable');
  });
});

describe('an update', () => {
  const { call } = callsOn<Doc>('/product_software_updates');
  const find = async (query: string): Promise<Doc & { readonly allowedActions: string[] }> =>
    expectData(await world.admin.get(`/product_software_updates?${query}`))[0];
  const queue = async (productId: string, softwareId: string): Promise<Doc> => {
    const { version } = expectData(await world.admin.get(`/products/${productId}`));
    expectData(await world.admin.post(`/products/${productId}/software`, { version, softwareId }));
    return find(`productId=${productId}`);
  };
  const go = async (doc: Doc, action: string): Promise<Doc> =>
    expectData(
      await world.admin.post(`/product_software_updates/${doc.id}/${action}`, {
        version: doc.version,
        ...(action === 'fail' || action === 'rollback' ? { reason: REASON } : {}),
      }),
    );
  /** A container that runs the first release. */
  const running = async (): Promise<string> => {
    const { id } = await begin(world);
    await go(await go(await queue(id, releases[0] ?? ''), 'start'), 'apply');
    return id;
  };
  /** Containers that run the first release, and for which nothing waits. */
  let idle: readonly string[];
  beforeAll(async () => {
    idle = [await running(), await running()];
  });
  const queued = async () => queue(await running(), releases[1] ?? '');
  const started = async () => go(await queued(), 'start');
  const walk: TransitionTable<Doc> = {
    path: ({ id }) => `/product_software_updates/${id}`,
    machine: softwareUpdateMachine,
    make: {
      queued,
      inProgress: started,
      applied: async () => go(await started(), 'apply'),
      failed: async () => go(await started(), 'fail'),
      rolledBack: async () => go(await go(await started(), 'apply'), 'rollback'),
    },
    perform: {
      start: call('start'),
      apply: call('apply'),
      fail: call('fail', { reason: REASON }),
      retry: call('retry'),
      rollback: call('rollback', { reason: REASON }),
    },
    seen: (id) => find(`ids=${id}`),
    admin: () => world.admin,
    auditor: () => auditor,
    withoutFiles: true,
  };
  testTransitions(walk);

  testReversals(walk, {
    state: () => containerState(test_.app),
    by: () => world.admin,
    still: ['start'],
    // What failed or was rolled back waits for nothing any more: that takes the queueing back, too.
    sinceMade: {
      start: () => queue(idle[0] ?? '', releases[1] ?? ''),
      apply: async () => go(await queue(idle[1] ?? '', releases[1] ?? ''), 'start'),
    },
  });
});
