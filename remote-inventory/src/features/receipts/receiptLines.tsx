import type { ContainerReceiptDetail } from '@boxyard/shared/contract';
import { PRODUCT_CONDITIONS } from '@boxyard/shared/domain/containers/statuses.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input, Select } from '@boxyard/shared/ui';
import { ScanSheet } from '../../scan/ScanSheet.tsx';
import type { ScanLine } from '../../scan/scanning.ts';
import { Checks, ReceiptPhotos } from './Checks.tsx';

type Doc = ContainerReceiptDetail;
type Item = Doc['items'][number];

/** What is found of a container, as the sheet holds it. */
export interface ReceiptLine extends ScanLine {
  readonly lineStatus: Item['lineStatus'];
  readonly conditionIn: Item['conditionIn'];
  readonly rejectReason: string;
  readonly checklist: Item['checklist'];
  readonly photoIds: Item['photoIds'];
  /** What may be said of it. */
  readonly results: readonly Item['lineStatus'][];
}

/** What may be said of the containers of a receipt: a return is taken, and nothing gets lost on the bench. */
const resultsOf = ({ isReturn, sourceType }: Doc): Item['lineStatus'][] => [
  'expected',
  'accepted',
  ...(isReturn ? [] : (['rejected'] as const)),
  ...(sourceType === 'production' ? [] : (['missing'] as const)),
];

/** The sheet as it begins: with what was kept of it. */
export const linesOf = (doc: Doc, about: (item: Item) => string): readonly ReceiptLine[] =>
  doc.items.map((item) => ({
    itemId: item.id,
    serialNumber: item.product.serialNumber,
    about: about(item),
    scannedSerial: item.scannedSerial ?? '',
    lineStatus: item.lineStatus,
    conditionIn: item.conditionIn,
    rejectReason: item.rejectReason ?? '',
    checklist: item.checklist,
    photoIds: item.photoIds,
    results: resultsOf(doc),
  }));

/** What is sent of a line. */
export const lineBody = (line: ReceiptLine) => ({
  itemId: line.itemId,
  lineStatus: line.lineStatus,
  scannedSerial: line.lineStatus === 'accepted' ? line.scannedSerial : null,
  conditionIn: line.lineStatus === 'accepted' ? line.conditionIn : null,
  rejectReason: line.lineStatus === 'rejected' ? line.rejectReason : null,
  checklist: line.checklist.map(({ lineNo, result, measured, note }) => ({
    lineNo,
    result,
    measured: measured || null,
    note: note || null,
  })),
  photoIds: line.photoIds,
});

/** A container that was scanned is there; what else is known of it is chosen. */
export function ReceiptSheet({ value, ...props }: CustomFieldProps) {
  const t = useT('remote-inventory');
  return (
    <ScanSheet
      {...props}
      lines={(value ?? []) as readonly ReceiptLine[]}
      scanned={(line): ReceiptLine => ({
        ...line,
        scannedSerial: line.serialNumber,
        lineStatus: 'accepted',
        conditionIn: line.conditionIn ?? 'good',
      })}
      choices={(line, change) => (
        <>
          <Select
            aria-label={t('receipts.resultOf', { serial: line.serialNumber })}
            disabled={props.disabled}
            value={line.lineStatus}
            options={line.results.map((status) => ({
              value: status,
              label: t(`receipts.choice.lineStatus.${status}`),
            }))}
            onChange={(lineStatus) =>
              change({
                lineStatus,
                ...(lineStatus === 'accepted' ? {} : { scannedSerial: '' }),
              })
            }
          />
          {line.lineStatus === 'accepted' ? (
            <Select
              aria-label={t('receipts.conditionOf', { serial: line.serialNumber })}
              disabled={props.disabled}
              value={line.conditionIn}
              placeholder={t('receipts.field.conditionIn')}
              options={PRODUCT_CONDITIONS.map((condition) => ({
                value: condition,
                label: t(`receipts.choice.conditionIn.${condition}`),
              }))}
              onChange={(conditionIn) => change({ conditionIn })}
            />
          ) : null}
          {line.lineStatus === 'rejected' ? (
            <Input
              aria-label={t('receipts.reasonOf', { serial: line.serialNumber })}
              placeholder={t('receipts.line.rejectReason')}
              disabled={props.disabled}
              maxLength={500}
              value={line.rejectReason}
              onChange={(event) => change({ rejectReason: event.target.value })}
            />
          ) : null}
          {line.lineStatus === 'accepted' || line.lineStatus === 'rejected' ? (
            <>
              <ReceiptPhotos
                serial={line.serialNumber}
                photoIds={line.photoIds}
                disabled={props.disabled}
                onChange={(photoIds) => change({ photoIds: [...photoIds] })}
              />
              <Checks
                serial={line.serialNumber}
                checklist={line.checklist}
                disabled={props.disabled}
                onChange={(checklist) => change({ checklist: [...checklist] })}
              />
            </>
          ) : null}
        </>
      )}
    />
  );
}
