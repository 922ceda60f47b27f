import { registerContract } from '@boxyard/shared/client';
import { inventoryArea } from '@boxyard/shared/contract/areas/inventory.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host.
registerContract({ ...inventoryArea });

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'company-groups': () => import('./features/companies/companyGroups.page.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
