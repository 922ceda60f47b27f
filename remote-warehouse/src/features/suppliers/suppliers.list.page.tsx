import { useEndpointMutation } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { MasterPage, TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { confirm, lazyParts, pathOf, RecordPanels, useCan, useT } from '@boxyard/shared/runtime';
import { Alert, Button, LinkButton } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { blockingOf, formOf } from './supplierForm.ts';
import { suppliers } from './suppliers.resource.tsx';

// The rounds and their form: whoever looks for a supplier has not opened them.
const rounds = lazyParts(() => import('./rounds.tsx'));
const NewRound = rounds.part(({ NewRound }) => NewRound);
const Rounds = rounds.part(({ Rounds }) => Rounds);

type Supplier = DataOf<Contract['suppliers.get']>;

const NEW_SUPPLIER = {
  branchCode: '00000',
  isVatRegistered: true,
  address: {},
  creditDays: 30,
  whtType: 'none',
  contacts: [],
  bankAccounts: [],
  categoryIds: [],
};

/** Suppliers and bidding rounds; a round is opened here as well (`?round=new`, or of a request). */
export function Page() {
  const t = useT('remote-warehouse');
  const [search] = useSearchParams();
  const [tab, setTab] = useTabParam(['suppliers', 'rounds']);
  const round = search.get('round');
  if (round !== null) return <NewRound requestId={round === 'new' ? null : round} />;
  return (
    <TabbedPage
      title={t('suppliers.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'suppliers', label: t('suppliers.title'), children: <Suppliers /> },
        {
          key: 'rounds',
          label: t('biddings.title'),
          children: <Rounds />,
        },
      ]}
    />
  );
}

function Suppliers() {
  const t = useT('remote-warehouse');
  return (
    <MasterPage
      resource={suppliers}
      embedded
      linked
      size="wide"
      initialValues={NEW_SUPPLIER}
      toForm={formOf}
      drawerActions={(supplier, close) => (
        <>
          <LinkButton size="small" to={pathOf('supplier-detail', { supplierId: supplier.id })}>
            {t('suppliers.open')}
          </LinkButton>
          <BlockButton supplier={supplier} close={close} />
        </>
      )}
      drawerBanner={(supplier) => <BlockedNotice supplier={supplier} />}
      drawerExtra={({ id }) => <RecordPanels on="suppliers" record={{ kind: 'supplier', id }} />}
    />
  );
}

/** Stops ordering from a supplier, for a reason, or resumes it (domain-warehouse 1.7). */
function BlockButton({ supplier, close }: { supplier: Supplier; close: () => void }) {
  const t = useT('remote-warehouse');
  const mayUpdate = useCan('suppliers:update');
  const update = useEndpointMutation('suppliers.update');
  if (!mayUpdate) return null;
  const act = supplier.isBlocked ? 'unblock' : 'block';
  const ask = async () => {
    const answer = await confirm({
      title: t(`suppliers.${act}.title`, { name: supplier.name }),
      body: t(`suppliers.${act}.text`),
      okText: t(`suppliers.${act}.button`),
      danger: act === 'block',
      ...(act === 'block'
        ? { reason: { label: t('suppliers.block.reason'), required: true } }
        : {}),
    });
    if (!answer.ok) return;
    update.mutate(
      {
        params: { id: supplier.id },
        body: blockingOf(supplier, act === 'block' ? (answer.reason ?? '') : null),
      },
      { onSuccess: close },
    );
  };
  return (
    <Button size="small" loading={update.isPending} onClick={() => void ask()}>
      {t(`suppliers.${act}.button`)}
    </Button>
  );
}

function BlockedNotice({ supplier }: { supplier: Supplier }) {
  const t = useT('remote-warehouse');
  if (!supplier.isBlocked) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={t('suppliers.blocked.title')}
      description={supplier.blockedReason}
    />
  );
}
