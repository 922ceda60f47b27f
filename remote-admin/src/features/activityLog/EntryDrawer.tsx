import { oneOptions } from '@boxyard/shared/client';
import type { ActivityDetail } from '@boxyard/shared/contract';
import { activityChanges } from '@boxyard/shared/domain/activity/changes.ts';
import { recordName } from '@boxyard/shared/domain/activity/names.ts';
import { activityText } from '@boxyard/shared/domain/activity/texts.ts';
import { readUserAgent } from '@boxyard/shared/domain/values/userAgent.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  DateTimeText,
  DiffTable,
  Drawer,
  ErrorState,
  Facts,
  LinkButton,
  None,
  RefText,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './activityLog.module.css';
import { isScheduled, Person, RecordLink } from './activityLog.resource.tsx';
import { entriesPath, recordPath } from './recordLink.ts';
import { ValueText } from './ValueText.tsx';

const WIDTH = 720;

interface Props {
  readonly id: string | null;
  readonly onClose: () => void;
}

/** One entry: who, when, from where, and what each field was and became. */
export function EntryDrawer({ id, onClose }: Props): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const found = useQuery({
    ...oneOptions('activityLogs.get', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const entry = id === null ? undefined : found.data;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={entry ? titleOf(entry, locale) : t('activityLog.one')}
    >
      {entry ? (
        <Entry entry={entry} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

const titleOf = (entry: ActivityDetail, locale: 'en' | 'th'): string =>
  [
    activityText(locale, 'subject', entry.subject),
    recordName(entry, locale),
    '·',
    activityText(locale, 'action', entry.action),
  ]
    .filter(Boolean)
    .join(' ');

function Entry({ entry }: { readonly entry: ActivityDetail }): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const agent = readUserAgent(entry.userAgent);
  const path = recordPath(entry);
  const fact = (key: string, value: ReactNode) => ({
    key,
    label: t(`activityLog.field.${key}`),
    value,
  });
  const changes = activityChanges(entry.before, entry.after).map(({ field, before, after }) => ({
    key: field,
    label: activityText(locale, 'field', field),
    before: <ValueText entry={entry} field={field} value={before} />,
    after: <ValueText entry={entry} field={field} value={after} />,
  }));
  return (
    <div className={classes.entry}>
      <Facts
        items={[
          fact('at', <DateTimeText value={entry.at} />),
          fact('user', <Person user={entry.user} requestId={entry.requestId} />),
          fact('record', <RecordLink entry={entry} />),
          fact('company', <RefText value={entry.company} />),
          fact('ip', entry.ip ?? <None />),
          fact(
            'userAgent',
            agent ? (
              <span title={entry.userAgent ?? ''}>
                {agent.browser} · {agent.system}
              </span>
            ) : (
              (entry.userAgent ?? <None />)
            ),
          ),
          fact('requestId', <Request id={entry.requestId} />),
          fact('seal', <Seal seal={entry.seal} />),
        ]}
      />
      <section aria-label={t('activityLog.section.changes')}>
        <h3 className={classes.heading}>{t('activityLog.section.changes')}</h3>
        {changes.length > 0 ? (
          <div className={classes.changes}>
            <DiffTable rows={changes} />
          </div>
        ) : (
          <p className={classes.nothing}>{t('activityLog.noChanges')}</p>
        )}
      </section>
      <div className={classes.links}>
        {path === null ? null : <LinkButton to={path}>{t('activityLog.openRecord')}</LinkButton>}
        {entry.subjectId === null ? null : (
          <LinkButton to={entriesPath({ subjectId: entry.subjectId })}>
            {t('activityLog.allEntries')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** Number of the request; what else it did is found by it. Scheduled work has none. */
function Request({ id }: { readonly id: string | null }): ReactNode {
  if (id === null || isScheduled(id)) return <None />;
  return <Link to={entriesPath({ search: id })}>{id}</Link>;
}

function Seal({ seal }: Pick<ActivityDetail, 'seal'>): ReactNode {
  const t = useT('remote-admin');
  if (seal === null) return t('activityLog.notSealed');
  return (
    <span title={seal.hash}>
      {t('activityLog.sealed', { seq: seal.seq, hash: seal.hash.slice(0, 12) })}
    </span>
  );
}
