import type { PartSaleItem } from '@boxyard/shared/contract/areas/partSales.ts';
import { FormPage } from '@boxyard/shared/kit';
import {
  givenBack,
  type ReturnLine,
  type ReturnSource,
  returnBody,
  returnLinesOf,
} from '../../returning/giving.ts';
import { saleReturns } from './partSales.resource.tsx';

const sourceOf = (item: PartSaleItem): ReturnSource => ({
  ...item,
  substitute: null,
  dispatchedQty: item.deliveredQty,
  picks: item.picks.map((pick) => ({ ...pick, pickedQty: pick.quantity })),
});

/** What a customer brings back, in which condition, and why. */
export function Page() {
  return (
    <FormPage
      resource={saleReturns}
      mode="edit"
      endpoint="partSales.return"
      toForm={(doc) => ({ items: returnLinesOf(doc.items.map(sourceOf)), reason: '' })}
      toBody={({ items, ...values }) => ({
        ...values,
        items: givenBack(items as readonly ReturnLine[]).map(returnBody),
      })}
    />
  );
}
