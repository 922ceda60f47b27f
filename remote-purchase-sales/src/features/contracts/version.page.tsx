import { rowOptions } from '@boxyard/shared/client';
import type { ContractVersionDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { PageFrame, PageHead, PageTitle, useSourceDocument } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  type Difference,
  DiffTable,
  ErrorState,
  Money,
  PageLink,
  Select,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import classes from './contracts.module.css';
import './contracts.resource.tsx';

type Change = ContractVersionDetail['diff'][number];

/** Follow from the rest, and are printed. */
const DERIVED = /^(clauses|header)\b/;

/** A value of a snapshot as somebody reads it. */
function shown(value: unknown, t: (key: string) => string): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'contracts.yes' : 'contracts.no');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return <DateText value={text} />;
  return /^-?\d+\.\d\d$/.test(text) ? <Money value={text} /> : text;
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
      before: shown(change.from, t),
      after: shown(change.to, t),
    };
  });
  const list = (others.data as { data?: readonly { id: string; versionNo: number }[] } | undefined)
    ?.data;
  return (
    <PageFrame>
      <PageHead>
        <PageTitle>
          {t('contractVersions.heading', {
            number: data.versionNo,
            contract: all?.documentNo ?? data.contract.documentNo ?? '',
          })}
        </PageTitle>
      </PageHead>
      <p>
        {t(`contractVersions.choice.changeType.${data.changeType}`)} ·{' '}
        <DateText value={data.effectiveDate} /> · {data.createdBy?.name} ·{' '}
        <DateTimeText value={data.createdAt} />
        {data.reason ? ` · ${data.reason}` : null}
      </p>
      <div className={classes.compare}>
        <label htmlFor="compare">{t('contractVersions.compareTo')}</label>
        <Select
          id="compare"
          allowClear
          style={{ minWidth: 160 }}
          value={compareTo}
          onChange={(value: string | undefined) => setCompareTo(value ?? null)}
          options={(list ?? [])
            .filter((one) => one.id !== versionId)
            .map((one) => ({
              value: one.id,
              label: t('contracts.versionOf', { number: one.versionNo }),
            }))}
        />
        <PageLink page="purchase-contract-versions" params={{ id }}>
          {t('contractVersions.all')}
        </PageLink>
      </div>
      {rows.length === 0 ? (
        <p>{t('contractVersions.noChange')}</p>
      ) : (
        <DiffTable
          rows={rows}
          beforeTitle={t('contracts.versionOf', {
            number: data.comparison?.versionNo ?? data.versionNo - 1,
          })}
          afterTitle={t('contracts.versionOf', { number: data.versionNo })}
        />
      )}
    </PageFrame>
  );
}
