import { type ClientPorts, configureClient } from '@boxyard/shared/client/ports.ts';
import { lower, raise } from '@boxyard/shared/runtime/loading.ts';
import { NOTICE_MS, notify } from '@boxyard/shared/runtime/notify.ts';
import { readText, STORAGE_KEYS } from '@boxyard/shared/runtime/storage.ts';
import { localeStore } from '@boxyard/shared/runtime/stores.ts';

type Redirects = Pick<ClientPorts, 'onUnauthorized' | 'onForbidden'>;

/** Joins client and runtime, which do not know each other; the entry says where redirects lead. */
export function connectClient(redirects: Redirects): void {
  configureClient({
    ...redirects,
    getToken: () => readText(STORAGE_KEYS.token),
    language: () => localeStore.getState().locale,
    notify: ({ from, ...notice }) =>
      void notify({ ...notice, duration: from === 'main' ? NOTICE_MS.main : NOTICE_MS.popup }),
    startLoading: (client) => raise(client === 'main' ? 'calls' : 'overlay'),
    stopLoading: (client) => lower(client === 'main' ? 'calls' : 'overlay'),
  });
}
