import { isApiError, useEndpointMutation } from '@boxyard/shared/client';
import { subtractQuantities } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Input, IntegerInput, Modal, nameIn, QuantityInput } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './bidding.module.css';
import type { Chosen } from './Matrix.tsx';

interface AwardDialogProps {
  /** Of the round as it is compared. */
  readonly version: number;
  readonly chosen: Chosen;
  readonly supplier: { readonly name: string; readonly nameTh?: string | null | undefined } | null;
  readonly onClose: () => void;
}

/** How much of a line a supplier gets, and why where another is cheaper; or that it gets it no more. */
export function AwardDialog({ version, chosen, supplier, onClose }: AwardDialogProps) {
  const { item, bid, win } = chosen;
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const left = subtractQuantities(item.quantity, item.wonQuantity);
  const [quantity, setQuantity] = useState<number | null>(Math.min(left, bid.quantity));
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const mutation = useEndpointMutation('quotationItems.win');
  const Field = item.unitAllowsFraction ? QuantityInput : IntegerInput;
  const part = item.part ? nameIn(item.part, locale) : item.description;
  const name = supplier ? nameIn(supplier, locale) : '';
  const submit = async () => {
    try {
      await mutation.mutateAsync({
        params: { supplierId: bid.supplierId, quotationId: bid.quotationId, id: bid.id },
        body: win
          ? {
              version,
              win,
              ...(quantity === null ? {} : { wonQuantity: quantity }),
              wonReason: reason || null,
            }
          : { version, win },
      });
      onClose();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const told = (error.errors ?? []).map(({ field, message }) => [field, message] as const);
      setErrors(Object.fromEntries(told));
      // Somebody else was faster: the comparison is read anew.
      if (told.length === 0) onClose();
    }
  };
  return (
    <Modal
      open
      title={t(win ? 'biddings.awardTitle' : 'biddings.withdrawTitle', { name })}
      okText={t(win ? 'biddings.award' : 'biddings.withdrawAward')}
      okButtonProps={{ loading: mutation.isPending, danger: !win }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className={classes.form}>
        <p>{t(win ? 'biddings.awardText' : 'biddings.withdrawText', { part, left })}</p>
        {win ? (
          <>
            <label htmlFor="won-quantity">
              {t('biddings.wonQuantity')}
              <Field
                id="won-quantity"
                value={quantity}
                onChange={(typed) => setQuantity(typeof typed === 'number' ? typed : null)}
              />
              {errors.wonQuantity ? (
                <span className={classes.error}>{errors.wonQuantity}</span>
              ) : null}
            </label>
            <label htmlFor="won-reason">
              {t(bid.isLowest ? 'biddings.reasonOptional' : 'biddings.reasonNeeded')}
              <Input.TextArea
                id="won-reason"
                maxLength={500}
                autoSize={{ minRows: 2, maxRows: 6 }}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              {errors.wonReason ? <span className={classes.error}>{errors.wonReason}</span> : null}
            </label>
          </>
        ) : null}
      </div>
    </Modal>
  );
}
