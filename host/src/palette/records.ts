import { callRow, familyOf } from '@boxyard/shared/client';
import type { SearchContribution } from '@boxyard/shared/contract/remote.ts';
import { type Locale, mayOpen, pathOf, useAllowed, useLocale } from '@boxyard/shared/runtime';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ensureCall, type PieceOf, piecesOf } from '../federation/index.ts';

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
  readonly path: string;
}

/** What one provider has found, is looking for, or could not look for. */
export interface Found {
  readonly provider: Provider;
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
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
  rows: readonly Row[],
  locale: Locale,
): Hit[] {
  const companyOf = (row: Row) => textAt(row, ['company.code']);
  const isMixed = new Set(rows.map(companyOf)).size > 1;
  return rows.map((row) => {
    const hit = hitOf({ fields, opens }, row, locale);
    const subtitle = [isMixed ? companyOf(row) : '', hit.subtitle].filter(Boolean).join(' · ');
    return { ...hit, subtitle };
  });
}

function hitOf(
  { fields, opens }: Pick<SearchContribution, 'fields' | 'opens'>,
  row: Row,
  locale: Locale,
): Hit {
  const inThai = (paths: readonly string[] | undefined) =>
    locale === 'th' ? textAt(row, paths) : '';
  const id = String(row.id);
  const { page, param, query, beside } = opens;
  const params = {
    ...(param ? { [param]: id } : {}),
    ...(beside ? { [beside.param]: valueAt(row, beside.field) } : {}),
  };
  return {
    id,
    code: textAt(row, fields.code),
    title: inThai(fields.titleTh) || textAt(row, fields.title),
    subtitle: inThai(fields.subtitleTh) || textAt(row, fields.subtitle),
    path: pathOf(page, params, query ? { [query]: id } : {}),
  };
}

/** Asks one list, without notices: a provider that fails says so in its own group. */
async function ask({ list, info }: Provider, search: string, signal: AbortSignal): Promise<Row[]> {
  await ensureCall(list, info);
  const answer = await callRow(list, {
    query: { search, filters: {} },
    signal,
    silent: true,
    redirect: false,
    loading: false,
  });
  return (answer as { readonly data: Row[] }).data.slice(0, MOST);
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
export function useRecords(text: string): { found: Found[]; isWaiting: boolean } {
  const locale = useLocale();
  const term = text.trim();
  const asked = usePaused(term);
  const all = useMemo(() => piecesOf('search'), []);
  const providers = useAllowed(all).filter(({ opens }) => mayOpen(opens.page));
  const enabled = term.length >= SHORTEST && asked.length >= SHORTEST;
  const answers = useQueries({
    queries: providers.map((provider) => ({
      queryKey: [familyOf(provider.list), provider.list, 'palette', asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(provider, asked, signal),
      enabled,
      placeholderData: keepPreviousData,
    })),
  });
  const found = providers.map((provider, index): Found => {
    const answer = answers[index];
    return {
      provider,
      hits: enabled ? hitsOf(provider, answer?.data ?? [], locale) : [],
      isSearching: answer?.isFetching === true,
      hasFailed: enabled && answer?.isError === true,
      retry: () => void answer?.refetch(),
    };
  });
  const isBehind = term.length >= SHORTEST && asked !== term;
  return { found, isWaiting: isBehind || found.some(({ isSearching }) => isSearching) };
}
