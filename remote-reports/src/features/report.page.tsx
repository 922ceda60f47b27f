import type { ListName } from '@boxyard/shared/contract';
import { ReportPage } from '@boxyard/shared/kit';
import { retryingLazy } from '@boxyard/shared/runtime';
import type { ChartMap } from '@boxyard/shared/ui';
import { MailButton } from './mailing/MailButton.tsx';
import '../kitTexts.ts';

/** Outlines come with the first report that has a map. */
const map: ChartMap = {
  Drawing: retryingLazy(async () => ({
    default: (await import('./map/ProvinceMap.tsx')).ProvinceMap,
  })),
  regions: async () => (await import('@boxyard/shared/domain/charts/thailand.ts')).THAILAND,
};

/** The page of a report of the contract, with the texts of this remote. */
export const reportPageOf = (report: ListName) => ({
  Page: () => (
    <ReportPage
      report={report}
      namespace="remote-reports"
      map={map}
      tools={(shown) => <MailButton {...shown} />}
    />
  ),
});
