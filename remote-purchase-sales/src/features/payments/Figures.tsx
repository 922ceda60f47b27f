import { useT } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';
import classes from './payments.module.css';

interface Props {
  /** Whose texts name them. */
  readonly of:
    | 'invoices'
    | 'payments'
    | 'taxInvoices'
    | 'inputTax'
    | 'certificates'
    | 'missingCertificates'
    | 'ageing'
    | 'statement'
    | 'creditNotes'
    | 'debitNotes'
    | 'bankLines';
  readonly items: readonly (readonly [key: string, value: string])[];
}

/** Sums beside each other. */
export function Figures({ of, items }: Props) {
  const t = useT('remote-purchase-sales');
  return (
    <dl className={classes.figures}>
      {items.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`${of}.field.${key}`)}</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
