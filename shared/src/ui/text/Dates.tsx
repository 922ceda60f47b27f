import type { ReactNode } from 'react';
import { useLocale } from '../../runtime/i18n.ts';
import { formatDate, formatDateTime, formatRelative } from '../format/dates.ts';
import { None } from './Figures.tsx';
import classes from './text.module.css';

interface DateProps {
  readonly value: string | null | undefined;
}

/** A business date: `21 Nov 2026` / `21 พ.ย. 2569`. */
export function DateText({ value }: DateProps): ReactNode {
  const locale = useLocale();
  if (!value) return <None />;
  return (
    <time className={classes.nowrap} dateTime={value}>
      {formatDate(value, locale)}
    </time>
  );
}

/** An instant on the Bangkok clock. */
export function DateTimeText({ value }: DateProps): ReactNode {
  const locale = useLocale();
  if (!value) return <None />;
  return (
    <time className={classes.nowrap} dateTime={value}>
      {formatDateTime(value, locale)}
    </time>
  );
}

/** "3 hours ago", the exact time on hover: for timelines only (design, "Words"). */
export function RelativeTime({ value }: { readonly value: string }): ReactNode {
  const locale = useLocale();
  return (
    <time className={classes.nowrap} dateTime={value} title={formatDateTime(value, locale)}>
      {formatRelative(value, new Date(), locale)}
    </time>
  );
}
