import { faultReportMachine } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import en from '@boxyard/shared/domain/texts/families/faultReports.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/faultReports.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** Words that the page of fault reports and its export share (ADR 0087). */
export const TEXTS = familyWords(faultReportMachine, { en, th });
