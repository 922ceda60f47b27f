import { decimal } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Money, ToneTag } from '@boxyard/shared/ui';
import classes from './credit.module.css';

/** From this share on the next order may be the one that is refused. */
const NEARLY_PCT = 80;

/** What is used of a supplier's credit: a bar that fills, and a word once it is nearly or fully used. */
export function CreditBar({
  used,
  limit,
}: {
  readonly used: string;
  readonly limit: string | null;
}) {
  const t = useT('remote-warehouse');
  if (limit === null) {
    return (
      <>
        <Money value={used} /> <small>{t('creditPurchases.noLimit')}</small>
      </>
    );
  }
  const share = decimal.isZero(limit)
    ? decimal.isZero(used)
      ? 0
      : 100
    : Number(decimal.divide(decimal.multiply(used, 100), limit));
  const state = share > 100 ? 'over' : share >= NEARLY_PCT ? 'nearly' : 'free';
  return (
    <div className={classes.credit} data-state={state}>
      <div>
        <Money value={used} /> / <Money value={limit} />
        {state === 'free' ? null : (
          <ToneTag tone={state === 'over' ? 'error' : 'warning'}>
            {t(`creditPurchases.${state}`)}
          </ToneTag>
        )}
      </div>
      <progress
        className={classes.bar}
        max={100}
        value={Math.min(share, 100)}
        aria-label={t('suppliers.field.creditUsed')}
      />
    </div>
  );
}
