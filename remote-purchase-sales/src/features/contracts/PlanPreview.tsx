import { useEndpointMutation } from '@boxyard/shared/client';
import type { BodyIn, DataOf } from '@boxyard/shared/contract';
import type { contractsArea } from '@boxyard/shared/contract/areas/contracts.ts';
import { decimal } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';
import { useEffect } from 'react';
import classes from './contracts.module.css';
import { Schedule } from './Schedule.tsx';

/** Typing goes on for so long before the plan is computed. */
const PAUSE_MS = 400;

type Body = BodyIn<(typeof contractsArea)['contracts.preview']>;

const FIELDS = [
  'type',
  'documentDate',
  'customerId',
  'productModelId',
  'startDate',
  'endDate',
  'price',
  'discountType',
  'discountValue',
  'vatMode',
  'whtRate',
  'depositAmount',
  'depositRefundable',
  'downPayment',
  'installmentCount',
  'interval',
  'dueDay',
  'firstDueDate',
  'interestType',
  'interestRate',
] as const;

/** The schedule of what is typed, as the server would keep it (docs/adr/0027). */
export function PlanPreview({
  values,
  contractId,
}: {
  readonly values: FormValues;
  /** The contract that would be changed. */
  readonly contractId?: string | undefined;
}) {
  const t = useT('remote-purchase-sales');
  const preview = useEndpointMutation('contracts.preview', { silent: true, loading: false });
  const entered = Object.fromEntries(FIELDS.map((name) => [name, values[name] ?? null]));
  const body =
    contractId === undefined
      ? entered
      : { ...entered, contractId, effectiveDate: values.effectiveDate ?? null };
  const typed = JSON.stringify(body);
  const { mutate } = preview;
  useEffect(() => {
    const timer = setTimeout(() => {
      mutate({ body: JSON.parse(typed) as Body });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, mutate]);
  const plan = preview.data?.data;
  return (
    <section className={classes.plan} aria-label={t('contracts.section.schedule')}>
      {plan && !preview.isError ? (
        <>
          <BelowList of={plan} />
          <Schedule rows={plan.schedule} totals={plan.totals} />
        </>
      ) : (
        <p>{t('contracts.noPlan')}</p>
      )}
    </section>
  );
}

/** Says how far a price lies below the list price, and when somebody with a higher limit has to decide. */
function BelowList({
  of: { listPrice, discountPercent, discountLimit },
}: {
  readonly of: Pick<
    DataOf<(typeof contractsArea)['contracts.preview']>,
    'listPrice' | 'discountPercent' | 'discountLimit'
  >;
}) {
  const t = useT('remote-purchase-sales');
  if (listPrice === null) return null;
  const isAbove = discountLimit !== null && decimal.compare(discountPercent, discountLimit) > 0;
  return (
    <p className={isAbove ? classes.aboveLimit : classes.note} role="status">
      {t('contracts.listPrice')} <Money value={listPrice} /> ·{' '}
      {t('contracts.belowList', { percent: discountPercent })}
      {isAbove ? ` · ${t('contracts.aboveLimit', { limit: discountLimit })}` : null}
    </p>
  );
}
