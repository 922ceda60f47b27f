import { type Locale, loadTextsBefore } from '@boxyard/shared/runtime';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';
import i18next from 'i18next';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

/** Namespace of the texts about remotes themselves. */
export const FEDERATION_TEXTS = 'federation';

const languageNow = (): Locale => (i18next.language === 'th' ? 'th' : 'en');

/** Adds the federation's own texts; they must be there when nothing else can be loaded. */
export function addFederationTexts(): void {
  i18next.addResourceBundle('en', FEDERATION_TEXTS, en);
  i18next.addResourceBundle('th', FEDERATION_TEXTS, th);
}

/** What runs of each remote that has texts here. */
const modules = new Map<string, RemoteModule>();

async function loadTexts(remote: string, locale: Locale): Promise<void> {
  const module = modules.get(remote);
  if (!module || i18next.hasResourceBundle(locale, remote)) return;
  // Pages redraw by the store's `added` event (react.bindI18nStore of the host's i18n).
  i18next.addResourceBundle(locale, remote, await module.i18n(locale));
}

/**
 * Loads a remote's texts in the language now shown, as the namespace of the remote's name, and again
 * whenever the language changes to one not loaded yet.
 */
export async function addRemoteTexts(remote: string, module: RemoteModule): Promise<void> {
  const isFollowed = modules.has(remote);
  modules.set(remote, module);
  if (!isFollowed) followLanguage(remote);
  await loadTexts(remote, languageNow());
}

function followLanguage(remote: string): void {
  loadTextsBefore((locale) => loadTexts(remote, locale));
  // A remote that came during a change, or whose texts were late, asks once more.
  i18next.on('languageChanged', () => {
    // A bundle that fails to come leaves the English texts; the next change asks again.
    loadTexts(remote, languageNow()).catch((error: unknown) => console.error(error));
  });
}

/** Forgets a remote's texts: another build of it brings its own. */
export function dropRemoteTexts(remote: string): void {
  for (const locale of ['en', 'th']) i18next.removeResourceBundle(locale, remote);
}
