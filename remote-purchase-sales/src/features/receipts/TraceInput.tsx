import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Input, Select, Space } from '@boxyard/shared/ui';
import { type ReceiptLine, serialsOf } from './receiptLine.ts';

interface Props {
  readonly line: ReceiptLine;
  readonly onChange: (patch: Partial<ReceiptLine>) => void;
  readonly disabled: boolean;
}

/** Serial numbers or the lot of what is received; nothing for parts that are only counted. */
export function TraceInput({ line, onChange, disabled }: Props) {
  const t = useT('remote-purchase-sales');
  if (line.source.trackingType === 'none') return null;
  if (line.source.trackingType === 'serial') {
    return (
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        aria-label={t('receipts.line.serials')}
        placeholder={t('receipts.scanSerials', { count: line.acceptedQty })}
        value={[...(line.serials ?? [])]}
        tokenSeparators={[' ', ',', ';', '\n']}
        disabled={disabled}
        style={{ width: '100%' }}
        onChange={(typed: string[]) => onChange({ serials: serialsOf(typed.join(' ')) })}
      />
    );
  }
  const [lot] = line.lots ?? [];
  const change = (patch: { lotNo?: string; expiryDate?: string | null }) => {
    const next = { lotNo: lot?.lotNo ?? '', expiryDate: lot?.expiryDate ?? null, ...patch };
    onChange({ lots: next.lotNo === '' ? [] : [{ ...next, quantity: line.acceptedQty }] });
  };
  return (
    <Space.Compact block>
      <Input
        aria-label={t('receipts.line.lotNo')}
        placeholder={t('receipts.line.lotNo')}
        value={lot?.lotNo ?? ''}
        disabled={disabled}
        onChange={(event) => change({ lotNo: event.target.value })}
      />
      <DatePicker
        aria-label={t('receipts.line.expiryDate')}
        value={lot?.expiryDate ?? null}
        onChange={(expiryDate) => change({ expiryDate })}
      />
    </Space.Compact>
  );
}
