import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { oneOptions } from '../../client/query.ts';

const DEBOUNCE_MS = 250;

/** People who can be named on a document, by what is typed after the @. null: nobody is being named. */
export function usePeople({ type, id }: { type: string; id: string }, typed: string | null) {
  const [search, setSearch] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), typed === null ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery({
    ...oneOptions('comments.people', {
      query: { type, id, ...(search ? { search } : {}) },
      loading: false,
      silent: true,
    }),
    enabled: search !== null,
  });
  const isKnown = typed !== null && typed === search && !isFetching;
  return { people: typed === null ? [] : (data ?? []), isKnown };
}
