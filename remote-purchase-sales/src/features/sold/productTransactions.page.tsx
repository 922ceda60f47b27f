import { ListPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money, Quantity } from '@boxyard/shared/ui';
import { Figures } from './Figures.tsx';
import { transactions } from './sold.resource.tsx';
import { Totals } from './Totals.tsx';

/** A sale is all that its row shows. */
const nothing = () => undefined;

/** What containers have sold: each sale, the sums, and what waits for a contract. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [tab, setTab] = useTabParam(['sales', 'totals', 'waiting']);
  return (
    <TabbedPage
      title={t('transactions.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'sales', label: t('transactions.tab.sales'), children: <Sales /> },
        { key: 'totals', label: t('transactions.tab.totals'), children: <Totals /> },
        {
          key: 'waiting',
          label: t('transactions.tab.waiting'),
          children: (
            <ListPage
              resource={transactions}
              embedded
              onCreate={false}
              onOpen={nothing}
              query={{ filters: { isWaiting: true } }}
              lead={t('transactions.waitingLead')}
            />
          ),
        },
      ]}
    />
  );
}

function Sales() {
  const t = useT('remote-purchase-sales');
  return (
    <ListPage
      resource={transactions}
      embedded
      onCreate={false}
      onOpen={nothing}
      summary={({ count, amount, cost, margin }) => (
        <Figures
          figures={[
            [t('transactions.figure.count'), <Quantity key="count" value={count} />],
            ...(
              [
                ['amount', amount],
                ['cost', cost],
                ['margin', margin],
              ] as const
            ).flatMap(([key, value]) =>
              value === null
                ? []
                : [[t(`transactions.figure.${key}`), <Money key={key} value={value} />] as const],
            ),
          ]}
        />
      )}
    />
  );
}
