import { useQuery } from '@tanstack/react-query';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { rowOptions } from '../../client/query.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { Contract, OneName } from '../../contract/index.ts';
import { ErrorState } from '../../ui/feedback/States.tsx';

/**
 * The record that a new form is filled from (a copy, an order from a request), by its id or by all
 * parameters of its path. Until it is there
 * `pending` is what to show instead of the form; without one there is nothing to wait for.
 */
export function useSourceDocument<K extends OneName>(
  endpoint: K,
  of: string | Readonly<Record<string, string>> | null,
): { readonly doc: DataOf<Contract[K]> | null; readonly pending: ReactNode | null } {
  const found = useQuery({
    ...rowOptions(endpoint, { params: typeof of === 'string' ? { id: of } : (of ?? {}) }),
    enabled: of !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (of === null) return { doc: null, pending: null };
  if (found.isError) {
    return {
      doc: null,
      pending: <ErrorState error={found.error} onRetry={() => void found.refetch()} />,
    };
  }
  if (found.data === undefined) return { doc: null, pending: <Skeleton active /> };
  return { doc: found.data as DataOf<Contract[K]>, pending: null };
}
