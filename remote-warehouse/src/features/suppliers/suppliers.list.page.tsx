import { useEndpointMutation } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { MasterPage } from '@boxyard/shared/kit';
import { confirm, RecordPanels, useCan, useT } from '@boxyard/shared/runtime';
import { Alert, Button } from '@boxyard/shared/ui';
import { blockingOf, formOf } from './supplierForm.ts';
import { suppliers } from './suppliers.resource.tsx';

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

export function Page() {
  return (
    <MasterPage
      resource={suppliers}
      size="wide"
      initialValues={NEW_SUPPLIER}
      toForm={formOf}
      drawerActions={(supplier, close) => <BlockButton supplier={supplier} close={close} />}
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
