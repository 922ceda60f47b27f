import { oneOptions } from '@boxyard/shared/client';
import { useLocale } from '@boxyard/shared/runtime';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inOrder, type Province, provincesOf, type Region, type Zone } from './coverage.ts';

/** Places do not change while the page is open. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export interface Territories {
  readonly provinces: readonly Province[];
  readonly regions: readonly Region[];
  readonly zones: readonly Zone[];
}

/** Every place of the country with the zone that it is in; three calls, whatever is opened later. */
export function useTerritories() {
  const locale = useLocale();
  const provinces = useQuery({ ...oneOptions('masterData.provinces'), ...FOREVER });
  const amphoes = useQuery({ ...oneOptions('masterData.amphoes', { query: {} }), ...FOREVER });
  const coverage = useQuery(oneOptions('zones.coverage'));
  const data = useMemo<Territories | undefined>(
    () =>
      provinces.data && amphoes.data && coverage.data
        ? {
            provinces: inOrder(
              provincesOf(provinces.data, amphoes.data, coverage.data.zones),
              locale,
            ),
            regions: coverage.data.regions,
            zones: coverage.data.zones,
          }
        : undefined,
    [provinces.data, amphoes.data, coverage.data, locale],
  );
  const all = [provinces, amphoes, coverage];
  return {
    data,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
