import type { Person, TestApp } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../workflow/testing/world.ts';
import { orderBody } from '../purchasing/testing/documents.ts';
import * as destructions from './destructions/testing/world.ts';
import * as repairs from './repairs/testing/world.ts';
import { newPart, requisitionBody, stock } from './requisitions/testing/world.ts';
import * as transfers from './transfers/testing/world.ts';
import * as transformations from './transformations/testing/world.ts';

/**
 * Authors and approvers (ADR 0014), family by family: an approver rewrote a document of somebody else,
 * 10.00 became 962,037.00, and approved it.
 */
type Body = Readonly<Record<string, unknown>>;

interface Family {
  readonly path: string;
  /** What it is made of, and what the other hand makes of it. */
  readonly bodies: () => Promise<readonly [Body, Body]>;
  /** Roles of the maker, and of two people who may change and approve. */
  readonly roles: readonly [maker: string, approver: string];
  readonly action: string;
  readonly approval?: Body;
}

let test: TestApp;
let office: transfers.World & destructions.World;
withTestServer('2026-12-02T03:00:00Z', async (app) => {
  test = app;
  office = { ...(await transfers.makeWorld(test)), witness: await test.as('accounting-manager') };
});

const stocked = async () => {
  const part = await newPart(office);
  await stock(office, part, { quantity: 50, unitCost: '10.0000' });
  return part;
};

const families: Readonly<Record<string, Family>> = {
  purchaseOrder: {
    path: '/purchase_orders',
    bodies: async () => {
      const line = (unitPrice: string) => {
        const body = orderBody(office);
        const items = body.items as readonly Body[];
        return { ...body, items: items.map((item) => ({ ...item, unitPrice })) };
      };
      return [line('10.0000'), line('962.0370')];
    },
    roles: ['purchasing-officer', 'purchasing-manager'],
    action: 'approval',
    approval: { decision: 'approve' },
  },
  requisition: {
    path: '/material_dispatch',
    bodies: async () => {
      const part = await stocked();
      const of = (requestedQty: number) => requisitionBody(office, [[part, requestedQty]]);
      return [of(1), of(40)];
    },
    roles: ['warehouse-staff', 'warehouse-manager'],
    action: 'approve',
  },
  transfer: {
    path: '/material_tranfers',
    bodies: async () => {
      const part = await stocked();
      return [
        transfers.transferBody(office, [[part, 1]]),
        transfers.transferBody(office, [[part, 40]]),
      ];
    },
    roles: ['warehouse-staff', 'warehouse-manager'],
    action: 'approve',
  },
  destruction: {
    path: '/material_destroy',
    bodies: async () => {
      const part = await stocked();
      const of = (quantity: number) =>
        destructions.destructionBody(office, [destructions.lineOf(office, part, quantity)]);
      return [of(1), of(40)];
    },
    roles: ['warehouse-staff', 'warehouse-manager'],
    action: 'approve',
  },
  repair: {
    path: '/material_repair',
    bodies: async () => {
      const part = await repairs.repairable(office);
      await stock(office, part, { quantity: 50 });
      const of = (quantity: number) => repairs.repairBody(office, part, { quantity });
      return [of(1), of(40)];
    },
    roles: ['warehouse-staff', 'warehouse-manager'],
    action: 'approve',
  },
  transformation: {
    path: '/material_transform',
    bodies: async () => {
      const part = await transformations.dismountable(office);
      await stock(office, part, { quantity: 50, unitCost: '10.0000' });
      const out = await newPart(office);
      const of = (quantity: number) =>
        transformations.transformationBody(office, {
          inputs: [transformations.goesIn(office, part, { quantity })],
          outputs: [transformations.comesOut(office, out)],
        });
      return [of(1), of(40)];
    },
    roles: ['warehouse-staff', 'warehouse-manager'],
    action: 'approve',
  },
};

describe.each(Object.entries(families))(
  '%s',
  (_name, { path, bodies, roles, action, approval }) => {
    let maker: Person;
    let editor: Person;
    let third: Person;
    beforeAll(async () => {
      maker = await test.as(roles[0]);
      editor = await test.as(roles[1]);
      third = await test.as(roles[1]);
    });
    const decide = async (by: Person, { id, version }: { id: string; version: number }) => {
      const { status, body } = await by.post(`${path}/${id}/${action}`, { version, ...approval });
      return [status, body.code];
    };

    it('is not decided on by whoever rewrote it, but by a third person', async () => {
      const [first, other] = await bodies();
      const made = expectData(await maker.post(path, first));
      const changed = expectData(
        await editor.patch(`${path}/${made.id}`, { ...other, version: made.version }),
      );
      expect(changed.authorIds).toEqual([editor.userId]);
      expect(changed.allowedActions).not.toContain(action);
      expect(await decide(editor, changed)).toEqual([409, 'SELF_APPROVAL']);
      expect(await decide(third, changed)).toEqual([200, undefined]);
    });

    it('stays barred to an earlier hand when another one follows', async () => {
      const [first, other] = await bodies();
      const made = expectData(await maker.post(path, first));
      const once = expectData(
        await editor.patch(`${path}/${made.id}`, { ...other, version: made.version }),
      );
      const twice = expectData(
        await maker.patch(`${path}/${made.id}`, { ...other, version: once.version }),
      );
      expect(await decide(editor, twice)).toEqual([409, 'SELF_APPROVAL']);
    });

    it('is changed by its owner, or by whoever may change documents of others', async () => {
      const [first, other] = await bodies();
      const made = expectData(await maker.post(path, first));
      const colleague = await test.as(roles[0]);
      const answer = await colleague.patch(`${path}/${made.id}`, {
        ...other,
        version: made.version,
      });
      expect([answer.status, answer.body.code]).toEqual([409, 'NOT_OWNER']);
    });
  },
);

it('an approved order is opened again by its owner, or by whoever may change orders of others', async () => {
  const order = families.purchaseOrder as Family;
  const [first] = await order.bodies();
  const officer = await test.as('purchasing-officer');
  const colleague = await test.as('purchasing-officer');
  const manager = await test.as('purchasing-manager');
  const made = expectData(await officer.post(order.path, first));
  const { version } = expectData(
    await manager.post(`${order.path}/${made.id}/approval`, {
      version: made.version,
      decision: 'approve',
    }),
  );
  const refused = await colleague.post(`${order.path}/${made.id}/revise`, { version });
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_OWNER']);
  const opened = await officer.post(`${order.path}/${made.id}/revise`, { version });
  expect(opened.status).toBe(200);
});

it('an order is not received by whoever changed it', async () => {
  const order = families.purchaseOrder as Family;
  const [first, other] = await order.bodies();
  const officer = await test.as('purchasing-officer');
  const editor = await test.as('system-admin');
  const manager = await test.as('purchasing-manager');
  const made = expectData(await officer.post(order.path, first));
  const changed = expectData(
    await editor.patch(`${order.path}/${made.id}`, { ...other, version: made.version }),
  );
  const approved = expectData(
    await manager.post(`${order.path}/${made.id}/approval`, {
      version: changed.version,
      decision: 'approve',
    }),
  );
  const answer = await editor.post('/purchase_order_acceptances', {
    orderId: made.id,
    receivedDate: dayFrom(office, 0),
    items: approved.items.map((item: { id: string; openQty: number }) => ({
      orderItemId: item.id,
      acceptedQty: item.openQty,
      rejectedQty: 0,
    })),
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_RECEIPT']);
});
