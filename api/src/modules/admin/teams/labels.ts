import { teamMoveMachines } from '@boxyard/shared/domain';
import en from '@boxyard/shared/domain/texts/families/teamMoves.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/teamMoves.th.json' with { type: 'json' };
import { familyWords } from '../../../workflow/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const TEXTS = familyWords(teamMoveMachines.sales, { en, th });
