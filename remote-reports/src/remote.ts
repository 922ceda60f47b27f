import { registerContract } from '@boxyard/shared/client';
import { reportsArea } from '@boxyard/shared/contract/areas/reports.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host; look-ups are the host’s.
registerContract({ ...reportsArea });

/** Every report of the contract has a page, by its slug. */
const pages = Object.entries(reportsArea).map(([name, { report }]) => [
  report.slug,
  async () =>
    (await import('./features/report.page.tsx')).reportPageOf(name as keyof typeof reportsArea),
]);

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: Object.fromEntries(pages) as RemoteModule['pages'],
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
