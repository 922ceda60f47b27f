import type { ContainerReceiptDetail } from '@boxyard/shared/contract';
import { startsFrom } from '@boxyard/shared/domain';
import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import { isCheckedLine } from '@boxyard/shared/domain/containers/statuses.ts';
import { actionFields, DocumentPage, LinesTable } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EyeIcon,
  FilePreview,
  None,
  nameIn,
  PageLink,
  RefText,
  ToneTag,
} from '@boxyard/shared/ui';
import { useState } from 'react';
import { lineBody, linesOf, type ReceiptLine, ReceiptSheet } from './receiptLines.tsx';
import classes from './receipts.module.css';
import { receipts } from './receipts.resource.tsx';

type Item = ContainerReceiptDetail['items'][number];

const TONES = {
  expected: 'processing',
  accepted: 'success',
  rejected: 'error',
  missing: 'error',
} as const satisfies Record<Item['lineStatus'], string>;

const countFields = actionFields('containerReceipts.update', (f) => [
  f.custom('lines', (props) => <ReceiptSheet {...props} />, { span: 6 }),
]);
const approveFields = actionFields('containerReceipts.approve', (f) => [
  f.custom('lines', (props) => <ReceiptSheet {...props} />, { span: 6 }),
]);

/** A receipt: which containers come, and what was found of each. */
export function Page() {
  const locale = useLocale();
  const about = ({ productModel }: Item) => nameIn(productModel, locale);
  return (
    <DocumentPage
      resource={receipts}
      facts={(_doc, f) => [
        f.choice('sourceType'),
        f.text('sourceNo', { known: true }),
        f.ref('warehouse', { show: 'name' }),
        f.person('receivedBy', { known: true }),
      ]}
      banner={(doc, n) => [
        n.reason,
        doc.needsChecks &&
          startsFrom(containerReceiptMachine, 'approve', doc.status) &&
          n.warning('needsChecks'),
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => <Items items={doc.items} />,
        },
      ]}
      actions={{
        update: {
          fields: countFields,
          initialValues: (doc) => ({ lines: linesOf(doc, about) }),
          body: (_doc, { lines }) => ({ lines: (lines as readonly ReceiptLine[]).map(lineBody) }),
        },
        approve: {
          fields: approveFields,
          initialValues: (doc) => ({ lines: linesOf(doc, about) }),
          // What nobody has looked at is left out, and the server says how many are open.
          body: (_doc, { lines }) => ({
            lines: (lines as readonly ReceiptLine[]).filter(isCheckedLine).map(lineBody),
          }),
        },
      }}
      related={{
        product: 'container-warehouse-tracking-info',
        containerRequisition: 'container-requisition-detail',
      }}
    />
  );
}

/** The share of a checklist that is sound, and the items that are not. */
function Checked({ checklist }: Pick<Item, 'checklist'>) {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const found = (result: Item['checklist'][number]['result']) =>
    checklist.filter((check) => check.result === result);
  const failed = found('fail');
  if (checklist.every(({ result }) => result === null)) return <None />;
  return (
    <>
      <ToneTag tone={failed.length > 0 ? 'error' : 'success'}>
        {t('receipts.checked', {
          passed: found('pass').length,
          all: checklist.length - found('na').length,
        })}
      </ToneTag>
      {failed.map((check) => (
        <span key={check.lineNo} className={classes.faults}>
          {[nameIn(check, locale), check.note].filter(Boolean).join(': ')}
        </span>
      ))}
    </>
  );
}

function Items({ items }: { readonly items: readonly Item[] }) {
  const t = useT('remote-inventory');
  const [shown, setShown] = useState<{ readonly id: string; readonly title: string } | null>(null);
  return (
    <>
      <LinesTable
        resource={receipts}
        rows={items}
        columns={(c) => [
          c.custom('serialNumber', {
            width: '25%',
            render: ({ product }) => (
              <PageLink page="container-warehouse-tracking-info" params={{ id: product.id }}>
                {product.serialNumber}
              </PageLink>
            ),
          }),
          c.custom('productModel', {
            render: ({ productModel }) => <RefText value={productModel} />,
          }),
          c.custom('lineStatus', {
            render: ({ lineStatus }) => (
              <ToneTag tone={TONES[lineStatus]}>
                {t(`receipts.choice.lineStatus.${lineStatus}`)}
              </ToneTag>
            ),
          }),
          c.custom('conditionIn', {
            render: ({ conditionIn }) =>
              conditionIn === null ? <None /> : t(`containers.choice.condition.${conditionIn}`),
          }),
          c.custom('checklist', { render: ({ checklist }) => <Checked checklist={checklist} /> }),
          c.custom('photos', {
            render: ({ product, photoIds }) =>
              photoIds.length === 0 ? (
                <None />
              ) : (
                <span className={classes.shots}>
                  {photoIds.map((id, index) => {
                    const title = t('receipts.photoShown', {
                      serial: product.serialNumber,
                      number: index + 1,
                    });
                    return (
                      <Button
                        key={id}
                        type="text"
                        icon={<EyeIcon />}
                        aria-label={title}
                        onClick={() => setShown({ id, title })}
                      />
                    );
                  })}
                </span>
              ),
          }),
          c.text('rejectReason'),
        ]}
      />
      {shown ? (
        <FilePreview
          endpoint="attachments.file"
          params={{ id: shown.id }}
          title={shown.title}
          fileName={`${shown.title}.jpg`}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}
