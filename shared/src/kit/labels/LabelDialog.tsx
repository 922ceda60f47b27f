import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { type ReactNode, useState } from 'react';
import { callRow, type FileAnswer, saveFile } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import { registerContract } from '../../client/index.ts';
import {
  LABEL_SIZES,
  LABEL_SYMBOLS,
  type LabelSize,
  MAX_LABELS,
  tracingArea,
} from '../../contract/areas/tracing.ts';
import { addTexts, useT } from '../../runtime/i18n.ts';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { IntegerInput } from '../../ui/inputs/FigureInput.tsx';
import en from './i18n/en.json';
import th from './i18n/th.json';
import type { LabelsProps } from './LabelButton.tsx';
import classes from './labels.module.css';
import '../../ui/remainingTexts.ts';

addTexts('labels', { en, th });
registerContract(tracingArea);

/** How many a sheet has; one: the page is the label. */
const ON_SHEET: Readonly<Record<LabelSize, number>> = {
  '50x30': 1,
  '70x40': 1,
  'a4-65': 65,
  'a4-24': 24,
};

const Help = ({ text }: { readonly text: string }) => <div className={classes.help}>{text}</div>;

/** Which size, bars or square, how many of each; the PDF is made by the server. */
export function LabelDialog({ items, onClose }: LabelsProps): ReactNode {
  const t = useT('labels');
  const [size, setSize] = useState<LabelSize>('50x30');
  const [symbol, setSymbol] = useState<(typeof LABEL_SYMBOLS)[number]>('qr');
  const [copies, setCopies] = useState<number | string | null>(1);
  const [skip, setSkip] = useState<number | string | null>(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const times = typeof copies === 'number' && copies > 0 ? copies : 0;
  const total = items.reduce((sum, { quantity }) => sum + quantity * times, 0);
  const isSheet = ON_SHEET[size] > 1;
  const isTooMany = total > MAX_LABELS;
  const print = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const body = {
        size,
        symbol,
        ...(isSheet && typeof skip === 'number' ? { skip } : {}),
        items: items.map((item) => ({ ...item, quantity: item.quantity * times })),
      };
      saveFile((await callRow('labels.print', { body, errorNotice: 'none' })) as FileAnswer);
      onClose();
    } catch (error) {
      setFailure(isApiError(error) ? error.message : t('failed'));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('title', { count: items.length })}
      okText={t('print', { count: total })}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: total === 0 || isTooMany }}
      onOk={() => void print()}
      onCancel={onClose}
    >
      <Form layout="vertical" className={classes.form}>
        {failure === null ? null : <Alert type="error" showIcon title={failure} />}
        <Form.Item label={t('size')} htmlFor="label-size">
          <Select
            id="label-size"
            value={size}
            onChange={setSize}
            options={LABEL_SIZES.map((value) => ({ value, label: t(`sizes.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={t('symbol')}
          htmlFor="label-symbol"
          extra={<Help text={t(`symbolHelp.${symbol}`)} />}
        >
          <Select
            id="label-symbol"
            value={symbol}
            onChange={setSymbol}
            options={LABEL_SYMBOLS.map((value) => ({ value, label: t(`symbols.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={t('copies')}
          htmlFor="label-copies"
          {...(isTooMany
            ? { validateStatus: 'error' as const, help: t('tooMany', { max: MAX_LABELS }) }
            : {})}
        >
          <IntegerInput id="label-copies" value={copies} onChange={setCopies} />
        </Form.Item>
        {isSheet ? (
          <Form.Item label={t('skip')} htmlFor="label-skip" extra={<Help text={t('skipHelp')} />}>
            <IntegerInput id="label-skip" value={skip} onChange={setSkip} />
          </Form.Item>
        ) : null}
      </Form>
    </Modal>
  );
}
