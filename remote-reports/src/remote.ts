import { registerContract } from '@boxyard/shared/client';
import { reportsArea } from '@boxyard/shared/contract/areas/reports.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host; look-ups are the host’s.
registerContract({ ...reportsArea });

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'purchase-report': () => import('./features/purchaseReport/purchaseReport.page.tsx'),
    'purchase-receipt-report': () =>
      import('./features/purchaseReceiptReport/purchaseReceiptReport.page.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
