import { useEndpointMutation } from '@boxyard/shared/client';
import type { Contract, RowOf } from '@boxyard/shared/contract';
import { ListPage } from '@boxyard/shared/kit';
import { confirm, pathOf, useT } from '@boxyard/shared/runtime';
import { useNavigate } from 'react-router-dom';
import { bankStatements } from './bankLines.resource.tsx';

type Row = RowOf<Contract['bankStatements.list']>;

/** Files that were taken; one opens as its lines. */
export function BankStatementsTab() {
  const t = useT('remote-purchase-sales');
  const go = useNavigate();
  const remove = useEndpointMutation('bankStatements.delete');
  const ask = async (rows: readonly Row[], done: () => void) => {
    const label = t('bankStatements.bulk.delete');
    const answer = await confirm({
      title: label,
      body: t('bankStatements.consequence.delete'),
      okText: label,
      danger: true,
    });
    if (!answer.ok) return;
    for (const { id } of rows) await remove.mutateAsync({ params: { id } });
    done();
  };
  return (
    <ListPage
      resource={bankStatements}
      embedded
      onCreate={false}
      onOpen={({ id }) =>
        void go(pathOf('payment-data', {}, { tab: 'bank-lines', statementId: id }))
      }
      bulk={[
        {
          key: 'delete',
          ability: 'payment-data:import-statement',
          danger: true,
          onRun: (rows, done) => void ask(rows, done),
        },
      ]}
    />
  );
}
