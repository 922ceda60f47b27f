import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { DatePicker, Money, Quantity } from '@boxyard/shared/ui';
import { useNavigate } from 'react-router-dom';
import { Figure, Figures } from '../../Figures.tsx';
import { balances, ledger } from './ledger.resource.tsx';
import classes from './stock.module.css';

/** Moves of all parts. */
export function Ledger() {
  const navigate = useNavigate();
  return (
    <ListPage
      resource={ledger}
      embedded
      onCreate={false}
      onOpen={(row) => navigate(pathOf('parts-warehouse-tracking', { id: row.part.id }))}
    />
  );
}

/** What is owned and what it is worth, now or at the end of a day that is chosen. */
export function StockBalances() {
  const t = useT('remote-warehouse');
  const navigate = useNavigate();
  const [asOf, setAsOf] = useQueryKey('asOf');
  return (
    <ListPage
      resource={balances}
      embedded
      onCreate={false}
      onOpen={(row) => navigate(pathOf('parts-warehouse-tracking', { id: row.id }))}
      actions={
        <span className={classes.day}>
          <DatePicker
            aria-label={t('stock.balances.field.asOf')}
            placeholder={t('stock.balances.today')}
            value={asOf}
            onChange={(day) => setAsOf(day ?? null)}
          />
        </span>
      }
      summary={({ parts, totalValue }) => (
        <Figures>
          <Figure label={t('stock.balances.parts')}>
            <Quantity value={parts} />
          </Figure>
          {totalValue === null ? null : (
            <Figure label={t('stock.balances.totalValue')}>
              <Money value={totalValue} />
            </Figure>
          )}
        </Figures>
      )}
    />
  );
}
