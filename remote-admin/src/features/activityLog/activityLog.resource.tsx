import type { ActivityRow } from '@boxyard/shared/contract';
import { recordName } from '@boxyard/shared/domain/activity/names.ts';
import { activityText } from '@boxyard/shared/domain/activity/texts.ts';
import { defineResource } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { None, RefText } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './activityLog.module.css';
import { recordPath } from './recordLink.ts';

/** Fields named in a row; the others are counted. */
const SHOWN = 3;

/** Who did it; scheduled work is the system's, and who signs up or fails to sign in is not known. */
export function Person({ user, requestId }: Pick<ActivityRow, 'user' | 'requestId'>): ReactNode {
  const t = useT('remote-admin');
  if (user) return user.name;
  return t(isScheduled(requestId) ? 'activityLog.system' : 'activityLog.nobody');
}

/** Scheduled work comes by no request. */
export const isScheduled = (requestId: string | null): boolean =>
  requestId === null || requestId === 'system';

/** What the record was called, as a link to it where it has a page. */
export function RecordLink({ entry }: { readonly entry: Omit<ActivityRow, 'changes'> }): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const called = recordName(entry, locale);
  const name = called ?? (entry.subjectId === null ? null : t('activityLog.unnamed'));
  const path = recordPath(entry);
  if (name === null) return <None />;
  return path === null ? name : <Link to={path}>{name}</Link>;
}

interface WordProps {
  readonly kind: 'action' | 'subject';
  readonly value: string;
}

/** What happened, or to what kind of record. */
function Word({ kind, value }: WordProps): ReactNode {
  const locale = useLocale();
  return <span className={classes.short}>{activityText(locale, kind, value)}</span>;
}

function Changes({ changes }: Pick<ActivityRow, 'changes'>): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  if (changes.length === 0) return <None />;
  const named = changes
    .slice(0, SHOWN)
    .map((field) => activityText(locale, 'field', field))
    .join(', ');
  const rest = changes.length - SHOWN;
  return rest > 0 ? t('activityLog.andMore', { named, count: rest }) : named;
}

/** Who changed what, and when (domain-containers 1.5, ActivityLog). */
export const activityLog = defineResource({
  list: 'activityLogs.list',
  texts: 'remote-admin:activityLog',
  page: 'activity-log',
  filters: { subjectId: { hidden: true } },
  columns: (c) => [
    c.dateTime('at', { card: 'title' }),
    c.custom('user', {
      render: (row) => (
        <span className={classes.short}>
          <Person user={row.user} requestId={row.requestId} />
        </span>
      ),
    }),
    c.custom('action', {
      card: 'corner',
      render: (row) => <Word kind="action" value={row.action} />,
    }),
    c.custom('subject', { render: (row) => <Word kind="subject" value={row.subject} /> }),
    c.custom('record', { render: (row) => <RecordLink entry={row} /> }),
    c.custom('company', { render: (row) => <RefText value={row.company} show="code" /> }),
    c.custom('changes', { render: (row) => <Changes changes={row.changes} /> }),
    c.text('ip', { hidden: true }),
    c.text('userAgent', { hidden: true }),
    c.text('requestId', { hidden: true }),
  ],
});
