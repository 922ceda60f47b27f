import { callRow, listOptions, refresh } from '@boxyard/shared/client';
import type { Contract } from '@boxyard/shared/contract';
import type { RowOf } from '@boxyard/shared/contract/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';

export type Notification = RowOf<Contract['notifications.list']>;

/** The dropdown's share of the list (specification 2, 9). */
export const DROPDOWN_ITEMS = 7;
/** The list's own page size: by tens. */
const STEP = 10;

/** One's notifications, newest first, and how many are unread. */
export function useNotifications(pages = 1) {
  const { data, isError, isPending, refetch } = useQuery(
    listOptions('notifications.list', { query: { limit: STEP * pages }, loading: false }),
  );
  const summary = data?.meta.summary as { unread?: number } | undefined;
  return {
    items: data?.data ?? [],
    total: data?.meta.totalItems ?? 0,
    unread: summary?.unread ?? 0,
    isError,
    isPending,
    refetch,
  };
}

type Change =
  | { readonly do: 'read' | 'delete'; readonly id: string }
  | { readonly do: 'readAll' | 'clear' };

/** Unread becomes read, singly or all; deleted singly or all cleared (specification 4). */
export function useNotificationChange(): (change: Change) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    const params = 'id' in change ? { params: { id: change.id } } : {};
    try {
      await callRow(`notifications.${change.do}`, { ...params, loading: false });
    } finally {
      await refresh(client, ['notifications']);
    }
  };
}
