import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { containerState } from '../testing/state.ts';
import {
  allSound,
  begun,
  type Doc,
  done,
  makeWorld,
  PATH,
  plan,
  planBody,
  type World,
} from './testing/world.ts';

/** Every state × action × ability. */
let test_: TestApp;
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test);
    auditor = await test.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'No longer needed';
const sound = (doc: Doc) => ({ items: allSound(doc), result: 'pass' });
const make: TransitionTable<Doc>['make'] = {
  planned: () => plan(world),
  inProgress: () => begun(world),
  completed: async () => {
    const doc = await begun(world);
    return done(world.admin, doc, { action: 'complete', ...sound(doc) }) as Promise<Doc>;
  },
  cancelled: async () =>
    done(world.admin, await plan(world), { action: 'cancel', reason: REASON }) as Promise<Doc>,
};

const { call, change } = callsOn<Doc>(PATH);
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => planBody(world, { remark: 'By the back door' })),
  start: call('start'),
  record: call('record', (doc) => ({ items: allSound(doc) })),
  complete: call('complete', sound),
  cancel: call('cancel', { reason: REASON }),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${PATH}/${id}`,
  machine: inspectionMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

// Nobody moves a container by looking at it.
testReversals(walk, {
  state: () => containerState(test_.app),
  by: () => world.admin,
  still: ['update', 'start', 'record'],
});
