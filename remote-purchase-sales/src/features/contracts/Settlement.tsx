import type { ContractSettlement } from '@boxyard/shared/contract/areas/contracts.ts';
import { decimal } from '@boxyard/shared/domain';
import { invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import {
  CHARGE_KINDS,
  type ChargeKind,
  settlementOf,
} from '@boxyard/shared/domain/sales/settlement.ts';
import { type FormValues, LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DateText, Money, None, PageLink, StatusTag } from '@boxyard/shared/ui';
import { moneyQuery } from '../../moneyTabs.ts';
import classes from './contracts.module.css';
import { contracts } from './contracts.resource.tsx';

type Line = ContractSettlement['lines'][number];
type Sum = 'owed' | 'charged' | 'deposit' | 'setOff' | 'keptDeposit';
type Sums = Readonly<Partial<Record<Sum, string>>> &
  Pick<ContractSettlement, 'credit' | 'stillOwed'>;

/** What both sides owe each other at the end: as it would be settled now, or as it was. */
export function Settlement({ of }: { readonly of: ContractSettlement }) {
  const t = useT('remote-purchase-sales');
  return (
    <div className={classes.plan}>
      {of.settled ? (
        <Settled by={of.settled} />
      ) : (
        <p className={classes.note}>{t('contracts.settlement.open')}</p>
      )}
      {of.lines.length > 0 ? (
        <LinesTable
          resource={contracts}
          rows={of.lines}
          columns={(c) => [
            c.custom('charge', { render: (line) => <What line={line} /> }),
            c.custom('invoice', { render: ({ invoice }) => <Invoice of={invoice} /> }),
            c.date('dueDate'),
            c.money('amount'),
            c.money('setOff'),
          ]}
        />
      ) : null}
      <Figures of={of} />
    </div>
  );
}

function What({ line }: { readonly line: Line }) {
  const t = useT('remote-purchase-sales');
  const kind = t(`contracts.choice.kind.${line.kind}`);
  return line.reason === null ? kind : `${kind} · ${line.reason}`;
}

function Invoice({ of }: { readonly of: Line['invoice'] }) {
  const t = useT('remote-purchase-sales');
  if (of === null) return t('contracts.settlement.unbilled');
  if (of.id === null) return <StatusTag machine={invoiceMachine} status={of.status} />;
  return (
    <PageLink page="payment-data" query={{ record: of.id }}>
      {of.documentNo} <StatusTag machine={invoiceMachine} status={of.status} />
    </PageLink>
  );
}

/** Who settled it and when, and where the rest of the deposit is refunded. */
function Settled({ by }: { readonly by: NonNullable<ContractSettlement['settled']> }) {
  const t = useT('remote-purchase-sales');
  return (
    <p className={classes.note}>
      {t('contracts.settlement.done', { name: by.by?.name ?? '' })} <DateText value={by.on} />
      {by.payment ? (
        <>
          {' · '}
          {by.payment.id === null ? (
            <StatusTag machine={paymentMachine} status={by.payment.status} />
          ) : (
            <PageLink page="payment-data" query={moneyQuery('payments', by.payment.id)}>
              {by.payment.documentNo}{' '}
              <StatusTag machine={paymentMachine} status={by.payment.status} />
            </PageLink>
          )}
          {decimal.isZero(by.payment.refunded) ? null : (
            <>
              {' '}
              {t('contracts.settlement.refunded')} <Money value={by.payment.refunded} />
            </>
          )}
        </>
      ) : null}
      {by.remark ? ` · ${by.remark}` : null}
    </p>
  );
}

const ROWS: readonly Sum[] = ['owed', 'charged', 'deposit', 'setOff'];

/** The sums, the outcome last: what goes back, or what stays owed. */
export function Figures({
  of,
  rows = ROWS,
}: {
  readonly of: Sums;
  readonly rows?: readonly Sum[];
}) {
  const t = useT('remote-purchase-sales');
  const outcome = decimal.isZero(of.stillOwed) ? 'credit' : 'stillOwed';
  return (
    <dl className={classes.sums}>
      {([...rows, outcome] as const).map((key) => (
        <div key={key} data-sum={key}>
          <dt>{t(`contracts.settlement.${key}`)}</dt>
          <dd>
            <Money value={of[key] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/;

const isCharge = (
  line: Readonly<Record<string, unknown>>,
): line is { readonly kind: ChargeKind; readonly amount: string } =>
  (CHARGE_KINDS as readonly unknown[]).includes(line.kind) &&
  typeof line.amount === 'string' &&
  AMOUNT.test(line.amount);

/** What the settlement comes to with the charges that are typed: the server's own function. */
export function SettlementPreview({ values }: { readonly values: FormValues }) {
  const now = values.settlement as ContractSettlement | undefined;
  if (!now) return <None />;
  const typed = (values.charges ?? []) as readonly Readonly<Record<string, unknown>>[];
  return (
    <Figures
      of={settlementOf({
        owed: now.lines.map(({ id, amount }) => ({ id, amount })),
        charges: typed.filter(isCharge),
        deposit: now.deposit,
        vatRate: now.vatRate,
      })}
    />
  );
}
