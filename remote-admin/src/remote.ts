import { registerContract } from '@boxyard/shared/client';
import { adminArea } from '@boxyard/shared/contract/areas/admin.ts';
import { importsArea } from '@boxyard/shared/contract/areas/imports.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host; look-ups are the host’s.
registerContract({ ...adminArea, ...importsArea });

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'activity-log': () => import('./features/activityLog/activityLog.page.tsx'),
    'contract-header': () => import('./features/headers/contractHeader.page.tsx'),
    'engineer-teams': () => import('./features/teams/engineerTeams.page.tsx'),
    'purchase-header': () => import('./features/headers/purchaseHeader.page.tsx'),
    roles: () => import('./features/roles/roles.page.tsx'),
    'sales-groups': () => import('./features/teams/salesGroups.page.tsx'),
    'system-menu': () => import('./features/menus/menus.page.tsx'),
    territories: () => import('./features/territories/territories.page.tsx'),
    users: () => import('./features/users/users.page.tsx'),
  },
  i18n: async (locale) => {
    const { withActivityChoices } = await import('./features/activityLog/choices.ts');
    return withActivityChoices(
      locale === 'th'
        ? (await import('./i18n/th.json')).default
        : (await import('./i18n/en.json')).default,
      locale,
    );
  },
};
