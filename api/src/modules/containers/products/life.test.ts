import type { TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { guarantee } from '../../warehouse/claims/testing/world.ts';
import { released } from '../containerRequisitions/testing/world.ts';
import { installContainer, onInstalled, onReturned, returnContainer } from '../index.ts';
import { inspected, installed, readyToInstall, SITE, takenApart } from '../testing/life.ts';
import {
  act,
  begin,
  boltLine,
  type Doc,
  done,
  fanLine,
  makeWorld,
  newFan,
  productBody,
  receiptOf,
  received,
  reserve,
  type World,
} from '../testing/world.ts';

/** Where a container stands, and how it ends (domain-containers 2.1). */
let test_: TestApp;
let world: World;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
  await test_.app.pg.query('update material_parts set is_repairable = true where id = $1', [
    world.fan,
  ]);
});

const faultsOf = (answer: { body: { errors?: { field: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map(({ field, code }) => [field, code]);
const seen = async (id: string) => expectData(await world.admin.get(`/products/${id}`));
const requisitionOf = async (doc: Doc) => {
  const id = doc.related.find(({ type }) => type === 'containerRequisition')?.id;
  return expectData(await world.admin.get(`/withdraw_products/${id}`));
};

/** Everything that is owned, anywhere, and what was written off. */
async function totals() {
  const { rows } = await test_.app.pg.query<{ owned: string; scrapped: string }>(
    `select
       (select coalesce(sum(owned_value), 0) from part_valuations)::text as owned,
       (select coalesce(sum(m.value), 0) from stock_moves m join bins b on b.id = m.to_location_id
        join warehouses w on w.id = b.warehouse_id where w.code = 'SCRAP')::text as scrapped`,
  );
  return rows[0] as { owned: string; scrapped: string };
}

describe('a container that is set up', () => {
  it('was found sound since it left, and is photographed there', async () => {
    const { items } = await released(world);
    const id = items[0]?.product?.id ?? '';
    const install = async () =>
      act(world.technician, await seen(id), { action: 'install', ...SITE });
    expect((await install()).body.code).toBe('NOT_INSPECTED');
    await inspected(world, id);
    expect((await install()).body.code).toBe('SITE_PHOTO_REQUIRED');
  });

  it('says where it stands; its requisition is over, and who waits for it is told', async () => {
    const told: string[] = [];
    onInstalled(async (_ctx, { serialNumber, site }) => {
      told.push(`${serialNumber} ${site.holder}`);
    });
    const doc = await installed(world);
    expect(doc).toMatchObject({ status: 'installed', warehouse: null, site: SITE });
    expect(told).toEqual([`${doc.serialNumber} Bangkok Fair`]);
    expect((await requisitionOf(doc)).status).toBe('completed');
    const place = await test_.app.pg.query(
      `select w.code from stock_balances b join bins n on n.id = b.location_id
       join warehouses w on w.id = n.warehouse_id where b.item_id = $1 and b.on_hand > 0`,
      [doc.id],
    );
    expect(place.rows).toEqual([{ code: 'SITE' }]);
  });

  it('is set up and taken back by the services that a contract calls', async () => {
    const { id, version } = await readyToInstall(world);
    const { warehouseId } = world;
    const actor = await world.chief.actor();
    await test_.app.transaction({ actor }, async (ctx) => {
      await installContainer(ctx, { params: { id }, body: { version, ...SITE } });
      const again = { version: version + 1, warehouseId, reason: 'The lease is over' };
      await returnContainer(ctx, { params: { id }, body: again });
    });
    expect((await seen(id)).status).toBe('returned');
  });

  it('refuses a place that is none', async () => {
    const doc = await readyToInstall(world);
    const answer = await act(world.chief, doc, {
      action: 'install',
      holder: ' ',
      address: '',
      lat: 91,
    });
    expect(faultsOf(answer).map(([field]) => field)).toEqual(['holder', 'address', 'lat']);
  });

  it('comes back into a receipt, is looked at, and is free again', async () => {
    const told: string[] = [];
    onReturned(async (_ctx, { serialNumber }) => {
      told.push(serialNumber);
    });
    const doc = await installed(world);
    const back = (await done(world.chief, doc, {
      action: 'return',
      warehouseId: world.warehouseId,
      reason: 'The fair is over',
    })) as unknown as Doc;
    expect([back.status, told]).toEqual(['returned', [doc.serialNumber]]);
    const planned = expectData(await world.admin.get(`/products/${doc.id}/follow_ups`));
    expect(planned[0]).toMatchObject({ type: 'postReturn', status: 'planned' });
    await received(world, back);
    expect(await seen(doc.id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
      site: null,
      installedAt: null,
    });
    expect((await requisitionOf(doc)).items[0].lineStatus).toBe('returned');
  });

  it('that a receipt refuses stands where it stood', async () => {
    const doc = await installed(world);
    const back = (await done(world.chief, doc, {
      action: 'return',
      warehouseId: world.warehouseId,
      reason: 'Too early',
    })) as unknown as Doc;
    const receipt = await receiptOf(world, back);
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: 'It was never sent',
      }),
    );
    expect(await seen(doc.id)).toMatchObject({ status: 'installed', site: SITE });
  });
});

describe('a container that is taken apart', () => {
  const preview = (id: string) => world.chief.get(`/products/${id}/disassemble`);

  it('is shown in parts before, and nothing is written', async () => {
    const doc = await received(world);
    const before = await stockState(test_.app.pg);
    const { parts, blockers, product } = expectData(await preview(doc.id));
    expect(blockers).toEqual([]);
    expect(product).toMatchObject({ version: doc.version, labourCost: '1500.00' });
    expect(
      parts.map((line: { suggestedDisposition: string }) => line.suggestedDisposition),
    ).toEqual(['restock', 'restock']);
    expect(await stockState(test_.app.pg)).toBe(before);
    expect((await seen(doc.id)).version).toBe(doc.version);
  });

  it('is not while something keeps it, which is named', async () => {
    const out = await installed(world);
    const { blockers } = expectData(await preview(out.id));
    expect(blockers.map(({ code }: { code: string }) => code)).toEqual([
      'INVALID_STATE',
      'NOT_FREE',
    ]);
    expect(blockers[0].message).toContain('Installed');
  });

  it('needs a decision for each part', async () => {
    const doc = await received(world);
    const answer = await act(world.chief, doc, {
      action: 'disassemble',
      lines: [{ id: doc.parts[0]?.id, disposition: 'scrap' }],
      reason: 'Worn out',
    });
    expect(faultsOf(answer)).toEqual([['lines', 'PARTS_OPEN']]);
  });

  it('goes on in four ways at once; only its labour is written off', async () => {
    const parts = [
      fanLine(world, await newFan(world)),
      fanLine(world, await newFan(world)),
      fanLine(world, await newFan(world)),
      boltLine(world, 7),
    ];
    const begun = await begin(world, { parts });
    const complete = (await done(world.chief, begun, { action: 'complete' })) as unknown as Doc;
    const doc = await received(world, complete);
    await guarantee(world, world.fan, dayFrom(world, 90));
    const before = await totals();
    const dispositions = ['restock', 'repair', 'claim', 'scrap'];
    const after = (await done(world.chief, doc, {
      action: 'disassemble',
      lines: doc.parts.map(({ id }, index) => ({
        id,
        disposition: dispositions[index],
        ...(index === 0 ? { condition: 'used' } : {}),
      })),
      reason: 'Worn out',
    })) as unknown as Doc & {
      removedParts: { disposition: string; document: { type: string } | null }[];
    };
    expect(after.status).toBe('disassembled');
    expect(
      after.removedParts.map(({ disposition, document }) => [disposition, document?.type]).sort(),
    ).toEqual([
      ['claim', 'claim'],
      ['repair', 'repair'],
      ['restock', 'goodsImport'],
      ['scrap', 'destruction'],
    ]);
    const now = await totals();
    expect([
      (Number(before.owned) - Number(now.owned)).toFixed(2),
      (Math.abs(Number(now.scrapped)) - Math.abs(Number(before.scrapped))).toFixed(2),
    ]).toEqual(['1500.00', '1500.00']);
    const inside = await test_.app.pg.query(
      `select count(*)::int as n from stock_balances b join products p on p.interior_bin_id = b.location_id
       where p.id = $1 and b.on_hand <> 0`,
      [doc.id],
    );
    expect(inside.rows).toEqual([{ n: 0 }]);
  });

  it('is looked at by nobody any more, and another one may be built from it', async () => {
    const doc = await received(world);
    await world.admin.post('/product_follow_ups', {
      productId: doc.id,
      type: 'siteVisit',
      dueOn: dayFrom(world, 5),
    });
    await takenApart(world, doc);
    const planned = expectData(await world.admin.get(`/products/${doc.id}/follow_ups`));
    expect(planned[0].status).toBe('cancelled');
    const choice = expectData(await world.picker.get('/products/disassembled?limit=1000'));
    expect(choice.map(({ id }: { id: string }) => id)).toContain(doc.id);
    const again = await begin(world, { rebuiltFromId: doc.id });
    expect(again).toMatchObject({ rebuiltFrom: { id: doc.id, serialNumber: doc.serialNumber } });
    expect((await seen(doc.id)).rebuiltAs).toEqual([
      { id: again.id, serialNumber: again.serialNumber },
    ]);
    const other = await received(world);
    const wrong = await world.picker.post(
      '/products',
      productBody(world, {
        serialNumber: await reserve(world.picker, world.modelId),
        rebuiltFromId: other.id,
      }),
    );
    expect(faultsOf(wrong)).toEqual([['rebuiltFromId', 'UNKNOWN_ID']]);
  });
});
