import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {},
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
