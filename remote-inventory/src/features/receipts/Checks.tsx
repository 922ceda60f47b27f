import { useEndpointMutation } from '@boxyard/shared/client';
import type { ReceiptCheck } from '@boxyard/shared/contract/areas/containerReceipts.ts';
import { CHECK_RESULTS, isOutside } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Button, Input, nameIn, Select, UploadIcon } from '@boxyard/shared/ui';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import classes from './receipts.module.css';

const DIGITS = /^-?\d{1,6}(\.\d{1,3})?$/;

/** `2 – 6.5 °C`, `≥ 2 °C`, `≤ 6.5 °C`, or the unit alone. */
function limitsOf({ minValue, maxValue, unit }: ReceiptCheck): string {
  const both = minValue !== null && maxValue !== null;
  const limits = both
    ? [`${minValue} – ${maxValue}`]
    : [minValue !== null && `≥ ${minValue}`, maxValue !== null && `≤ ${maxValue}`];
  return [...limits, unit].filter(Boolean).join(' ');
}

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
          const isBad = DIGITS.test(measured) && isOutside(measured, check);
          change(check.lineNo, { measured, ...(isBad ? { result: 'fail' as const } : {}) });
        };
        return (
          <li key={check.lineNo} className={classes.check}>
            <span className={classes.name}>
              {`${check.lineNo}. ${name}`}
              {check.unit ? <span className={classes.quiet}>{limitsOf(check)}</span> : null}
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
  const input = useRef<HTMLInputElement>(null);
  const attach = useEndpointMutation('containerReceipts.attach');
  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    try {
      const { data } = await attach.mutateAsync({ params: { id }, body: { kind: 'photo' }, files });
      onChange([...photoIds, ...data.map((photo) => photo.id)]);
    } catch {
      // The client has said what was wrong.
    }
  };
  return (
    <>
      <Button
        icon={<UploadIcon />}
        loading={attach.isPending}
        disabled={disabled}
        aria-label={t('receipts.photoOf', { serial })}
        onClick={() => input.current?.click()}
      >
        {photoIds.length === 0
          ? t('receipts.addPhotos')
          : t('receipts.photos', { count: photoIds.length })}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        multiple
        hidden
        aria-label={t('receipts.photoOf', { serial })}
        onChange={(event) => {
          void send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
