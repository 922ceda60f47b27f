import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { actionHandlers } from '../../../workflow/index.ts';
import { joinJob } from './accept.ts';
import { reportList } from './list.ts';
import { readPhoto } from './photos.ts';
import { presentReport } from './present.ts';
import { presentForm, presentProgress } from './progress.ts';
import { sendReport } from './send.ts';
import { callSpam, restoreReport } from './spam.ts';

export { tidyFaultReports } from './forget.ts';
export { REPORT_SCOPE } from './type.ts';

const acting = actionHandlers(presentReport);

/** Faults that people without an account report by the code on a container (docs/adr/0120). */
export const faultReportHandlers: HandlersOf<Family<'faultReports'>> = {
  'faultReports.form': async (ctx) => ({ data: await presentForm(ctx) }),
  'faultReports.send': sendReport,
  'faultReports.progress': async (ctx) => ({ data: await presentProgress(ctx) }),
  'faultReports.list': reportList.run,
  'faultReports.get': async (ctx, { params }) => ({ data: await presentReport(ctx, params.id) }),
  'faultReports.photo': readPhoto,
  'faultReports.join': acting(joinJob),
  'faultReports.spam': acting(callSpam),
  'faultReports.restore': acting(restoreReport),
};
