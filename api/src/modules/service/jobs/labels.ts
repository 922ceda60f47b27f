import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import en from '@boxyard/shared/domain/texts/families/jobs.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/jobs.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** Words of the family's pages, exports and PDFs (ADR 0087). */
export const TEXTS = familyWords(jobMachine, { en, th });
