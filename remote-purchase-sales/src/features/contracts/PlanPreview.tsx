import { useEndpointMutation } from '@boxyard/shared/client';
import type { BodyIn } from '@boxyard/shared/contract';
import type { contractsArea } from '@boxyard/shared/contract/areas/contracts.ts';
import type { FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
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
        <Schedule rows={plan.schedule} totals={plan.totals} />
      ) : (
        <p>{t('contracts.noPlan')}</p>
      )}
    </section>
  );
}
