import { useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, nameIn } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import classes from '../../amounts.module.css';
import { amountsOf } from '../../amounts.ts';
import { type OrderLine, rateOptions, termsOptions, warningsOf } from './supplierTerms.ts';

type Values = Parameters<typeof amountsOf>[0] & {
  readonly supplierId?: string | null;
  readonly warehouseId?: string | null;
  /** Of the order that is changed. */
  readonly vatRate?: string;
};

/** The total with the VAT in force, and what the supplier will not deliver as it is asked for. */
export function OrderTotals({ values }: { readonly values: Values }) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const items = (values.items ?? []) as readonly OrderLine[];
  const rate = useQuery(rateOptions(values));
  const hasParts = items.some(({ partId }) => Boolean(partId));
  const terms = useQuery({
    ...termsOptions({ ...values, items }),
    enabled: hasParts,
    placeholderData: (before) => before,
  }).data;
  const warnings = terms && values.supplierId ? warningsOf(items, terms) : [];
  const preferred = [
    ...new Map(
      (terms?.parts ?? []).flatMap(({ preferredSupplier }) =>
        preferredSupplier && preferredSupplier.id !== values.supplierId
          ? [[preferredSupplier.id, preferredSupplier] as const]
          : [],
      ),
    ).values(),
  ];
  return (
    <div className={classes.order}>
      {warnings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('orders.terms.warning')}
          description={
            <ul className={classes.warnings}>
              {warnings.map(({ line, key, params }) => (
                <li key={`${line}-${key}`}>{t(`orders.terms.${key}`, { line, ...params })}</li>
              ))}
            </ul>
          }
        />
      ) : null}
      {preferred.length > 0 ? (
        <Alert
          type="info"
          showIcon
          title={t('orders.terms.preferred', {
            names: preferred.map((supplier) => nameIn(supplier, locale)).join(', '),
          })}
        />
      ) : null}
      <div className={classes.sticky}>
        <AmountsPanel amounts={amountsOf(values, values.vatRate ?? rate.data?.vatRate)} />
      </div>
    </div>
  );
}
