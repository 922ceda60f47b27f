import type { InspectionDetail } from '@boxyard/shared/contract/areas/inspections.ts';
import {
  formatLimits,
  INSPECTION_RESULTS,
  resultsAllowed,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { actionFields, DocumentPage, FormPage, known, LinesTable } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DateText,
  DateTimeText,
  EyeIcon,
  FilePreview,
  None,
  nameIn,
  PageLink,
  RefText,
  ToneTag,
} from '@boxyard/shared/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Checklist, findingsOf } from './Checklist.tsx';
import classes from './inspections.module.css';
import { inspections, RESULT_TONES } from './inspections.resource.ts';

type Item = InspectionDetail['items'][number];

const CHECK_TONES = { pass: 'success', fail: 'error', na: 'neutral' } as const;

const sent = (items: unknown) => findingsOf((items ?? []) as readonly Item[]);

/** One, or its form while nobody has begun (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('edit') ? <FormPage resource={inspections} mode="edit" /> : <Document />;
}

function Document() {
  const t = useT('remote-purchase-sales');
  return (
    <DocumentPage
      resource={inspections}
      facts={(doc) => [
        { key: 'type', value: t(`inspections.choice.type.${doc.type}`) },
        {
          key: 'product',
          value: (
            <PageLink page="container-warehouse-tracking-info" params={{ id: doc.product.id }}>
              {doc.product.serialNumber}
            </PageLink>
          ),
        },
        { key: 'productModel', value: <RefText value={doc.productModel} show="name" /> },
        ...known('place', doc.place),
        { key: 'dueOn', value: <DateText value={doc.dueOn} /> },
        ...known('assignee', doc.assignee, (value) => value.name),
        ...known('result', doc.result, (value) => (
          <ToneTag tone={RESULT_TONES[value]}>{t(`inspections.choice.result.${value}`)}</ToneTag>
        )),
        ...known('completedAt', doc.completedAt, (value) => <DateTimeText value={value} />),
        ...known('completedBy', doc.completedBy, (value) => value.name),
        ...known('nextDueOn', doc.nextDueOn, (value) => <DateText value={value} />),
        ...known('findings', doc.findings),
        ...known('remark', doc.remark),
      ]}
      banner={(doc, n) => [n.reason, doc.isLate && n.warning('isLate')]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          show: (doc) => doc.items.length > 0,
          render: (doc) => <Items items={doc.items} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        record: {
          fields: actionFields('inspections.record', (f) => [
            f.custom('items', (props) => <Checklist {...props} />, { span: 6 }),
          ]),
          initialValues: ({ items }) => ({ items }),
          body: (_doc, { items }) => ({ items: sent(items) }),
        },
        complete: {
          fields: actionFields('inspections.complete', (f) => [
            f.custom('items', (props) => <Checklist {...props} />, { span: 6 }),
            f.choice('result', INSPECTION_RESULTS, { span: 3, help: 'help.result' }),
            f.date('nextDueOn', { span: 3, help: 'help.nextDueOn' }),
            f.longText('findings', { span: 6 }),
          ]),
          initialValues: ({ items }) => ({
            items,
            result: resultsAllowed(items).length === 1 ? 'pass' : null,
          }),
          body: (_doc, { items, result, nextDueOn, findings }) => ({
            items: sent(items),
            result,
            nextDueOn,
            findings,
          }),
        },
      }}
      related={{ inspection: 'inspection-detail' }}
    />
  );
}

function Items({ items }: { readonly items: readonly Item[] }) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const [shown, setShown] = useState<{ readonly id: string; readonly title: string } | null>(null);
  return (
    <>
      <LinesTable
        resource={inspections}
        rows={items}
        columns={(c) => [
          c.number('lineNo', { width: 40 }),
          c.custom('name', { width: '30%', render: (item) => nameIn(item, locale) }),
          c.custom('limits', { render: (item) => formatLimits(item) || <None /> }),
          c.custom('measured', {
            render: ({ measured, unit }) => (measured ? `${measured} ${unit ?? ''}` : <None />),
          }),
          c.custom('check', {
            render: ({ result, resolvedBy }) =>
              result === null ? (
                <None />
              ) : (
                <>
                  <ToneTag tone={CHECK_TONES[result]}>
                    {t(`inspections.choice.check.${result}`)}
                  </ToneTag>
                  {resolvedBy ? (
                    <PageLink page="inspection-detail" params={{ id: resolvedBy.id }}>
                      {t('inspections.resolvedBy', { number: resolvedBy.documentNo })}
                    </PageLink>
                  ) : null}
                </>
              ),
          }),
          c.text('note'),
          c.custom('photos', {
            render: (item) =>
              item.photoIds.length === 0 ? (
                <None />
              ) : (
                <span className={classes.shots}>
                  {item.photoIds.map((id, index) => {
                    const title = t('inspections.photoShown', {
                      name: nameIn(item, locale),
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
