import { rowOptions } from '@boxyard/shared/client';
import type {
  ContractDetail,
  ContractVersionDetail,
} from '@boxyard/shared/contract/areas/contracts.ts';
import { PageFrame, PageHead, PageTitle, PrintMenu, useSourceDocument } from '@boxyard/shared/kit';
import { mayDo, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  type Difference,
  DiffTable,
  ErrorState,
  type FactItem,
  Facts,
  Money,
  PageLink,
  Percent,
  Select,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import classes from './contracts.module.css';
import './contracts.resource.tsx';
import { Schedule } from './Schedule.tsx';

type Snapshot = Readonly<Record<string, unknown>>;
type Change = ContractVersionDetail['diff'][number];

/** Follow from the rest, and are printed. */
const DERIVED = /^(clauses|clauseSet|header)\b/;

/** The terms in the order in which they are talked about; schedule and sums follow below. */
const TERMS = [
  'customer',
  'sale',
  'documentDate',
  'type',
  'startDate',
  'endDate',
  'productModel',
  'product',
  'installSite',
  'price',
  'discountValue',
  'discountReason',
  'vatMode',
  'whtRate',
  'depositAmount',
  'depositRefundable',
  'downPayment',
  'installmentCount',
  'interval',
  'dueDay',
  'firstDueDate',
  'interestType',
  'interestRate',
  'titleHolder',
  'warrantyMonths',
  'coverage',
  'witnesses',
];
const OVER_THE_WIDTH = new Set(['customer', 'installSite', 'discountReason', 'witnesses']);
const PERCENTS = new Set(['whtRate', 'interestRate']);

type Translate = ReturnType<typeof useT>;

/** What a field that is an object says: people by name, things by code and name. */
function textOfRef(value: Snapshot): string {
  const { code, serialNumber, name, address, contactName, contactPhone } = value;
  return [code ?? serialNumber, name, address, contactName, contactPhone]
    .filter((one) => typeof one === 'string' && one !== '')
    .join(' ');
}

/** A value of a snapshot as somebody reads it. */
function shown(field: string, value: unknown, t: Translate): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'contracts.yes' : 'contracts.no');
  if (Array.isArray(value)) return value.join(', ') || null;
  if (typeof value === 'object') return textOfRef(value as Snapshot) || JSON.stringify(value);
  const text = String(value);
  if (field === 'dueDay' && text === 'last') return t('contracts.lastDay');
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return <DateText value={text} />;
  if (PERCENTS.has(field)) return <Percent value={text} />;
  if (/^-?\d+\.\d\d$/.test(text)) return <Money value={text} />;
  return t(`contracts.choice.${field}.${text}`, { defaultValue: text });
}

/** The terms of a version; what it leaves open is left out. */
function factsOf(snapshot: Snapshot, t: Translate): FactItem[] {
  return TERMS.flatMap((key) => {
    const value = snapshot[key];
    const isPercent = key === 'discountValue' && snapshot.discountType === 'percent';
    const said = isPercent ? <Percent value={String(value)} /> : shown(key, value, t);
    if (said === null) return [];
    return [
      { key, label: t(`contracts.field.${key}`), value: said, wide: OVER_THE_WIDTH.has(key) },
    ];
  });
}

/** With which revision of the company's clauses it was submitted. */
function ClauseSet({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const t = useT('remote-purchase-sales');
  const { clauseSet } = snapshot as { clauseSet?: { name: string; revisionNo: number } };
  if (!clauseSet) return null;
  return (
    <p>{t('contractVersions.clauses', { name: clauseSet.name, number: clauseSet.revisionNo })}</p>
  );
}

/** Everything that a version agrees on, as it was then. */
function Agreed({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const t = useT('remote-purchase-sales');
  const { schedule, totals } = snapshot as Pick<ContractDetail, 'schedule' | 'totals'>;
  return (
    <section className={classes.agreed} aria-labelledby="agreed">
      <h2 id="agreed">{t('contractVersions.agreed')}</h2>
      <Facts items={factsOf(snapshot, t)} />
      <ClauseSet snapshot={snapshot} />
      <Schedule rows={schedule} totals={totals} />
    </section>
  );
}

/** One version of a contract, set beside the one before it or any other. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const { id = '', version_id: versionId = '' } = useParams();
  const [compareTo, setCompareTo] = useState<string | null>(null);
  const { doc: all } = useSourceDocument('contracts.get', id);
  const others = useQuery(rowOptions('contracts.versions', { params: { id } }));
  const version = useQuery(
    rowOptions('contracts.version', {
      params: { id, versionId },
      query: compareTo === null ? {} : { compareTo },
    }),
  );
  if (version.isError) {
    return <ErrorState error={version.error} onRetry={() => void version.refetch()} />;
  }
  const data = version.data as ContractVersionDetail | undefined;
  if (!data) return <Skeleton active />;
  const changes = (data.comparison?.changes ?? data.diff).filter(({ path }) => !DERIVED.test(path));
  const rows = changes.map((change: Change): Difference => {
    const [field = '', ...rest] = change.path.split(/(?=[.[])/);
    const label = t([`contracts.field.${field}`, 'contracts.field.other']);
    return {
      key: change.path,
      label: rest.length === 0 ? label : `${label} ${rest.join('')}`,
      before: shown(field, change.from, t),
      after: shown(field, change.to, t),
    };
  });
  const list = (others.data as { data?: readonly { id: string; versionNo: number }[] } | undefined)
    ?.data;
  const choices = (list ?? [])
    .filter((one) => one.id !== versionId)
    .map((one) => ({
      value: one.id,
      label: t('contracts.versionOf', { number: one.versionNo }),
    }));
  return (
    <PageFrame>
      <PageHead>
        <PageTitle>
          {t('contractVersions.heading', {
            number: data.versionNo,
            contract: all?.documentNo ?? data.contract.documentNo ?? '',
          })}
        </PageTitle>
        {mayDo('purchase-contract:print') ? (
          <PrintMenu
            endpoint="contracts.versionPdf"
            params={{ id, versionId }}
            title={`${data.contract.documentNo ?? ''}-${data.versionNo}`}
          />
        ) : null}
      </PageHead>
      <p>
        {t(`contractVersions.choice.changeType.${data.changeType}`)} ·{' '}
        <DateText value={data.effectiveDate} /> · {data.createdBy?.name} ·{' '}
        <DateTimeText value={data.createdAt} />
        {data.reason ? ` · ${data.reason}` : null}
      </p>
      <div className={classes.compare}>
        {choices.length > 0 ? (
          <>
            <label htmlFor="compare">{t('contractVersions.compareTo')}</label>
            <Select
              id="compare"
              allowClear
              style={{ minWidth: 160 }}
              value={compareTo}
              placeholder={
                data.versionNo > 1 ? t('contracts.versionOf', { number: data.versionNo - 1 }) : ''
              }
              onChange={(value: string | undefined) => setCompareTo(value ?? null)}
              options={choices}
            />
          </>
        ) : null}
        <PageLink page="purchase-contract-versions" params={{ id }}>
          {t('contractVersions.all')}
        </PageLink>
      </div>
      {rows.length > 0 ? (
        <DiffTable
          rows={rows}
          beforeTitle={t('contracts.versionOf', {
            number: data.comparison?.versionNo ?? data.versionNo - 1,
          })}
          afterTitle={t('contracts.versionOf', { number: data.versionNo })}
        />
      ) : null}
      {rows.length === 0 && (compareTo !== null || data.versionNo > 1) ? (
        <p>{t('contractVersions.noChange')}</p>
      ) : null}
      <Agreed snapshot={data.snapshot} />
    </PageFrame>
  );
}
