import type { PartSaleItem } from '@boxyard/shared/contract/areas/partSales.ts';
import { FormPage } from '@boxyard/shared/kit';
import {
  linesOf,
  type PickLine,
  type PickSource,
  pickBody,
  pickedLines,
} from '../../picking/picking.ts';
import { saleDeliveries } from './partSales.resource.tsx';

/** What is held for a line, as the picker's sheet takes it. */
const sourceOf = (item: PartSaleItem): PickSource => ({
  ...item,
  substitute: null,
  pickedQty: 0,
  picks: item.picks.map((pick) => ({ ...pick, bin: { code: pick.bin }, pickedQty: 0 })),
});

/** The sheet on which a sale is picked by scan and handed over. */
export function Page() {
  return (
    <FormPage
      resource={saleDeliveries}
      mode="edit"
      endpoint="partSales.deliver"
      toForm={(doc) => ({ items: linesOf(doc.items.map(sourceOf)), recipientName: '' })}
      toBody={({ items, deliveredDate, ...values }) => ({
        ...values,
        ...(deliveredDate ? { deliveredDate } : {}),
        items: pickedLines(items as readonly PickLine[]).map(pickBody),
      })}
    />
  );
}
