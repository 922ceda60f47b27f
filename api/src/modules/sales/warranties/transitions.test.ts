import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { makeWorld, type World } from '../contracts/testing/world.ts';
import {
  type Doc,
  invoiced,
  onWarranties,
  priceList,
  sold,
  WARRANTIES,
  warrantiesOf,
} from './testing/world.ts';

/** Every state × action × ability (domain-containers 2.9, 7.1). */
let world: World;
let auditor: Person;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  auditor = await test.as('auditor');
  await priceList(world);
});

const REASON = 'The seal was broken';
const active = async (): Promise<Doc> => {
  const [found] = await warrantiesOf(world, (await sold(world)).productId);
  return expectData(await world.admin.get(`${WARRANTIES}/${found?.id}`));
};
/** A state that time or money lead to. */
const reached = async (state: string): Promise<Doc> => {
  const { id } = await active();
  await world.test.app.pg.query('update warranties set status = $2 where id = $1', [id, state]);
  return expectData(await world.admin.get(`${WARRANTIES}/${id}`));
};
const { call } = callsOn<Doc>(WARRANTIES);
const perform: TransitionTable<Doc>['perform'] = { void: call('void', { reason: REASON }) };

testTransitions<Doc>({
  path: ({ id }) => `${WARRANTIES}/${id}`,
  machine: warrantyMachine,
  make: {
    scheduled: async () => {
      const { warranty } = await invoiced(world);
      return expectData(await world.admin.get(`${WARRANTIES}/${warranty?.id}`));
    },
    active,
    suspended: () => reached('suspended'),
    expired: () => reached('expired'),
    voided: async () =>
      onWarranties.done(world.admin, await active(), {
        action: 'void',
        reason: REASON,
      }) as unknown as Promise<Doc>,
  },
  perform,
  seen: async (id) => expectData(await world.admin.get(`${WARRANTIES}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
});
