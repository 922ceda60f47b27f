import jobCodesEn from '@boxyard/shared/domain/texts/families/jobCodes.en.json' with {
  type: 'json',
};
import jobCodesTh from '@boxyard/shared/domain/texts/families/jobCodes.th.json' with {
  type: 'json',
};
import absencesEn from '@boxyard/shared/domain/texts/families/technicianAbsences.en.json' with {
  type: 'json',
};
import absencesTh from '@boxyard/shared/domain/texts/families/technicianAbsences.th.json' with {
  type: 'json',
};
import skillsEn from '@boxyard/shared/domain/texts/families/technicianSkills.en.json' with {
  type: 'json',
};
import skillsTh from '@boxyard/shared/domain/texts/families/technicianSkills.th.json' with {
  type: 'json',
};
import { bothLanguages } from '../../../kernel/index.ts';

/** Words that pages and exports share (ADR 0087). */
export const CODE_WORDS = bothLanguages({ en: jobCodesEn, th: jobCodesTh });
export const SKILL_WORDS = bothLanguages({ en: skillsEn, th: skillsTh });
export const ABSENCE_WORDS = bothLanguages({ en: absencesEn, th: absencesTh });
