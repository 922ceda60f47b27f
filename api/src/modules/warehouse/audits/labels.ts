import en from '@boxyard/shared/domain/texts/families/audits.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/audits.th.json' with { type: 'json' };
import { auditMachine } from '@boxyard/shared/domain/warehouse/auditMachine.ts';
import { familyWords } from '../../../workflow/index.ts';

/** What the family's pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(auditMachine, { en, th });
