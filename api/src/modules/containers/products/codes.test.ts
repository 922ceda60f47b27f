import type { Person } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type Doc, makeWorld, receiptOf, received, type World } from '../testing/world.ts';

/** The code on a container: printed, drawn, and opened by a scan (docs/domain/containers.md). */
let world: World;
let container: Doc & { readonly serialNumber: string };
/** Sees containers, but none of this warehouse. */
let elsewhere: Person;
const reader = openPdfReader();
afterAll(() => reader.close());
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  container = (await received(world)) as typeof container;
  elsewhere = await test.as('warehouse-manager', { warehouseIds: [world.otherWarehouseId] });
});

const scan = async (code: string, by: Person): Promise<readonly object[]> =>
  expectData(await by.get(`/material_parts/scan?code=${encodeURIComponent(code)}`));
const print = (by: Person) =>
  by.post('/labels', {
    size: '50x30',
    symbol: 'qr',
    items: [{ kind: 'container', id: container.id, quantity: 2 }],
  });

describe('the code of a container', () => {
  it('finds it, with its prefix and without', async () => {
    const { id, serialNumber } = container;
    for (const code of [`C:${serialNumber}`, serialNumber, serialNumber.toLowerCase()])
      expect(await scan(code, world.chief)).toMatchObject([
        { kind: 'container', id, code: serialNumber },
      ]);
    expect(await scan(`B:${serialNumber}`, world.chief)).toEqual([]);
  });

  it('is drawn as a picture, and printed on labels', async () => {
    const picture = await world.chief.get(`/products/${container.id}/qr`);
    expect(picture.raw.subarray(1, 4).toString()).toBe('PNG');
    const pages = await reader.pages(new Uint8Array((await print(world.chief)).raw));
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(squeezed(page)).toContain(container.serialNumber);
  });

  it('is printed beside the serial number on the receipt', async () => {
    const receipt = await receiptOf(world, container);
    const pdf = await world.chief.get(`/warehouse-receives/${receipt.id}/pdf`);
    const [page = ''] = await reader.pages(new Uint8Array(pdf.raw));
    expect(squeezed(page)).toContain('SerialnumberModelConditionResultCode');
    expect(squeezed(page)).toContain(container.serialNumber);
  });

  it('says nothing to whoever may not see the container', async () => {
    const technician = await world.test.as('accounting-officer');
    for (const by of [elsewhere, technician]) {
      expect(await scan(`C:${container.serialNumber}`, by)).toEqual([]);
    }
    expect((await elsewhere.get(`/products/${container.id}/qr`)).status).toBe(404);
    expect((await technician.get(`/products/${container.id}/qr`)).status).toBe(403);
    expect((await print(elsewhere)).status).toBe(422);
  });
});
