import { rowOptions } from '@boxyard/shared/client';
import type { ContractTermination } from '@boxyard/shared/contract/areas/contracts.ts';
import { bangkokDate, decimal } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DateText, ErrorState, Money, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './contracts.module.css';
import { Figures } from './Settlement.tsx';

/** What the end of a contract would leave to both sides, as of the day that is typed. */
export function TerminationPreview({
  contractId,
  values,
}: {
  readonly contractId: string;
  readonly values: FormValues;
}) {
  const t = useT('remote-purchase-sales');
  const { effectiveDate } = values as { readonly effectiveDate?: string | null };
  const isFuture = Boolean(effectiveDate) && String(effectiveDate) > bangkokDate(new Date());
  const found = useQuery({
    ...rowOptions('contracts.termination', {
      params: { id: contractId },
      query: effectiveDate ? { effectiveDate } : {},
      silent: true,
      loading: false,
    }),
    enabled: !isFuture,
    // Whoever decides on it reads what is so now.
    staleTime: 0,
  });
  if (isFuture) return <p className={classes.note}>{t('contracts.help.effectiveDate')}</p>;
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const left = found.data as ContractTermination | undefined;
  if (!left) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <section className={classes.ending} aria-label={t('contracts.termination.title')}>
      <Left of={left} />
      {left.titleHolder === null ? null : (
        <p className={classes.note}>
          {t(
            left.isReturned
              ? `contracts.termination.returned.${left.titleHolder}`
              : 'contracts.termination.free',
          )}
        </p>
      )}
    </section>
  );
}

/** Invoices one by one, then the sums. */
function Left({ of }: { readonly of: ContractTermination }) {
  const t = useT('remote-purchase-sales');
  const { lines, voided, credited, withdrawn, deposit, keptDeposit } = of;
  const isNothing =
    lines.length + voided.length + credited.length + withdrawn.length === 0 &&
    decimal.isZero(deposit) &&
    decimal.isZero(keptDeposit);
  if (isNothing) return <p className={classes.note}>{t('contracts.termination.nothing')}</p>;
  return (
    <>
      <Amounts
        title={t('contracts.termination.owed')}
        rows={lines.map(({ id, invoice, dueDate, amount }) => ({
          id,
          name: invoice ? invoice.documentNo : t('contracts.termination.unbilled'),
          dueDate,
          amount,
        }))}
      />
      {(['voided', 'credited'] as const).map((fate) => (
        <Amounts
          key={fate}
          title={t(`contracts.termination.${fate}`)}
          rows={of[fate].map(({ id, documentNo: name, dueDate, amount }, index) => ({
            id: id ?? String(index),
            name,
            dueDate,
            amount,
          }))}
        />
      ))}
      <Withdrawn of={withdrawn} />
      <Figures
        of={of}
        rows={['owed', 'deposit', 'setOff', ...(decimal.isZero(keptDeposit) ? [] : KEPT)]}
      />
    </>
  );
}

/** Warranties that come to nothing before they have begun, and what becomes of what was asked for them. */
function Withdrawn({ of }: { readonly of: ContractTermination['withdrawn'] }) {
  const t = useT('remote-purchase-sales');
  if (of.length === 0) return null;
  const title = t('contracts.termination.withdrawn');
  return (
    <div>
      <h3>{title}</h3>
      <ul className={classes.amounts} aria-label={title}>
        {of.flatMap(({ id, documentNo, startDate, endDate, invoices }, index) => [
          <li key={id ?? index}>
            <span>
              {documentNo !== null && `${documentNo} · `}
              <DateText value={startDate} /> – <DateText value={endDate} />
            </span>
          </li>,
          ...invoices.map((invoice, at) => (
            <li key={invoice.id ?? `${index}.${at}`}>
              <span>
                {invoice.documentNo !== null && `${invoice.documentNo} · `}
                {t(`contracts.termination.becomes.${invoice.becomes}`)}
              </span>
              <Money value={invoice.amount} />
            </li>
          )),
        ])}
      </ul>
    </div>
  );
}

const KEPT = ['keptDeposit'] as const;

function Amounts({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: ReactNode;
    readonly dueDate: string | null;
    readonly amount: string;
  }[];
}) {
  const t = useT('remote-purchase-sales');
  if (rows.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className={classes.amounts} aria-label={title}>
        {rows.map(({ id, name, dueDate, amount }) => (
          <li key={id}>
            <span>
              {name === null ? null : <>{name} · </>}
              {t('contracts.termination.due')} <DateText value={dueDate} />
            </span>
            <Money value={amount} />
          </li>
        ))}
      </ul>
    </div>
  );
}
