import { rowOptions } from '@boxyard/shared/client';
import type {
  ContractDetail,
  ContractVersionDetail,
} from '@boxyard/shared/contract/areas/contracts.ts';
import {
  type Json,
  revertVersion,
  type VersionChange,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import { PageFrame, PageHead, PageTitle, PrintMenu, useSourceDocument } from '@boxyard/shared/kit';
import { mayDo } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  DiffTable,
  ErrorState,
  Facts,
  PageLink,
  Select,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ClauseSet } from './ClauseSet.tsx';
import { changesBetween } from './changes.tsx';
import classes from './contracts.module.css';
import './contracts.resource.tsx';
import { Schedule } from './Schedule.tsx';
import { factsOf, type Terms, useReader } from './terms.tsx';

type Version = ContractVersionDetail;

/** Everything that a version agrees on, as it was then. */
function Agreed({ snapshot }: { readonly snapshot: Terms }): ReactNode {
  const reader = useReader();
  const { schedule, totals, clauseSet } = snapshot as Pick<
    ContractDetail,
    'schedule' | 'totals' | 'clauseSet'
  >;
  return (
    <section className={classes.agreed} aria-labelledby="agreed">
      <h2 id="agreed">{reader.t('contractVersions.agreed')}</h2>
      <Facts items={factsOf(snapshot, reader)} />
      <ClauseSet of={clauseSet ?? null} />
      <Schedule rows={schedule} totals={totals} />
    </section>
  );
}

/** What was agreed before, or in the version that was chosen; of the first one nothing. */
function agreedBefore({ comparison, snapshot, diff }: Version): Terms {
  if (comparison) return comparison.snapshot;
  return revertVersion(snapshot as Json, diff as readonly VersionChange[]) as Terms;
}

/** One version of a contract, set beside the one before it or any other. */
export function Page() {
  const reader = useReader();
  const { t } = reader;
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
  const data = version.data as Version | undefined;
  if (!data) return <Skeleton active />;
  const rows = changesBetween(agreedBefore(data), data.snapshot, reader);
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
      <p className={classes.hash}>
        {t('contractVersions.field.sha256')} <code>{data.sha256}</code>
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
