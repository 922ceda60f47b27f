import Button from 'antd/es/button';
import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { useKitText } from '../../ui/useKitText.ts';

// It knows every family of documents, which no other part of the kit needs at once.
const FamilyName = retryingLazy(async () => ({
  default: (await import(/* webpackChunkName: "related" */ '../document/RelatedStatus.tsx'))
    .FamilyName,
}));

export interface InUseDialogProps {
  /** What the server said against deleting. */
  readonly refusal: Readonly<Record<string, unknown>> | null;
  readonly onClose: () => void;
  /** Takes it out of use instead; null where it cannot. */
  readonly onDeactivate: (() => void) | null;
}

interface Referrer {
  /** A family of the contract: `purchaseOrders`. */
  readonly family: string;
  readonly count: number;
}

/** `details.references` of 409 IN_USE: who refers to it. */
const referrersOf = (refusal: Readonly<Record<string, unknown>>): readonly Referrer[] =>
  Array.isArray(refusal.references) ? (refusal.references as Referrer[]) : [];

/** Why something cannot be deleted, and what to do instead (domain-conventions "Deletion"). */
export function InUseDialog({ refusal, onClose, onDeactivate }: InUseDialogProps): ReactNode {
  const t = useKitText();
  const isInUse = refusal?.code === 'IN_USE';
  return (
    <Modal
      open={refusal !== null}
      title={t(isInUse ? 'master.inUseTitle' : 'master.refusedTitle')}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('close')}
        </Button>,
        isInUse && onDeactivate ? (
          <Button key="deactivate" type="primary" onClick={onDeactivate}>
            {t('master.deactivate')}
          </Button>
        ) : null,
      ]}
    >
      <p>{String(refusal?.message ?? '')}</p>
      {isInUse ? <p>{t('master.inUseText')}</p> : null}
      <ul>
        {referrersOf(refusal ?? {}).map(({ family, count }) => (
          <li key={family}>
            <Suspense fallback={null}>
              <FamilyName family={family} />
            </Suspense>{' '}
            · {count}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
