import { isApiError, listOptions } from '@boxyard/shared/client';
import { notify } from '@boxyard/shared/runtime';
import type { QueryClient } from '@tanstack/react-query';

/** Shows a notification that has just come as a pop-up, in the tab that is looked at. */
export async function showArrived(client: QueryClient, data: unknown): Promise<void> {
  const id = (data as { id?: unknown } | null)?.id;
  if (document.visibilityState !== 'visible') return;
  try {
    // The stream says only which one: its words come from the list, in the language shown.
    const list = await client.fetchQuery({
      ...listOptions('notifications.list', { query: { limit: 10 }, loading: false, silent: true }),
      staleTime: 0,
    });
    const item = list.data.find((one) => one.id === id);
    if (!item) return;
    const { type, title, description, action, actionTitle } = item;
    notify({
      type,
      title,
      detail: description,
      ...(action ? { action: { path: action, title: actionTitle ?? title } } : {}),
    });
  } catch (error) {
    if (!isApiError(error)) throw error;
    console.warn('A notification could not be read', error.message);
  }
}
