import { oneOptions } from '@boxyard/shared/client';
import type { Contract } from '@boxyard/shared/contract';
import type { DataOf } from '@boxyard/shared/contract/endpoint.ts';
import { type Translate, useLocale } from '@boxyard/shared/runtime';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PageHeading } from '../../layout/PageHeading.tsx';
import form from '../parts/form.module.css';
import { type Column, FactTable } from './FactTable.tsx';
import styles from './RemotesPage.module.css';
import { addRemotesTexts, useRemotesText } from './texts.ts';

addRemotesTexts();

const PERIODS = ['day', 'week'] as const;
type Period = (typeof PERIODS)[number];
type Report = DataOf<Contract['telemetry.remotes']>;
type Remote = Report['remotes'][number];
type Spread = Remote['day']['page'];

interface Words {
  readonly t: Translate;
  readonly period: Period;
  readonly when: (instant: string) => string;
}

/** Most figures are zero, which is good: what is not stands out, and says so by more than colour. */
function Trouble({ count }: { readonly count: number }) {
  return count === 0 ? <span className={styles.quiet}>{count}</span> : <strong>{count}</strong>;
}

function liveColumns({ t, period, when }: Words): Column<Remote>[] {
  const spread = (value: Spread) =>
    value === null ? t('none') : t('ms', { p50: value.p50, p95: value.p95 });
  const time = (key: 'manifest' | 'entry' | 'page'): Column<Remote> => ({
    key,
    title: t(`col.${key}`),
    isNumber: true,
    cell: (row) => spread(row[period][key]),
  });
  const trouble = (key: 'failures' | 'errors' | 'violations'): Column<Remote> => ({
    key,
    title: t(`col.${key}`),
    isNumber: true,
    cell: (row) => <Trouble count={row[period][key]} />,
  });
  return [
    { key: 'remote', title: t('col.remote'), cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'release',
      title: t('col.release'),
      cell: ({ release, version, since, origin }) => (
        <div>
          {release || t('none')}
          <small>
            {[
              version === null || version === release ? null : t('version', { version }),
              since === null ? null : t('since', { when: when(since) }),
              origin === null ? null : t('from', { origin }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
      ),
    },
    {
      key: 'loads',
      title: t('col.loads'),
      isNumber: true,
      cell: (row) => row[period].loads,
    },
    time('manifest'),
    time('entry'),
    time('page'),
    trouble('failures'),
    trouble('errors'),
    trouble('violations'),
    {
      key: 'flags',
      title: t('col.flags'),
      cell: ({ flags }) =>
        flags.length === 0 ? (
          t('none')
        ) : (
          <ul className={styles.tabs}>
            {flags.map(({ name, isOn }) => (
              <li key={name} data-old={!isOn}>
                {t(isOn ? 'flag.on' : 'flag.off', { name })}
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'tabs',
      title: t('col.tabs'),
      cell: ({ tabs }) =>
        tabs.length === 0 ? (
          t('none')
        ) : (
          <ul className={styles.tabs}>
            {tabs.map(({ release, tabs: count, isLive }) => (
              <li key={release} data-old={!isLive}>
                {t(isLive ? 'tabs.live' : 'tabs.old', { count, release })}
              </li>
            ))}
          </ul>
        ),
    },
  ];
}

/** Columns that the three lists of what went wrong have in common. */
function commonColumns({ t, period, when }: Words) {
  type Any = Report['failures'][number] | Report['errors'][number] | Report['violations'][number];
  return {
    remote: {
      key: 'remote',
      title: t('col.remote'),
      cell: ({ remote }: Any) => <strong>{remote ?? t('shell')}</strong>,
    },
    release: {
      key: 'release',
      title: t('col.release'),
      cell: ({ release }: Report['failures'][number]) => release || t('none'),
    },
    count: {
      key: 'count',
      title: t('col.count'),
      isNumber: true,
      cell: (row: Any) => row[period],
    },
    last: { key: 'last', title: t('col.last'), cell: ({ lastAt }: Any) => when(lastAt) },
  } as const;
}

function Troubles({ report, words }: { readonly report: Report; readonly words: Words }) {
  const { t, period } = words;
  const { remote, release, count, last } = commonColumns(words);
  const within = <R extends { readonly day: number; readonly week: number }>(rows: readonly R[]) =>
    rows.filter((row) => row[period] > 0);
  return (
    <>
      <FactTable
        title={t('failures')}
        empty={t('noFailures')}
        rows={within(report.failures)}
        keyOf={(row) => `${row.remote} ${row.release} ${row.kind}`}
        columns={[
          remote,
          {
            key: 'kind',
            title: t('col.kind'),
            cell: ({ kind }) => t(`kinds.${kind}`, { defaultValue: kind }),
          },
          release,
          count,
          last,
        ]}
      />
      <FactTable
        title={t('errors')}
        empty={t('noErrors')}
        rows={within(report.errors)}
        keyOf={(row) => `${row.remote} ${row.release} ${row.kind} ${row.message}`}
        columns={[
          remote,
          {
            key: 'message',
            title: t('col.message'),
            cell: ({ kind, message }) => <code>{`${kind}: ${message}`}</code>,
          },
          release,
          count,
          last,
        ]}
      />
      <FactTable
        title={t('violations')}
        empty={t('noViolations')}
        rows={within(report.violations)}
        keyOf={(row) => `${row.remote} ${row.directive} ${row.blocked} ${row.source}`}
        columns={[
          remote,
          {
            key: 'directive',
            title: t('col.directive'),
            cell: ({ directive }) => <code>{directive}</code>,
          },
          { key: 'blocked', title: t('col.blocked'), cell: ({ blocked }) => blocked || t('none') },
          { key: 'source', title: t('col.source'), cell: ({ source }) => source || t('none') },
          count,
          last,
        ]}
      />
    </>
  );
}

/** Which release of which remote is live, how it fares in people's browsers, and what fails. */
export function Page() {
  const t = useRemotesText();
  const locale = useLocale();
  const name = useId();
  const [period, setPeriod] = useState<Period>('day');
  const { data, isError, isPending, refetch } = useQuery({
    ...oneOptions('telemetry.remotes'),
    refetchInterval: 30_000,
  });
  const format = new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  });
  const words: Words = { t, period, when: (instant) => format.format(new Date(instant)) };
  return (
    <div className={styles.page}>
      <PageHeading>{t('title')}</PageHeading>
      <div className={styles.top}>
        <p>
          {t('lead')}
          {data ? <small>{t('asOf', { when: words.when(data.asOf) })}</small> : null}
        </p>
        <fieldset className={styles.periods}>
          <legend>{t('period')}</legend>
          {PERIODS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={name}
                checked={period === one}
                onChange={() => setPeriod(one)}
              />
              {t(one)}
            </label>
          ))}
        </fieldset>
      </div>
      {isPending ? <span className="by-splash-spinner" /> : null}
      {isError ? (
        <p role="alert">
          {t('failed')}{' '}
          <button type="button" className={form.secondary} onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </p>
      ) : null}
      {data ? (
        <>
          <FactTable
            title={t('live')}
            empty={t('noRemotes')}
            rows={data.remotes}
            keyOf={(row) => row.name}
            columns={liveColumns(words)}
          />
          <Troubles report={data} words={words} />
        </>
      ) : null}
    </div>
  );
}
