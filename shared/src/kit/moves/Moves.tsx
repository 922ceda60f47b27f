import { useQuery } from '@tanstack/react-query';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { rowOptions } from '../../client/query.ts';
import type { DocumentMove } from '../../contract/moves.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/States.tsx';
import { DateText } from '../../ui/text/Dates.tsx';
import { Money, None, Quantity } from '../../ui/text/Figures.tsx';
import { RefText } from '../../ui/text/RefText.tsx';
import classes from './moves.module.css';
import { useMoveText } from './texts.ts';

const COSTS = ['parts-warehouse:view-cost', 'container-warehouse:view-cost'];

/** Places that hold nothing but the default bin are named by their warehouse. */
function Place({ place }: { readonly place: DocumentMove['from'] }): ReactNode {
  return (
    <>
      <RefText value={place.warehouse} show="code" />
      {place.bin === 'DEFAULT' ? null : ` / ${place.bin}`}
    </>
  );
}

interface Props {
  /** Family of the document in the contract. */
  readonly family: string;
  readonly id: string;
}

/**
 * What a document did to the stock, in the order in which it was posted. The document page draws it
 * when somebody opens its tab; live events refresh it.
 */
export function Moves({ family, id }: Props): ReactNode {
  const t = useMoveText();
  const found = useQuery(rowOptions(`${family}.moves`, { params: { id }, loading: false }));
  const answer = found.data as
    | { readonly moves: readonly DocumentMove[]; readonly total: number }
    | undefined;
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!answer) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { moves, total } = answer;
  if (moves.length === 0) return <EmptyState title={t('empty')} />;
  const hasTrace = moves.some(({ serialNo, lotNo }) => serialNo !== null || lotNo !== null);
  return (
    <div className={classes.moves}>
      <Table
        label={t('label')}
        density="middle"
        rows={moves}
        rowKey={(move) => move.id}
        columns={[
          {
            key: 'item',
            title: t('item'),
            card: 'title',
            render: (move) => (
              <>
                <RefText value={move.item} />
                {move.document.type === 'reversal' ? (
                  <span className={classes.takenBack}>{t('takenBack')}</span>
                ) : null}
              </>
            ),
          },
          {
            key: 'way',
            title: t('way'),
            render: (move) => (
              <>
                <Place place={move.from} /> → <Place place={move.to} />
              </>
            ),
          },
          ...(hasTrace
            ? [
                {
                  key: 'trace',
                  title: t('trace'),
                  render: (move: DocumentMove) => move.serialNo ?? move.lotNo ?? <None />,
                },
              ]
            : []),
          {
            key: 'quantity',
            title: t('quantity'),
            align: 'right',
            render: (move) =>
              move.quantity === null ? (
                t('counted')
              ) : (
                <Quantity
                  value={move.quantity}
                  unit={move.unit ? <RefText value={move.unit} show="name" /> : undefined}
                />
              ),
          },
          ...(COSTS.some(mayDo)
            ? [
                {
                  key: 'value',
                  title: t('value'),
                  align: 'right' as const,
                  render: (move: DocumentMove) => <Money value={move.value} />,
                },
              ]
            : []),
          {
            key: 'day',
            title: t('day'),
            render: (move) => <DateText value={move.effectiveDate} />,
          },
          { key: 'by', title: t('by'), render: (move) => move.by?.name ?? <None /> },
        ]}
      />
      {total > moves.length ? (
        <p className={classes.more}>{t('more', { shown: moves.length, total })}</p>
      ) : null}
    </div>
  );
}
