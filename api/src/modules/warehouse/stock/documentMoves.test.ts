import { contract } from '@boxyard/shared/contract';
import { documentFamilyNames } from '@boxyard/shared/domain';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { familyOf } from '../../../workflow/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { approvedOrder, receive } from '../../purchasing/testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

interface Shown {
  readonly item: { readonly id: string };
  readonly unit: { readonly id: string } | null;
  readonly quantity: number | null;
  readonly value: string | null;
  readonly document: { readonly type: string; readonly id: string };
  readonly from: { readonly warehouse: { readonly code: string } };
  readonly to: { readonly warehouse: { readonly code: string } };
}

it('is a call of every family that posts moves, and of no other', () => {
  const names = new Set(Object.keys(contract));
  const posting = documentFamilyNames.filter((name) => familyOf(name)?.moveTypes !== undefined);
  expect(posting.length).toBeGreaterThan(9);
  expect(documentFamilyNames.filter((name) => names.has(`${name}.moves`))).toEqual(posting);
});

describe('the moves of a receipt', () => {
  it('are what it posted, and what took it back', async () => {
    const receipt = expectData(await receive(world, await approvedOrder(world)));
    const read = async (who = world.keeper) =>
      expectData(await who.get(`/purchase_order_acceptances/${receipt.id}/moves`)) as {
        moves: readonly Shown[];
        total: number;
      };
    const { moves, total } = await read(world.admin);
    expect(total).toBe(moves.length);
    expect(moves.length).toBeGreaterThan(0);
    const [first] = moves;
    expect(first).toMatchObject({
      document: { type: 'receipt', id: receipt.id },
      from: { warehouse: { code: 'SUPPLIER' } },
      to: { warehouse: { code: 'RECEIVING' } },
    });
    expect(first?.unit).not.toBeNull();
    expect(first?.quantity).toBeGreaterThan(0);
    expect(Number(first?.value)).toBeGreaterThan(0);
    const { rows } = await test.app.pg.query<{ n: number }>(
      'select count(*)::int as n from stock_moves where doc_id = $1',
      [receipt.id],
    );
    expect(rows[0]?.n).toBe(total);
    const reversed = await world.manager.post(`/purchase_order_acceptances/${receipt.id}/reverse`, {
      version: receipt.version,
      reason: 'Delivered to the wrong dock',
    });
    expectData(reversed);
    const after = await read(world.admin);
    expect(after.total).toBe(2 * total);
    expect(after.moves.at(-1)).toMatchObject({
      document: { type: 'reversal', id: receipt.id },
      to: { warehouse: { code: 'SUPPLIER' } },
    });
  });

  it('say nothing of costs to whoever does not see them, and nothing at all to strangers', async () => {
    const receipt = expectData(await receive(world, await approvedOrder(world)));
    const path = `/purchase_order_acceptances/${receipt.id}/moves`;
    const { moves } = expectData(await world.receiver.get(path)) as { moves: readonly Shown[] };
    expect(moves.map(({ value }) => value)).toEqual(moves.map(() => null));
    const stranger = await test.as('purchasing-manager', { companyId: null });
    expect((await stranger.get(path)).status).toBe(404);
  });
});

it('are none while nothing is posted', async () => {
  const asked = await world.asker.post('/material_dispatch', {
    purpose: 'repairJob',
    warehouseId: world.warehouseId,
    neededBy: dayFrom(world, 3),
    items: [{ partId: world.part, requestedQty: 2 }],
  });
  const { id } = expectData(asked);
  expect(expectData(await world.asker.get(`/material_dispatch/${id}/moves`))).toEqual({
    moves: [],
    total: 0,
  });
});
