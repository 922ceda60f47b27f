import { newId } from '../../../../kernel/index.ts';
import type { TestApp } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData, type World as Office } from '../../../../workflow/testing/world.ts';
import { plantCustomer } from '../../../partners/testing/planted.ts';
import {
  makeWorld as makeStock,
  newPart,
  type World as Stock,
} from '../../../warehouse/requisitions/testing/world.ts';

export const PATH = '/part_sales';
export { lying, stock, worth } from '../../../warehouse/requisitions/testing/world.ts';

export interface World extends Stock {
  readonly customer: string;
}

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string | null;
  readonly items: readonly {
    readonly id: string;
    readonly lineNo: number;
    readonly quantity: number;
  }[];
}

/** Puts a part on sale at a list price. */
export const offer = ({ test }: Pick<Office, 'test'>, partId: string, standardPrice = '100') =>
  test.app.pg.query(
    'update material_parts set is_sellable = true, standard_price = $2 where id = $1',
    [partId, standardPrice],
  );

/** A part that no other test has, which is for sale. */
export async function newOffer(
  world: Stock,
  tracking: 'none' | 'lot' | 'serial' = 'none',
  more: { readonly warrantyMonths?: number; readonly price?: string } = {},
): Promise<string> {
  const { price, ...part } = more;
  const id = await newPart(world, tracking, part);
  await offer(world, id, price);
  return id;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const world = await makeStock(test);
  await offer(world, world.part);
  const customer = await plantCustomer(test, {
    companyId: world.companyId,
    name: `Buyer ${newId()}`,
  });
  return { ...world, customer };
}

type Json = Readonly<Record<string, unknown>>;

/** What makes one: two of a part at its list price. */
export const partSaleBody = (
  world: Office & { readonly customer: string },
  more: Json = {},
): Json => ({
  customerId: world.customer,
  warehouseId: world.warehouseId,
  neededBy: dayFrom(world, 3),
  vatMode: 'exclusive',
  items: [{ partId: world.part, quantity: 2, unitPrice: '100' }],
  ...more,
});

/** A line of a sale. */
export const line = (partId: string, quantity = 1, more: Json = {}): Json => ({
  partId,
  quantity,
  unitPrice: '100',
  ...more,
});

/** A draft of one administrator, for the other to confirm. */
export const ask = async (world: World, more: Json = {}) =>
  expectData(await world.secondAdmin.post(PATH, partSaleBody(world, more)));

export const { act, done } = actsOn(PATH);

export const confirmed = async (world: World, more: Json = {}) =>
  done(world.admin, await ask(world, more), { action: 'confirm' });

export const delivered = async (world: World, more: Json = {}) =>
  done(world.admin, await confirmed(world, more), { action: 'deliver', recipientName: 'Ekkachai' });
