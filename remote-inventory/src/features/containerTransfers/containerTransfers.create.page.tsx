import { bangkokDate } from '@boxyard/shared/domain';
import { FormPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert } from '@boxyard/shared/ui';
import { useLocation } from 'react-router-dom';
import { containerTransfers } from './containerTransfers.resource.tsx';

/** What the list of containers hands over: those that were selected there. */
interface ChosenContainers {
  readonly fromWarehouseId: string;
  readonly productIds: readonly string[];
  /** Of those that were selected, how many stand in another warehouse. */
  readonly leftOut: number;
}

/** A new transfer, or the draft of it. */
export function Page() {
  const t = useT('remote-inventory');
  const chosen = (useLocation().state as { readonly containers?: ChosenContainers } | null)
    ?.containers;
  return (
    <FormPage
      resource={containerTransfers}
      mode="create"
      initialValues={{
        transferDate: bangkokDate(new Date()),
        fromWarehouseId: chosen?.fromWarehouseId ?? null,
        items: (chosen?.productIds ?? []).map((productId) => ({ productId })),
      }}
      alternatives={[{ key: 'saveDraft', body: { isDraft: true } }]}
    >
      {chosen && chosen.leftOut > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('containerTransfers.leftOut', { count: chosen.leftOut })}
        />
      ) : null}
    </FormPage>
  );
}
