import type { ActivityDetail } from '@boxyard/shared/contract';
import { machineOfSubject } from '@boxyard/shared/domain';
import { wholeText } from '@boxyard/shared/domain/activity/changes.ts';
import { placeName } from '@boxyard/shared/domain/activity/names.ts';
import { activityText, activityValue } from '@boxyard/shared/domain/activity/texts.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateText, DateTimeText, None, nameIn, RefText, StatusTag } from '@boxyard/shared/ui';
import { Fragment, type ReactNode } from 'react';
import classes from './activityLog.module.css';

interface Props {
  readonly entry: Pick<ActivityDetail, 'subject' | 'names' | 'places'>;
  readonly field: string;
  readonly value: unknown;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value as a person reads it: names for ids, words for statuses, dates of the calendar in use. */
export function ValueText({ entry, field, value }: Props): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  if (value === null || value === undefined || value === '') return <None />;
  if (typeof value === 'boolean') return t(value ? 'activityLog.yes' : 'activityLog.no');
  if (Array.isArray(value)) return <Items entry={entry} field={field} items={value} />;
  if (typeof value === 'object') {
    return wholeText(value, locale) ?? <Parts entry={entry} value={value} />;
  }
  const place = placeName(entry.places, { field, id: value }, locale);
  if (place !== null) return place;
  const text = String(value);
  const machine = field === 'status' ? machineOfSubject(entry.subject) : undefined;
  if (machine?.states[text] !== undefined) return <StatusTag machine={machine} status={text} />;
  const named = entry.names.find(({ id }) => id === text);
  if (named) return named.code ? <RefText value={named} /> : nameIn(named, locale);
  if (DAY.test(text)) return <DateText value={text} />;
  if (INSTANT.test(text)) return <DateTimeText value={text} />;
  return activityValue(locale, field, text) ?? text;
}

function Items({ entry, field, items }: Omit<Props, 'value'> & { readonly items: unknown[] }) {
  if (items.length === 0) return <None />;
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={JSON.stringify(item)}>
          <ValueText entry={entry} field={field} value={item} />
        </li>
      ))}
    </ul>
  );
}

/** A line of a document, a contact: its parts one after the other; what is so is named. */
function Parts({ entry, value }: Pick<Props, 'entry'> & { readonly value: object }) {
  const locale = useLocale();
  const parts = Object.entries(value).filter(
    ([, part]) => part !== null && part !== '' && part !== false,
  );
  return parts.map(([name, part], index) => (
    <Fragment key={name}>
      {index > 0 ? ' · ' : null}
      {part === true ? (
        activityText(locale, 'field', name)
      ) : (
        <ValueText entry={entry} field={name} value={part} />
      )}
    </Fragment>
  ));
}
