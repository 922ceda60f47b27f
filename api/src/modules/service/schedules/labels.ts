import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import occurrencesEn from '@boxyard/shared/domain/texts/families/pmOccurrences.en.json' with {
  type: 'json',
};
import occurrencesTh from '@boxyard/shared/domain/texts/families/pmOccurrences.th.json' with {
  type: 'json',
};
import en from '@boxyard/shared/domain/texts/families/pmSchedules.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/pmSchedules.th.json' with { type: 'json' };
import { bothLanguages } from '../../../kernel/index.ts';
import { familyWords } from '../../../workflow/index.ts';

/** Words that pages and exports share (ADR 0087). */
export const SCHEDULE_WORDS = bothLanguages({ en, th });
export const OCCURRENCE_WORDS = familyWords(occurrenceMachine, {
  en: occurrencesEn,
  th: occurrencesTh,
});
