import { oneOptions, registerContract } from '@boxyard/shared/client';
import { searchArea } from '@boxyard/shared/contract/areas/search.ts';
import type { SearchContribution } from '@boxyard/shared/contract/remote.ts';
import { type Locale, mayOpen, pathOf, useAllowed, useLocale } from '@boxyard/shared/runtime';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type PieceOf, piecesOf } from '../federation/index.ts';

const dayIn = (language: string) =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Bangkok',
  });
/** As `formatDate` writes a day; the palette has no copy of what comes with the pages. */
const DAY = { en: dayIn('en-GB'), th: dayIn('th-TH-u-ca-buddhist') } as const;

registerContract(searchArea);

/** Shorter words are in too many records to be worth asking for. */
const SHORTEST = 2;
/** Typing pauses this long before the server is asked. */
const PAUSE = 250;
/** Of each kind; who wants more opens the list. */
const MOST = 5;

type Row = Readonly<Record<string, unknown>>;
type Provider = PieceOf<'search'>;

/** A record that was found, as the palette shows it. */
export interface Hit {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly subtitle: string;
  /** As people read it; empty where the record has no day of its own. */
  readonly date: string;
  /** Words of the status, where it has one. */
  readonly status: string;
  readonly path: string;
}

/** What one provider has found, or that its list could not be searched. */
export interface Found {
  readonly provider: Provider;
  readonly hits: readonly Hit[];
  readonly hasFailed: boolean;
}

/** What a text finds, of each kind; one call answers them all. */
export interface Records {
  readonly found: readonly Found[];
  /** Nothing could be searched. */
  readonly hasFailed: boolean;
  readonly isWaiting: boolean;
  readonly retry: () => void;
}

/** A row of a list and the words of its status, as the search answers them. */
interface FoundRow {
  readonly row: Row;
  readonly status: string | null;
}

const valueAt = (row: Row, path: string): string => {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Row | null | undefined)?.[key], row);
  return value === null || value === undefined ? '' : String(value);
};

const textAt = (row: Row, paths: readonly string[] = []): string =>
  paths
    .map((path) => valueAt(row, path))
    .filter(Boolean)
    .join(' ');

/**
 * Rows of a list in the words of its provider. Numbers are a company's own (domain-warehouse 1.1):
 * beside those of another company each row says whose it is.
 */
export function hitsOf(
  { fields, opens }: Pick<SearchContribution, 'fields' | 'opens'>,
  rows: readonly FoundRow[],
  locale: Locale,
): Hit[] {
  const companyOf = ({ row }: FoundRow) => textAt(row, ['company.code']);
  const isMixed = new Set(rows.map(companyOf)).size > 1;
  return rows.map((found) => {
    const hit = hitOf({ fields, opens }, found, locale);
    const subtitle = [isMixed ? companyOf(found) : '', hit.subtitle].filter(Boolean).join(' · ');
    return { ...hit, subtitle };
  });
}

function hitOf(
  { fields, opens }: Pick<SearchContribution, 'fields' | 'opens'>,
  { row, status }: FoundRow,
  locale: Locale,
): Hit {
  const inThai = (paths: readonly string[] | undefined) =>
    locale === 'th' ? textAt(row, paths) : '';
  const id = String(row.id);
  const { page, param, query, within, beside } = opens;
  const day = textAt(row, fields.date);
  const params = {
    ...(param ? { [param]: id } : {}),
    ...(beside ? { [beside.param]: valueAt(row, beside.field) } : {}),
  };
  return {
    id,
    code: textAt(row, fields.code),
    title: inThai(fields.titleTh) || textAt(row, fields.title),
    subtitle: inThai(fields.subtitleTh) || textAt(row, fields.subtitle),
    date: day === '' ? '' : DAY[locale].format(new Date(day)),
    status: status ?? '',
    path: pathOf(page, params, { ...within, ...(query ? { [query]: id } : {}) }),
  };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

/** Records of every area whose number or name has the text, of each kind that this person may see. */
export function useRecords(text: string): Records {
  const locale = useLocale();
  const term = text.trim();
  const asked = usePaused(term);
  const all = useMemo(() => piecesOf('search'), []);
  const providers = useAllowed(all).filter(({ opens }) => mayOpen(opens.page));
  const enabled = term.length >= SHORTEST && asked.length >= SHORTEST && providers.length > 0;
  const answer = useQuery({
    ...oneOptions('search.records', {
      query: { search: asked, limit: MOST },
      silent: true,
      redirect: false,
      loading: false,
    }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const groups = new Map(answer.data?.groups.map((group) => [group.list, group]));
  const retry = () => void answer.refetch();
  const found = providers.map((provider): Found => {
    const group = enabled ? groups.get(provider.list) : undefined;
    return {
      provider,
      hits: hitsOf(provider, group?.hits ?? [], locale),
      hasFailed: group?.hasFailed === true,
    };
  });
  const isBehind = term.length >= SHORTEST && asked !== term;
  return {
    found,
    hasFailed: enabled && answer.isError,
    isWaiting: isBehind || (enabled && answer.isFetching),
    retry,
  };
}
