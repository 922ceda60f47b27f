import type { ActivityRow } from '@boxyard/shared/contract';
import { ACTIVITY_WORDS, activityWord } from '@boxyard/shared/domain/activity/words.ts';
import { defineResource } from '@boxyard/shared/kit';
import { addTexts, useLocale, useT } from '@boxyard/shared/runtime';
import { None } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from './recordLink.ts';

// The words of the log are one table with those of its exports.
const choices = (locale: 'en' | 'th') => ({
  activityLog: {
    choice: { subject: ACTIVITY_WORDS[locale].subject, action: ACTIVITY_WORDS[locale].action },
  },
});
addTexts('remote-admin', { en: choices('en'), th: choices('th') });

/** Fields named in a row; the others are counted. */
const SHOWN = 3;

/** Who did it; scheduled work is the system's. */
export function Person({ user }: Pick<ActivityRow, 'user'>): ReactNode {
  const t = useT('remote-admin');
  return user ? user.name : t('activityLog.system');
}

/** What the record was called, as a link to it where it has a page. */
export function RecordLink({ entry }: { readonly entry: Omit<ActivityRow, 'changes'> }): ReactNode {
  const t = useT('remote-admin');
  const name = entry.record ?? (entry.subjectId === null ? null : t('activityLog.unnamed'));
  const path = recordPath(entry);
  if (name === null) return <None />;
  return path === null ? name : <Link to={path}>{name}</Link>;
}

function Changes({ changes }: Pick<ActivityRow, 'changes'>): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  if (changes.length === 0) return <None />;
  const named = changes
    .slice(0, SHOWN)
    .map((field) => activityWord(locale, 'field', field))
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
    c.custom('user', { render: (row) => <Person user={row.user} /> }),
    c.choice('action', { card: 'corner' }),
    c.choice('subject'),
    c.custom('record', { render: (row) => <RecordLink entry={row} /> }),
    c.custom('changes', { render: (row) => <Changes changes={row.changes} /> }),
    c.ref('company', { hidden: true }),
    c.text('ip', { hidden: true }),
    c.text('userAgent', { hidden: true }),
    c.text('requestId', { hidden: true }),
  ],
});
