import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { None, PageLink, StatusTag } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { contracts } from './contracts.resource.tsx';

type Billed = ContractDetail['schedule'][number];
/** A payment of the plan; in a contract with what was billed of it. */
type Row = Omit<Billed, 'invoice' | 'paidBefore'> & Partial<Pick<Billed, 'invoice' | 'paidBefore'>>;

/** What is due when, and what it comes to. */
export function Schedule({
  rows,
  totals,
}: {
  readonly rows: readonly Row[];
  readonly totals: ContractDetail['totals'];
}) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      <LinesTable
        resource={contracts}
        rows={rows.map((row) => ({ ...row, id: String(row.seq) }))}
        columns={(c) => [
          c.number('seq', { width: 48 }),
          c.custom('kind', { render: (row) => t(`contracts.choice.kind.${row.kind}`) }),
          c.date('dueDate'),
          c.money('principal'),
          c.money('interest'),
          c.money('vat'),
          c.money('total'),
          ...(rows.some(({ paidBefore }) => paidBefore) ? [c.money('paidBefore')] : []),
          ...(rows.some(({ invoice }) => invoice)
            ? [c.custom('invoice', { render: ({ invoice }) => <Invoice of={invoice ?? null} /> })]
            : []),
        ]}
      />
      <AmountsPanel amounts={{ ...totals, netPayable: totals.netReceivable }} />
    </>
  );
}

function Invoice({ of }: { readonly of: Billed['invoice'] }) {
  if (of === null) return <None />;
  if (of.id === null) return <StatusTag machine={invoiceMachine} status={of.status} />;
  return (
    <PageLink page="payment-data" query={{ record: of.id }}>
      {of.documentNo} <StatusTag machine={invoiceMachine} status={of.status} />
    </PageLink>
  );
}
