import { registerContract } from '@boxyard/shared/client';
import { faultReportsArea } from '@boxyard/shared/contract/areas/faultReports.ts';
import { inspectionsArea } from '@boxyard/shared/contract/areas/inspections.ts';
import { jobsArea } from '@boxyard/shared/contract/areas/jobs.ts';
import { faultReportMachine } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import { defineResource } from '@boxyard/shared/kit';
import { None } from '@boxyard/shared/ui';
import '../../kitTexts.ts';

registerContract(faultReportsArea);
registerContract(jobsArea);
registerContract(inspectionsArea);

/** Faults that people without an account reported by the code on a container. */
export const faultReports = defineResource({
  list: 'faultReports.list',
  texts: 'remote-repair-maintenance:faultReports',
  page: 'repair-list',
  machine: faultReportMachine,
  columns: (c) => [
    c.dateTime('createdAt'),
    c.custom('product', { card: 'title', render: ({ product }) => product.serialNumber }),
    c.ref('productModel', { show: 'name', hidden: true }),
    c.text('symptom'),
    c.ref('symptomCode', { show: 'name', hidden: true }),
    c.number('entryCount'),
    c.number('photoCount'),
    c.custom('job', { render: ({ job }) => job?.documentNo ?? <None /> }),
    c.status(faultReportMachine),
  ],
});
