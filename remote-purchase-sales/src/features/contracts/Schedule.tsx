import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { contracts } from './contracts.resource.tsx';

type Row = ContractDetail['schedule'][number];

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
        ]}
      />
      <AmountsPanel amounts={{ ...totals, netPayable: totals.netReceivable }} />
    </>
  );
}
