import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import en from '@boxyard/shared/domain/texts/families/inspections.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/inspections.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(inspectionMachine, { en, th });
