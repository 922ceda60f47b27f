import { useT } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';
import classes from './amounts.module.css';

/** What a request comes to by its estimates, under its lines. */
export function EstimateTotal({ value }: { readonly value: string }) {
  const t = useT('remote-purchase-sales');
  return (
    <dl className={classes.panel}>
      <div className={classes.only}>
        <dt>{t('requests.field.estimatedTotal')}</dt>
        <dd>
          <Money value={value} />
        </dd>
      </div>
    </dl>
  );
}
