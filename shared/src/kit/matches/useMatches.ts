import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client/call.ts';
import type { BodyIn, Contract } from '../../contract/index.ts';

type ExistCall = 'parts.exist' | 'suppliers.exist' | 'customers.exist';

/** A record that looks like the one being typed; without an id it is outside the reader's scope. */
export interface Match {
  readonly id: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly field: string;
  /** Whom to ask about it. */
  readonly sale?: string | null;
}

/** How long typing must pause before the server is asked. */
const DEBOUNCE_MS = 400;

/**
 * Records that look like the one being typed (specification: exist checks). Only a warning: what
 * cannot be asked yet, or fails, finds nothing.
 */
export function useMatches<K extends ExistCall>(
  key: K,
  body: BodyIn<Contract[K]> | null,
): readonly Match[] {
  const wanted = body === null ? null : JSON.stringify(body);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const found = useQuery({
    queryKey: [key.split('.')[0], key, settled],
    queryFn: async ({ signal }) => {
      const input = { body: JSON.parse(settled ?? '{}'), signal, silent: true, loading: false };
      const { data } = (await call(key, input as never)) as {
        data: { matches: readonly Match[] };
      };
      return data.matches;
    },
    enabled: settled !== null,
  });
  return settled === wanted && settled !== null ? (found.data ?? []) : [];
}
