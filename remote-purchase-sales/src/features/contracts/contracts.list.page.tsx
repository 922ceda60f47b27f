import { ListPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { TakeOver } from '../../TakeOver.tsx';
import classes from './contracts.module.css';
import { contracts } from './contracts.resource.tsx';

/** Contracts; its words, columns and tabs are those of the specification (2, Shell). */
export function Page() {
  const t = useT('remote-purchase-sales');
  return (
    <ListPage
      resource={contracts}
      actions={<TakeOver resource="contracts" ability="purchase-contract:import" />}
      lead={<p className={classes.area}>{t('contracts.lead')}</p>}
    />
  );
}
