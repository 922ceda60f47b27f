import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

/** The branch in the north keeps what its technicians use most. */
const PLACE = 'NORTH';
const MANAGER = 'warehouse-manager.north';
const WATCHED = 40;

const classOf = (price: number) => (price >= 1000 ? 'A' : price >= 100 ? 'B' : 'C');

/** Levels of the branch's own, each with the bin it is put away in (domain-warehouse 1.4). */
export async function watchBranch(office: Office, setting: Setting): Promise<void> {
  const bins = setting.bins.get(PLACE) ?? [];
  const watched = setting.parts.filter(({ tracking }) => tracking === 'none').slice(0, WATCHED);
  await office.act(MANAGER, 'parts.setRules', {
    body: {
      rules: watched.map(({ id, price }, index) => {
        const reorderPoint = price >= 1000 ? 1 : price >= 100 ? 3 : 10;
        return {
          partId: id,
          warehouseId: setting.warehouses.get(PLACE),
          minStock: 0,
          reorderPoint,
          maxStock: reorderPoint * 4,
          ...(bins.length > 0 ? { binId: bins[index % bins.length] } : {}),
          abcClass: classOf(price),
        };
      }),
    },
  });
}
