import type { ListName } from '@boxyard/shared/contract';
import { ReportPage } from '@boxyard/shared/kit';
import { MailButton } from './mailing/MailButton.tsx';
import '../kitTexts.ts';

/** The page of a report of the contract, with the texts of this remote. */
export const reportPageOf = (report: ListName) => ({
  Page: () => (
    <ReportPage
      report={report}
      namespace="remote-reports"
      tools={(shown) => <MailButton {...shown} />}
    />
  ),
});
