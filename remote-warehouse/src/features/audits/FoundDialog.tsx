import { listOptions } from '@boxyard/shared/client';
import { CONDITIONS, type Condition, type TrackingType } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import {
  Form,
  Input,
  IntegerInput,
  Modal,
  QuantityInput,
  RecordSelect,
  Select,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import classes from './audits.module.css';
import type { FoundPart } from './countQueue.ts';

export interface FoundStart {
  readonly binId: string;
  /** What was scanned and is not among the lines; '' when it is chosen by hand. */
  readonly code: string;
  readonly isSerial: boolean;
}

interface Part {
  readonly id: string;
  readonly code: string | null;
  readonly barcode: string | null;
  readonly trackingType: TrackingType;
  readonly unitAllowsFraction: boolean;
}

interface Props {
  readonly start: FoundStart;
  readonly onFound: (part: FoundPart, count: { quantity: number; label: string }) => void;
  readonly onClose: () => void;
}

/** Something lies in the bin that the sheet does not list: which part, which lot or serial number, how many. */
export function FoundDialog({ start, onFound, onClose }: Props) {
  const t = useT('remote-warehouse');
  const [part, setPart] = useState<Part | null>(null);
  const [trace, setTrace] = useState(start.isSerial ? start.code : '');
  const [condition, setCondition] = useState<Condition>('new');
  const [quantity, setQuantity] = useState<number | string | null>(null);
  // What was scanned may be a part that is not expected here.
  const matches = useQuery({
    ...listOptions('audits.materials', {
      query: { search: start.code, limit: 10 },
      loading: false,
      errorNotice: 'none',
    }),
    enabled: start.code !== '' && !start.isSerial,
  });
  const exact = matches.data?.data.find((one) =>
    [one.code, one.barcode].some((code) => code?.toUpperCase() === start.code.toUpperCase()),
  );
  useEffect(() => {
    if (exact) setPart((now) => now ?? exact);
  }, [exact]);

  const tracking = part?.trackingType ?? 'none';
  const isSerial = tracking === 'serial';
  const count = isSerial ? 1 : quantity;
  const isWhole =
    part !== null && typeof count === 'number' && (tracking === 'none' || trace !== '');
  const Figure = part?.unitAllowsFraction ? QuantityInput : IntegerInput;
  const save = () => {
    if (!isWhole || part === null || typeof count !== 'number') return;
    onFound(
      {
        partId: part.id,
        binId: start.binId,
        lotNo: tracking === 'lot' ? trace.trim() : null,
        serialNo: isSerial ? trace.trim().toUpperCase() : null,
        condition,
      },
      { quantity: count, label: [part.code, trace].filter(Boolean).join(' · ') },
    );
  };
  return (
    <Modal
      open
      title={t('counting.foundTitle')}
      okText={t('counting.foundSave')}
      cancelText={t('counting.foundCancel')}
      okButtonProps={{ disabled: !isWhole, className: classes.big ?? '' }}
      cancelButtonProps={{ className: classes.big ?? '' }}
      onOk={save}
      onCancel={onClose}
    >
      {start.code === '' ? null : (
        <p className={classes.quiet}>{t('counting.notListed', { code: start.code })}</p>
      )}
      <Form layout="vertical" onFinish={save}>
        <Form.Item label={t('counting.part')} htmlFor="found-part">
          <RecordSelect
            id="found-part"
            lookup="audits.materials"
            value={part?.id ?? null}
            onChange={(_id, row) => {
              setPart(row);
              if (row?.trackingType === 'none') setTrace('');
            }}
          />
        </Form.Item>
        {tracking === 'none' ? null : (
          <Form.Item
            label={t(isSerial ? 'counting.serialNo' : 'counting.lotNo')}
            htmlFor="found-trace"
          >
            <Input
              id="found-trace"
              value={trace}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setTrace(event.target.value)}
            />
          </Form.Item>
        )}
        {isSerial ? null : (
          <Form.Item label={t('counting.quantity')} htmlFor="found-quantity">
            <Figure
              id="found-quantity"
              value={quantity}
              onChange={(typed: number | string | null) => setQuantity(typed)}
            />
          </Form.Item>
        )}
        <Form.Item label={t('counting.condition')} htmlFor="found-condition">
          <Select
            id="found-condition"
            value={condition}
            onChange={setCondition}
            options={CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
