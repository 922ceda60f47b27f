import { useEndpointMutation } from '@boxyard/shared/client';
import type { ReceiptCheck } from '@boxyard/shared/contract/areas/containerReceipts.ts';
import {
  CHECK_RESULTS,
  formatLimits,
  isOutside,
  READING,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { PhotoButton } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Input, nameIn, Select } from '@boxyard/shared/ui';
import { useParams } from 'react-router-dom';
import classes from './receipts.module.css';

interface Props {
  readonly serial: string;
  readonly checklist: readonly ReceiptCheck[];
  readonly disabled: boolean;
  readonly onChange: (checklist: readonly ReceiptCheck[]) => void;
}

/** The checklist of a container as it is filled in at the dock. */
export function Checks({ serial, checklist, disabled, onChange }: Props) {
  const t = useT('remote-inventory');
  const locale = useLocale();
  if (checklist.length === 0) return null;
  const change = (lineNo: number, patch: Partial<ReceiptCheck>) =>
    onChange(checklist.map((one) => (one.lineNo === lineNo ? { ...one, ...patch } : one)));
  return (
    <ol className={classes.checks} aria-label={t('receipts.checksOf', { serial })}>
      {checklist.map((check) => {
        const name = nameIn(check, locale);
        // A reading outside of the limits cannot pass: it says so before it is sent.
        const read = (typed: string) => {
          const measured = typed.replace(',', '.');
          const isBad = READING.test(measured) && isOutside(measured, check);
          change(check.lineNo, { measured, ...(isBad ? { result: 'fail' as const } : {}) });
        };
        return (
          <li key={check.lineNo} className={classes.check}>
            <span className={classes.name}>
              {`${check.lineNo}. ${name}`}
              {check.unit ? <span className={classes.quiet}>{formatLimits(check)}</span> : null}
            </span>
            <Select
              aria-label={`${serial}: ${name}`}
              placeholder={t('receipts.field.lineStatus')}
              disabled={disabled}
              allowClear
              value={check.result}
              options={CHECK_RESULTS.map((result) => ({
                value: result,
                label: t(`receipts.choice.check.${result}`),
              }))}
              onChange={(result) => change(check.lineNo, { result: result ?? null })}
            />
            {check.unit ? (
              <Input
                aria-label={t('receipts.measuredOf', { name: `${serial}: ${name}` })}
                placeholder={t('receipts.line.measured')}
                inputMode="decimal"
                suffix={check.unit}
                disabled={disabled}
                maxLength={11}
                value={check.measured ?? ''}
                onChange={(event) => read(event.target.value)}
              />
            ) : null}
            <Input
              aria-label={t('receipts.noteOf', { name: `${serial}: ${name}` })}
              placeholder={t('receipts.line.note')}
              disabled={disabled}
              maxLength={500}
              value={check.note ?? ''}
              onChange={(event) => change(check.lineNo, { note: event.target.value })}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Photographs of a container go up at once, so that a lost connection costs one and not all. */
export function ReceiptPhotos({
  serial,
  photoIds,
  disabled,
  onChange,
}: {
  readonly serial: string;
  readonly photoIds: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (photoIds: readonly string[]) => void;
}) {
  const t = useT('remote-inventory');
  const { id = '' } = useParams();
  const attach = useEndpointMutation('containerReceipts.attach');
  const send = async (files: readonly File[]) => {
    try {
      const { data } = await attach.mutateAsync({ params: { id }, body: { kind: 'photo' }, files });
      onChange([...photoIds, ...data.map((photo) => photo.id)]);
    } catch {
      // The client has said what was wrong.
    }
  };
  return (
    <PhotoButton
      label={t('receipts.photoOf', { serial })}
      loading={attach.isPending}
      disabled={disabled}
      onFiles={(files) => void send(files)}
    >
      {photoIds.length === 0
        ? t('receipts.addPhotos')
        : t('receipts.photos', { count: photoIds.length })}
    </PhotoButton>
  );
}
