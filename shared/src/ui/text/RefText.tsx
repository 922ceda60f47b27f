import type { ReactNode } from 'react';
import { useLocale } from '../../runtime/i18n.ts';
import type { Locale } from '../../runtime/preferences.ts';
import { None } from './Figures.tsx';
import classes from './text.module.css';

/** A linked record as the contract answers it (`contract/common.ts` ref). */
export interface Reference {
  readonly id: string;
  readonly code?: string | null | undefined;
  readonly name: string;
  readonly nameTh?: string | null | undefined;
}

/** The record's name in the language of the page; the other one where it has none. */
export const nameIn = (
  record: { readonly name: string; readonly nameTh?: string | null | undefined },
  locale: Locale,
): string => (locale === 'th' && record.nameTh ? record.nameTh : record.name);

/** Code and name in one line of text: titles and sentences. */
export const fullNameIn = (
  record: Parameters<typeof nameIn>[0] & { readonly code: string },
  locale: Locale,
): string => `${record.code} ${nameIn(record, locale)}`;

export interface RefTextProps {
  readonly value: Reference | null | undefined;
  /** Both by default; `name` where the code says nothing to the reader. */
  readonly show?: 'both' | 'name' | 'code';
}

/** Code and name of a linked record, the code lighter. */
export function RefText({ value, show = 'both' }: RefTextProps): ReactNode {
  const locale = useLocale();
  if (!value) return <None />;
  const name = nameIn(value, locale);
  if (show === 'name' || !value.code) return <span>{name}</span>;
  if (show === 'code') return <span className={classes.nowrap}>{value.code}</span>;
  return (
    <span>
      <span className={classes.code}>{value.code}</span> {name}
    </span>
  );
}
