import { ListPage } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { receipts } from './receipts.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={receipts}
      totals={(summary) => ({
        baseAmount: <Money value={summary.baseAmount} />,
        grandTotal: <Money value={summary.grandTotal} />,
      })}
    />
  );
}
