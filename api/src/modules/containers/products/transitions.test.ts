import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  type Doc as Requisition,
  released,
  sentBack,
} from '../containerRequisitions/testing/world.ts';
import { approved as underWay } from '../containerTransfers/testing/world.ts';
import {
  allToStock,
  installed,
  readyToInstall,
  SITE,
  takenApart,
  writtenOff,
} from '../testing/life.ts';
import { betaRelease } from '../testing/software.ts';
import {
  awaiting,
  boltLine,
  build,
  type Doc,
  done,
  makeWorld,
  receiptOf,
  received,
  type World,
} from '../testing/world.ts';

/** Every state × action of a container (domain-containers 7.1), by the people of the seeded roles. */
let test_: TestApp;
let world: World;
let auditor: Person;
let softwareId: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    softwareId = (await betaRelease(world.admin, { models: [world.modelId], versionNo: '1.0.0' }))
      .id;
    auditor = await test_.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'As the table says';
const act = async (doc: Doc, action: string): Promise<Doc> =>
  (await done(world.chief, doc, { action, reason: REASON })) as unknown as Doc;

/** The container that a requisition was given. */
const container = async ({ items: [item] }: Requisition): Promise<Doc> =>
  expectData(await world.admin.get(`/products/${item?.product?.id}`));

const make: TransitionTable<Doc>['make'] = {
  inProduction: () => build(world),
  awaitingReceipt: () => awaiting(world),
  inWarehouse: () => received(world),
  // Ready to be set up: found sound, and photographed where it is to stand.
  withdrawn: () => readyToInstall(world),
  inTransit: async () => {
    const { items } = await underWay(world);
    return expectData(await world.admin.get(`/products/${items[0]?.product.id}`));
  },
  installed: () => installed(world),
  returned: async () => {
    const out = await released(world);
    await sentBack(world, out);
    return container(out);
  },
  // Lost, and somebody has proposed to write it off.
  lost: async () =>
    (await done(world.receiverChief, await act(await received(world), 'lose'), {
      action: 'propose-retirement',
      reason: REASON,
    })) as unknown as Doc,
  disassembled: async () => takenApart(world, await received(world)),
  retired: async () => writtenOff(world, (await received(world)).id, REASON),
};

const { call, change } = callsOn<Doc>('/products');
const perform: TransitionTable<Doc>['perform'] = {
  update: change({ name: 'Another name', condition: 'good' }),
  'update-parts': (by, doc, extra) =>
    by.put(
      `/products/${doc.id}/material_parts`,
      {
        version: doc.version,
        warehouseId: world.warehouseId,
        add: [boltLine(world, 1)],
        reason: REASON,
      },
      extra,
    ),
  'edit-status': (by, doc, extra) =>
    by.put(
      `/products/${doc.id}/statuses`,
      { version: doc.version, saleStatus: 'notForSale', reason: REASON },
      extra,
    ),
  'update-software': (by, doc, extra) =>
    by.post(
      `/products/${doc.id}/software`,
      { version: doc.version, softwareId, reason: REASON },
      extra,
    ),
  complete: call('complete'),
  install: call('install', SITE),
  return: (by, doc, extra) =>
    by.post(
      `/products/${doc.id}/return`,
      { version: doc.version, warehouseId: world.warehouseId, reason: REASON },
      extra,
    ),
  disassemble: (by, doc, extra) =>
    by.post(
      `/products/${doc.id}/disassemble`,
      { version: doc.version, lines: allToStock(doc), reason: REASON },
      extra,
    ),
  lose: call('lose', { reason: REASON }),
  found: call('found', { reason: REASON }),
  'propose-retirement': call('propose-retirement', { reason: REASON }),
  'reject-retirement': call('reject-retirement', { reason: REASON }),
  retire: call('retire'),
};

const seen = async (id: string) => expectData(await world.admin.get(`/products/${id}`));

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/products/${id}`,
  machine: productMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
  // A requisition keeps what stands at its place; under a contract it may be lost (warranties/exchanged.test.ts).
  refusal: (call, { status }) => {
    if (call === 'lose' && status === 'installed') return 'NOT_FREE';
    if (call === 'propose-retirement' && status === 'lost') return 'RETIREMENT_ASKED';
    const decides = call === 'retire' || call === 'reject-retirement';
    return decides && status === 'inWarehouse' ? 'RETIREMENT_NOT_ASKED' : null;
  },
  triedIn: { retire: 'lost', 'reject-retirement': 'lost' },
};
testTransitions(walk);

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  // They move no part: where the container is, is said by its own item once it is received.
  still: [
    'update',
    'edit-status',
    'update-software',
    'complete',
    'install',
    'return',
    'lose',
    'found',
    'propose-retirement',
    'reject-retirement',
  ],
  perform: {
    // An update is taken back by its own machine (software/transitions.test.ts).
    'update-software': async (_by, doc) => {
      const [{ id, version }] = expectData(
        await world.admin.get(`/product_software_updates?productId=${doc.id}`),
      );
      return world.admin.post(`/product_software_updates/${id}/fail`, { version, reason: REASON });
    },
    'update-parts': (by, doc) =>
      by.put(`/products/${doc.id}/material_parts`, {
        version: doc.version,
        remove: doc.parts.slice(-1).map(({ id }) => ({
          id,
          quantity: 1,
          binId: world.bins['A-01'],
          condition: 'new',
        })),
        reason: REASON,
      }),
    'edit-status': (by, doc) =>
      by.put(`/products/${doc.id}/statuses`, {
        version: doc.version,
        saleStatus: 'available',
        reason: REASON,
      }),
    // What takes a return back is the same.
    'stay-out': async (_by, doc) => {
      const receipt = await receiptOf(world, doc);
      return world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: REASON,
      });
    },
    // What takes completion back is the refusal of its receipt, by somebody else.
    rework: async (_by, doc) => {
      const receipt = await receiptOf(world, doc);
      return world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: REASON,
      });
    },
  },
});
