import { listOptions, oneOptions } from '@boxyard/shared/client';
import type { SettingInForce } from '@boxyard/shared/contract';
import {
  SETTING_GROUPS,
  SETTING_KEYS,
  type SettingKey,
  settingOfKey,
} from '@boxyard/shared/domain/settings/settings.ts';
import { useQueryKey } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateText, ErrorState, None, RecordSelect, Skeleton, Table } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { SettingDrawer } from './SettingDrawer.tsx';
import { SettingText } from './SettingText.tsx';
import classes from './settings.module.css';

interface Line {
  readonly key: SettingKey;
  /** One for the company, or one for each person or model that has a value. */
  readonly values: readonly SettingInForce[];
}

/** What a company decides for itself: each setting with the value in force and what follows. */
export function SettingsTab() {
  const t = useT('remote-admin');
  const locale = useLocale();
  const [asked, setCompany] = useQueryKey('company');
  const [opened, open] = useQueryKey('setting');
  const companies = useQuery(listOptions('companies.all', { query: { limit: 1000 } }));
  const known = companies.data?.data ?? [];
  const companyId = asked ?? known[0]?.id ?? null;
  const found = useQuery({
    ...oneOptions('settings.all', { params: { id: companyId ?? '' } }),
    enabled: companyId !== null,
  });
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data || companyId === null) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { values } = found.data;
  const linesOf = (group: (typeof SETTING_GROUPS)[number]): Line[] =>
    SETTING_KEYS.filter((key) => settingOfKey(key).group === group).map((key) => ({
      key,
      values: values.filter((value) => value.key === key),
    }));
  const isKey = SETTING_KEYS.some((key) => key === opened);
  return (
    <div className={classes.page}>
      <p className={classes.lead}>{t('settings.lead')}</p>
      {known.length > 1 ? (
        <div className={classes.company}>
          <RecordSelect
            lookup="companies.all"
            aria-label={t('settings.company')}
            value={companyId}
            known={known}
            onChange={(id) => setCompany(typeof id === 'string' ? id : null)}
          />
        </div>
      ) : null}
      {SETTING_GROUPS.map((group) => (
        <section key={group}>
          <h2 className={classes.group}>{t(`settings.group.${group}`)}</h2>
          <Table<Line>
            label={t(`settings.group.${group}`)}
            rows={linesOf(group)}
            rowKey={({ key }) => key}
            onOpen={({ key }) => open(key)}
            columns={[
              {
                key: 'setting',
                title: t('settings.setting'),
                card: 'title',
                render: ({ key }) => settingOfKey(key).label[locale],
              },
              {
                key: 'value',
                title: t('settings.value'),
                width: 260,
                render: (line) => <Present line={line} />,
              },
              {
                key: 'since',
                title: t('settings.since'),
                width: 140,
                render: ({ key, values: [only] }) =>
                  settingOfKey(key).subject || !only?.effectiveFrom ? (
                    <None />
                  ) : (
                    <DateText value={only.effectiveFrom} />
                  ),
              },
              {
                key: 'next',
                title: t('settings.next'),
                width: 260,
                render: (line) => <Next line={line} />,
              },
            ]}
          />
        </section>
      ))}
      <SettingDrawer
        key={`${companyId}-${opened}`}
        settingKey={isKey ? (opened as SettingKey) : null}
        companyId={companyId}
        values={values.filter(({ key }) => key === opened)}
        onClose={() => open(null)}
      />
    </div>
  );
}

function Present({ line }: { readonly line: Line }) {
  const t = useT('remote-admin');
  const { subject } = settingOfKey(line.key);
  if (subject) {
    return line.values.length === 0 ? (
      <None />
    ) : (
      t(`settings.count.${subject}`, { count: line.values.length })
    );
  }
  const [only] = line.values;
  return only ? <SettingText settingKey={line.key} value={only.value} /> : <None />;
}

function Next({ line }: { readonly line: Line }) {
  const [only] = line.values;
  if (settingOfKey(line.key).subject || !only?.next) return <None />;
  return (
    <>
      <SettingText settingKey={line.key} value={only.next.value} />{' '}
      <span className={classes.from}>
        <DateText value={only.next.effectiveFrom} />
      </span>
    </>
  );
}
