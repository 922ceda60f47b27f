import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';

/** Counts goods that came back, all of them there, and puts them into bins of their warehouse. */
export async function putAway(
  office: Office,
  {
    id,
    counter,
    keeper,
    setting,
    random,
  }: {
    readonly id: string;
    readonly counter: string;
    readonly keeper: string;
    readonly setting: Setting;
    readonly random: Random;
  },
): Promise<void> {
  const goods = await office.act(counter, 'goodsImports.get', { params: { id } });
  if (!goods.allowedActions.includes('update')) return;
  const code = [...setting.warehouses].find(([, one]) => one === goods.warehouse.id)?.[0];
  const bins = setting.bins.get(code ?? '') ?? [];
  const counted = await office.act(counter, 'goodsImports.update', {
    params: { id },
    body: {
      version: goods.version,
      items: goods.items.map((item) => ({
        id: item.id,
        receivedQty: item.expectedQty,
        damagedQty: 0,
        missingQty: 0,
        binId: random.pick(bins),
      })),
    },
  });
  await office.act(keeper, 'goodsImports.approve', {
    params: { id },
    body: { version: counted.version },
  });
}
