import { decimal } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';
import classes from './amounts.module.css';

interface Figures {
  readonly subTotal: string;
  readonly discountTotal: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly grandTotal: string;
  readonly whtAmount: string;
  readonly netPayable: string;
}

/** The sums under an order or a receipt, in the order in which a Thai invoice writes them. */
export function AmountsPanel({ amounts }: { readonly amounts: Figures }) {
  const t = useT('remote-purchase-sales');
  const hasTax = !decimal.isZero(amounts.whtAmount);
  const rows: readonly (keyof Figures)[] = [
    'subTotal',
    'discountTotal',
    'baseAmount',
    'vatAmount',
    'grandTotal',
    ...(hasTax ? (['whtAmount', 'netPayable'] as const) : []),
  ];
  return (
    <dl className={classes.panel}>
      {rows.map((key) => (
        <div
          key={key}
          className={key === 'grandTotal' || key === 'netPayable' ? classes.total : classes.row}
        >
          <dt>{t(`amounts.${key}`)}</dt>
          <dd data-amount={key}>
            <Money value={amounts[key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
